/** A tenant: its customers with counts, its facts, and its actions. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { Figures } from '~/features/overview/shared/figure-list'
import { RecentChanges } from '~/features/overview/shared/recent-changes'
import { loadRecentChanges } from '~/features/overview/shared/recent-changes.server'
import { offeredSeconds, wallQuery, wallSettings } from '~/features/overview/shared/wall'
import { tenantWallHref } from '~/features/overview/shared/wall.server'
import { RoleEndsNotice } from '~/features/user/shared/role-ends-notice'
import { roleEndsSummary } from '~/features/user/shared/role-ends-summary.server'
import { address, href } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import { useHistoryLink } from '~/kit/place/history'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { customerView } from './customer-columns'
import { figuresOf, sortByTrouble, withHealth } from './customer-health.server'
import { customers } from './customers.server'
import { isInTransition } from './onboarding-status'
import { tenantOverview } from './overview.server'
import { TenantStateBadges } from './state'
import { TenantFacts } from './tenant-facts'
import { TenantNotice } from './tenant-notice'

export const handle = { title: (data) => data.name, menu: 'customers' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenant', args.params)
  const reader = await readerFor(args, { view: 'customers' })
  const settings = reader.features.dashboard ? wallSettings(args.request) : null
  const wall = settings && (await tenantWallHref(reader, at.tenantId, settings))
  if (wall) throw redirect(wall)
  const [list, overview, changes, ends] = await Promise.all([
    listData(reader, customers, {
      at,
      request: args.request,
      list: (search) => href('tenant', at, search),
      csv: (search) => href('customersCsv', at, search),
    }),
    tenantOverview(reader, at, args.request),
    reader.features.dashboard ? loadRecentChanges(reader, at) : null,
    roleEndsSummary(reader, at),
  ])
  const rows = await withHealth(reader, at.tenantId, list.rows)
  const isOnePage = !list.links.first && !list.links.next
  const isKnown = reader.features.dashboard && !list.isNarrowed
  return {
    ...overview,
    list: { ...list, rows: isOnePage ? sortByTrouble(rows) : rows },
    figures: isKnown ? figuresOf(rows) : [],
    /** What the figures omit. */
    omission:
      !isKnown || rows.length === 0
        ? null
        : !isOnePage
          ? ('ofSome' as const)
          : rows.every(({ health }) => health === null)
            ? ('allMissing' as const)
            : rows.some(({ health }) => health === null)
              ? ('missing' as const)
              : null,
    changes,
    ends,
    wallHref:
      reader.features.dashboard && rows.length > 0
        ? href('tenant', at, wallQuery({ every: offeredSeconds, turn: 'customers' }))
        : null,
    age: reader.age(),
    crumbs: [],
  }
}

export default function TenantPage() {
  const t = useT()
  const { at, name, facts, factsAreMissing, isAuto, trailOf, links, list, figures, omission, changes, ends, wallHref } =
    useLoaderData<typeof loader>()
  const history = useHistoryLink('tenant')
  return (
    <Stack>
      <ChangedNotice tenantId={trailOf} name={name} />
      <Head
        name={name}
        facts={[
          t('entity.tenant'),
          facts && <TenantStateBadges key="state" {...facts} />,
          list.total && !list.isNarrowed && countText(t, 'customers', list.total),
          facts?.code,
        ]}
        primary={actionLink(t('main:tenant.createCustomer'), links.newCustomer)}
        others={[
          actionLink(t('main:tenant.onboard'), links.onboarding),
          actionLink(t('main:overview.wall.open'), wallHref),
        ]}
        more={[actionLink(t('main:tenant.edit'), links.settings), history]}
        danger={[actionLink(t('main:tenant.offboard'), links.offboarding)]}
      />
      {facts && <TenantNotice at={at} facts={facts} isAuto={isInTransition(facts) && isAuto} />}
      <RoleEndsNotice ends={ends} />
      <Figures figures={figures} />
      {omission && (
        <Notice tone="info" quiet>
          {t(`main:overview.customers.${omission}`)}
        </Notice>
      )}
      <List
        list={list}
        view={customerView}
        caption={t('main:tenant.caption')}
        offers={[{ label: t('main:tenant.createCustomer'), href: links.newCustomer, who: 'tenant', isMain: true }]}
      />
      {changes !== null && <RecentChanges changes={changes} />}
      {(facts || factsAreMissing) && (
        <Section title={t('main:tenant.about')}>
          {facts ? <TenantFacts facts={facts} links={links} /> : <p>{t('main:tenant.factsUnknown')}</p>}
        </Section>
      )}
    </Stack>
  )
}
