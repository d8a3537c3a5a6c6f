import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A } from './link'

export interface Crumb {
  name: string
  href: string
  /** Stays in sight in a long breadcrumb. */
  isSite?: boolean
}

/** The most letters of a name that is never cut where there is room for a path: a word, not a name of somebody's. */
const maxWhole = 9

/** The longest breadcrumb that is shown whole. */
const maxShown = 4

/** The width of an average letter, and of what stands between two crumbs, in pixels. */
const [letter, separator] = [7.2, 20]

/** The width of the disclosure of folded levels, in pixels. */
const ellipsis = 48

/** The room of a breadcrumb on a desk of 1280 pixels and on one of 1920, in pixels. */
const [deskRoom, wideRoom] = [590, 1_150]

const widthOf = (crumbs: readonly Crumb[]) =>
  crumbs.reduce((width, { name }) => width + name.length * letter + separator, 0)

/**
 * The breadcrumb of a page; the last crumb is the page itself. A long one shows the first crumb, the site, the parent
 * and the page. The levels between are in a native disclosure, and beside it on screens that have room for them.
 */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT()
  const [first, ...others] = crumbs
  if (!first) return null
  const between = others.slice(0, -2)
  const folded = crumbs.length > maxShown ? between.filter(({ isSite }) => !isSite) : []
  const onDesk = shownOnDesk(folded, deskRoom - widthOf(crumbs.filter((crumb) => !folded.includes(crumb))))
  const onWide = widthOf(crumbs) <= wideRoom ? folded.filter((crumb) => !onDesk.includes(crumb)) : []
  // On a desk the name of the first crumb stands in the rail as well: it gives way before others are cut.
  const isTight =
    folded.length > onDesk.length && widthOf(crumbs.filter((crumb) => !folded.includes(crumb))) > deskRoom - ellipsis
  const roomOf = (crumb: Crumb) => (onDesk.includes(crumb) ? 'desk' : onWide.includes(crumb) ? 'wide' : undefined)
  const lastShown = between.findLastIndex((crumb) => !folded.includes(crumb)) + 1
  const items = (some: readonly Crumb[]) =>
    some
      .filter((crumb) => !folded.includes(crumb) || roomOf(crumb))
      .map((crumb) => <CrumbItem key={crumb.href} crumb={crumb} room={roomOf(crumb)} />)
  return (
    <nav aria-label={t('main:frame.breadcrumb')} className="crumbs">
      <ol>
        <CrumbItem crumb={first} isCurrent={others.length === 0} isFirst room={isTight ? 'wide' : undefined} />
        {items(between.slice(0, lastShown))}
        {folded.length > 0 && <Levels crumbs={folded} roomOf={roomOf} />}
        {items(between.slice(lastShown))}
        {others.slice(-2).map((crumb) => (
          <CrumbItem key={crumb.href} crumb={crumb} isCurrent={crumb === others.at(-1)} />
        ))}
      </ol>
    </nav>
  )
}

/** The screens that show a folded level: those of a desk, or wide ones alone. */
type Room = 'desk' | 'wide'

/** Returns the levels that need no disclosure on a desk: those nearest to the page that have room, in pixels. */
function shownOnDesk(folded: readonly Crumb[], room: number): Crumb[] {
  for (let from = 0; from < folded.length; from += 1) {
    const nearest = folded.slice(from)
    if (widthOf(nearest) + (from > 0 ? ellipsis : 0) <= room) return nearest
  }
  return []
}

function CrumbItem({
  crumb: { name, href },
  isCurrent = false,
  isFirst = false,
  room,
}: {
  crumb: Crumb
  isCurrent?: boolean
  isFirst?: boolean
  /** Of a level that is folded on other screens. */
  room?: Room | undefined
}) {
  const isWhole = !isCurrent && name.length <= maxWhole
  return (
    <li className={[isWhole && 'whole', room && `on-${room}`].filter(Boolean).join(' ') || undefined}>
      {!isFirst && <Icon name="chevron" className="size-3" />}
      <A href={href} title={name} aria-current={isCurrent ? 'page' : undefined}>
        <bdi>{name}</bdi>
      </A>
    </li>
  )
}

function Levels({ crumbs, roomOf }: { crumbs: readonly Crumb[]; roomOf: (crumb: Crumb) => Room | undefined }) {
  const t = useT()
  const label = t('main:frame.levels')
  const rooms = crumbs.map(roomOf)
  // Nothing is left in it where each has room.
  const room = rooms.includes(undefined) ? undefined : rooms.includes('wide') ? 'wide' : 'desk'
  return (
    <li className={room ? `levels off-${room}` : 'levels'}>
      <Icon name="chevron" className="size-3" />
      <details data-menu="">
        <summary title={label}>
          <span aria-hidden="true">…</span>
          <span className="sr-only">{label}</span>
        </summary>
        <ul>
          {crumbs.map((crumb) => (
            <li key={crumb.href} className={roomOf(crumb) && `off-${roomOf(crumb)}`}>
              <A href={crumb.href} title={crumb.name}>
                <bdi>{crumb.name}</bdi>
              </A>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
