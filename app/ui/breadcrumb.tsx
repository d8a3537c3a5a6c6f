import { useT } from '~/i18n/use-t'
import { AsSent } from './as-sent'
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

/**
 * The breadcrumb of a page; the last crumb is the page itself. A long one shows the first crumb, the site, the parent
 * and the page; the levels between are in a native disclosure.
 */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT()
  if (crumbs.length === 0) return null
  const isFolded = (crumb: Crumb, index: number) =>
    crumbs.length > maxShown && index > 0 && index < crumbs.length - 2 && !crumb.isSite
  const folded = crumbs.filter(isFolded)
  const [first, ...others] = crumbs.filter((crumb, index) => !isFolded(crumb, index))
  const shown = others.slice(0, -2)
  return (
    <AsSent as="nav" shows={JSON.stringify(crumbs)} aria-label={t('main:frame.breadcrumb')} className="crumbs">
      <ol>
        {first && <CrumbItem crumb={first} isCurrent={others.length === 0} isFirst />}
        {shown.map((crumb) => (
          <CrumbItem key={crumb.href} crumb={crumb} />
        ))}
        {folded.length > 0 && <Levels crumbs={folded} />}
        {others.slice(-2).map((crumb) => (
          <CrumbItem key={crumb.href} crumb={crumb} isCurrent={crumb === others.at(-1)} />
        ))}
      </ol>
    </AsSent>
  )
}

function CrumbItem({
  crumb: { name, href },
  isCurrent = false,
  isFirst = false,
}: {
  crumb: Crumb
  isCurrent?: boolean
  isFirst?: boolean
}) {
  return (
    <li className={!isCurrent && name.length <= maxWhole ? 'whole' : undefined}>
      {!isFirst && <Icon name="chevron" className="size-3" />}
      <A href={href} title={name} aria-current={isCurrent ? 'page' : undefined}>
        <bdi>{name}</bdi>
      </A>
    </li>
  )
}

function Levels({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT()
  const label = t('main:frame.levels')
  return (
    <li className="levels">
      <Icon name="chevron" className="size-3" />
      <details data-menu="">
        <summary title={label}>
          <span aria-hidden="true">…</span>
          <span className="sr-only">{label}</span>
        </summary>
        <ul>
          {crumbs.map(({ name, href }) => (
            <li key={href}>
              <A href={href} title={name}>
                <bdi>{name}</bdi>
              </A>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
