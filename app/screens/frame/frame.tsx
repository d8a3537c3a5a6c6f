/** The frame around signed-in pages, rendered from its data and the data of the innermost page. */
import { useLocation, useMatches } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Age } from '~/backend/reader.server'
import { againWord } from '~/domain/read-again'
import { href, query } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { filterProblems, NotUnderstood, type Refused } from '~/screens/list/not-understood'
import { Breadcrumb, type Crumb } from '~/ui/breadcrumb'
import { Frame, type NavigationLink } from '~/ui/frame'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { PageContextProvider } from '~/ui/page-context'
import { Stale, Unread, Walked } from '~/ui/panel'
import { LogTime } from '~/ui/time'
import { type MenuName, menuGroups } from '~/views'
import type { FrameData } from './frame.server'
import { fromBox, sought } from './search-box'

/** The parts of a page's loader data that the frame reads. */
interface Told {
  crumbs?: Crumb[]
  age?: Age
  /** The frame of a page whose address does not name its customer. */
  frame?: FrameData
  /** Parameters that the page, or its list, does not support. */
  unclear?: string[]
  /** Parameters that the service rejected. */
  refused?: Refused
  list?: { unclear?: string[]; refused?: Refused }
}

export function SignedInFrame({
  data: given,
  tree,
  children,
}: {
  data: FrameData
  tree?: ReactNode
  children: ReactNode
}) {
  const t = useT()
  const matches = useMatches()
  const told = matches.map((match) => (match.data ?? {}) as Told)
  const data = told.findLast((one) => one.frame)?.frame ?? given
  const crumbs = told.findLast((one) => one.crumbs)?.crumbs ?? []
  const ages = told.flatMap(({ age }) => (age ? [age] : []))
  const known = ages.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
  const age = known.length > 0 ? Math.max(...known) : null
  const walks = ages.flatMap(({ walkSeconds }) => (walkSeconds === null ? [] : [walkSeconds]))
  const unclear = told.flatMap((one) => one.unclear ?? one.list?.unclear ?? [])
  const refused = Object.assign({}, ...told.map((one) => one.refused ?? one.list?.refused)) as Refused
  const current = sectionOf(matches)
  const top = data.customer ?? data.tenant
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  const again = new URLSearchParams(search)
  again.set(againWord, String(Date.parse(data.now)))
  const words = (pathname === data.searchHref ? asked.get('q') : asked.get(sought)) ?? undefined
  const others = words && asked.has(sought) ? query({ q: words }) : null
  return (
    <PageContextProvider unit={data.unit} now={data.now} filterProblems={filterProblems(unclear, refused)}>
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
        navigation={[null, ...menuGroups].flatMap((group) => {
          const links = data.menu
            .filter((entry) => entry.group === group)
            .map(({ name, href }) => ({
              label: t(`main:view.${name}`),
              href,
              isCurrent: name === current,
              waiting: waitingAt(data, t, name),
            }))
          return links.length > 0 ? [{ title: group && t(`main:frame.group.${group}`), links }] : []
        })}
        search={data.searchHref ? { href: data.searchHref, query: words, says: fromBox } : undefined}
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
        <Walked ageSeconds={walks.length > 0 ? Math.max(...walks) : null} againHref={`${pathname}?${again}`} />
        <Unread rows={Math.max(0, ...ages.map(({ unreadRows }) => unreadRows))} />
        <NotUnderstood words={unclear} isEmpty={Object.keys(refused).length > 0} />
        {children}
      </Frame>
    </PageContextProvider>
  )
}

/** Returns the badge of a menu entry; nothing for a count of zero, or one that was not read in time. */
function waitingAt({ work }: FrameData, t: Translate, name: MenuName): NavigationLink['waiting'] {
  const kind = waitingKinds.find((one) => one === name)
  const count = kind && work[kind]
  if (!count) return undefined
  return {
    count,
    said: t(`main:frame.waiting.${kind}`, { count }),
    isUrgent: kind === 'alarms' || kind === 'configuration' || kind === 'deployments',
  }
}

const waitingKinds = ['alarms', 'faults', 'configuration', 'deployments', 'onboarding'] as const

/** Returns the current entry of the menu: a controller or site group always belongs to its own section. */
function sectionOf(matches: ReturnType<typeof useMatches>): string | undefined {
  const { deviceId, groupId } = matches.at(-1)?.params ?? {}
  if (deviceId) return 'devices'
  if (groupId) return 'sites'
  return matches
    .map(({ handle, data }) => {
      const menu = (handle as PageHandle | undefined)?.menu
      if (typeof menu !== 'function') return menu
      return data ? menu(data as never) : undefined
    })
    .findLast(Boolean)
}

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
