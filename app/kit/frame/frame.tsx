/** The frame around signed-in pages, rendered from its data and the data of the innermost page. */
import { useLocation, useMatches } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Age } from '~/backend/reader.server'
import { refreshParam } from '~/domain/refresh-param'
import { href, hrefFrom, query } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Breadcrumb, type Crumb } from '~/ui/breadcrumb'
import { Frame, type NavigationGroup, type NavigationLink } from '~/ui/frame'
import { A } from '~/ui/link'
import { PageContextProvider } from '~/ui/page-context'
import { Stale, UnreadableRows, WalkAge } from '~/ui/panel'
import { LogTime } from '~/ui/time'
import { type MenuName, menuGroups } from '~/views'
import { filterProblems, IgnoredParamsNotice, type RefusedParams, UnknownParamsNotice } from '../list/unknown-params'
import type { FrameData } from './frame.server'
import { searchBoxParam, typedWordsParam } from './search-box'
import { sectionOf } from './section'

/** The parts of a page's loader data that the frame reads. */
interface RouteData {
  crumbs?: Crumb[]
  age?: Age
  /** Present on a page that fills the screen, without the frame. */
  wall?: object | null
  /** The frame of a page whose address does not name its customer. */
  frame?: FrameData
  /** Parameters that the page, or its list, does not support. */
  unclear?: string[]
  /** Parameters that a page without actions on all that match does not support. */
  ignored?: string[]
  /** Parameters that the service rejected. */
  refused?: RefusedParams
  list?: { unclear?: string[]; refused?: RefusedParams; links?: object } | null
}

export function SignedInFrame({
  data: layoutData,
  tree,
  children,
}: {
  data: FrameData
  tree?: ReactNode
  children: ReactNode
}) {
  const t = useT()
  const matches = useMatches()
  const { pathname, search } = useLocation()
  const routeData = matches.map((match) => (match.data ?? {}) as RouteData)
  const data = routeData.findLast((one) => one.frame)?.frame ?? layoutData
  if (routeData.at(-1)?.wall)
    return (
      <PageContextProvider unit={data.unit} now={data.now}>
        {children}
      </PageContextProvider>
    )
  const crumbs = routeData.findLast((one) => one.crumbs)?.crumbs ?? []
  const ages = routeData.flatMap(({ age }) => (age ? [age] : []))
  const ageSeconds = ages.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
  const age = ageSeconds.length > 0 ? Math.max(...ageSeconds) : null
  const walks = ages.flatMap(({ walkSeconds }) => (walkSeconds === null ? [] : [walkSeconds]))
  const unclear = routeData.flatMap((one) => one.unclear ?? one.list?.unclear ?? [])
  const ignored = routeData.flatMap((one) => one.ignored ?? [])
  const refused = Object.assign({}, ...routeData.map((one) => one.refused ?? one.list?.refused)) as RefusedParams
  const current = sectionOf(matches)
  const top = data.customer ?? data.tenant
  const params = new URLSearchParams(search)
  const rereadParams = new URLSearchParams(search)
  rereadParams.set(refreshParam, String(Date.parse(data.now)))
  const words = (pathname === data.searchHref ? params.get('q') : params.get(typedWordsParam)) ?? undefined
  const others = words && params.has(typedWordsParam) ? query({ q: words }) : null
  return (
    <PageContextProvider
      unit={data.unit}
      now={data.now}
      filterProblems={filterProblems([...unclear, ...ignored], refused)}
    >
      <Frame
        homeHref={(data.scope ?? top)?.href ?? href('home', {})}
        place={{ tenant: data.tenant ?? undefined, customer: data.scope ?? undefined, switchHref: data.switchHref }}
        person={{
          name: data.person.name,
          initials: data.person.initials,
          role: t(`role.${data.person.role}`),
          profileHref: href('profile', {}),
          signOut: { action: href('logout', {}) },
        }}
        navigation={{
          shows: JSON.stringify([data.menu, data.work, current, pathname]),
          groups: () => menuOf(data, { t, current, pathname }),
        }}
        search={
          data.searchHref
            ? {
                href: data.searchHref,
                suggestionsHref: data.suggestionsHref,
                query: words,
                markerName: searchBoxParam,
              }
            : undefined
        }
        hasList={routeData.some(({ list }) => list?.links !== undefined)}
        tree={tree}
        breadcrumb={top && <Breadcrumb crumbs={[top, ...crumbs]} />}
      >
        <PrintHead data={data} />
        {data.searchHref && others && (
          <p className="no-print text-sm text-soft">
            <A href={data.searchHref + others}>{t('main:frame.searchOthers', { words })}</A>
          </p>
        )}
        <Stale ageSeconds={age} />
        <WalkAge ageSeconds={walks.length > 0 ? Math.max(...walks) : null} rereadHref={`${pathname}?${rereadParams}`} />
        <UnreadableRows rows={Math.max(0, ...ages.map(({ unreadRows }) => unreadRows))} />
        <UnknownParamsNotice words={unclear} isEmpty={Object.keys(refused).length > 0} />
        <IgnoredParamsNotice words={ignored} />
        {children}
      </Frame>
    </PageContextProvider>
  )
}

function menuOf(
  data: FrameData,
  { t, current, pathname }: { t: Translate; current: string | undefined; pathname: string },
): NavigationGroup[] {
  return [null, ...menuGroups].flatMap((group) => {
    const links = data.menu
      .filter((entry) => entry.group === group)
      .map(({ name, href }) => ({
        label: t(`main:view.${name}`),
        href: hrefFrom(pathname, href),
        isCurrent: name === current,
        goKey: goKeys[name],
        waiting: waitingAt(data, t, name),
      }))
    return links.length > 0 ? [{ title: group && t(`main:frame.group.${group}`), links }] : []
  })
}

/** Returns the badge of a menu entry; nothing for a count of zero, or one that was not read in time. */
function waitingAt({ work }: FrameData, t: Translate, name: MenuName): NavigationLink['waiting'] {
  const kind = waitingKinds.find((one) => one === name)
  const count = kind && work[kind]
  if (!count) return undefined
  return {
    count,
    label: t(`main:frame.waiting.${kind}`, { count }),
    isUrgent: kind === 'alarms' || kind === 'configuration' || kind === 'deployments',
  }
}

/** The keys of the menu's entries, after `g`. */
const goKeys: Readonly<Partial<Record<MenuName, string>>> = {
  customer: 'o',
  shift: 'i',
  alarms: 'a',
  faults: 'f',
  trends: 't',
  rules: 'r',
  overrides: 'v',
  sites: 's',
  devices: 'c',
  allEquipment: 'e',
  points: 'p',
  map: 'm',
  configuration: 'n',
  packages: 'k',
  deployments: 'd',
  schedules: 'h',
  onboarding: 'b',
  users: 'u',
  trail: 'l',
}

const waitingKinds = ['alarms', 'faults', 'configuration', 'deployments', 'onboarding'] as const

/** Print only: the place, the person who printed the page, and the time. Filters are printed where they are set. */
function PrintHead({ data: { tenant, customer, person, now } }: { data: FrameData }) {
  const t = useT()
  const place = [tenant?.name, customer?.name].filter(Boolean).join(' / ')
  return (
    <p className="print-head border-b border-line pb-2 text-sm">
      {place && (
        <>
          <bdi>{place}</bdi>
          {' · '}
        </>
      )}
      {t('main:frame.printedBy', { name: person.name })}, <LogTime at={now} />
    </p>
  )
}
