/** A customer: figures, open work, its site groups and ungrouped sites. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { type Reader, readerFor } from '~/backend/reader.server'
import { treeLevel } from '~/backend/tree.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { OverviewParts } from '~/features/overview/shared/overview'
import { loadOverview } from '~/features/overview/shared/overview.server'
import { offeredSeconds, overviewParams, wallQuery, wallSettings } from '~/features/overview/shared/wall'
import { loadWall } from '~/features/overview/shared/wall.server'
import { WallView } from '~/features/overview/shared/wall-view'
import { RoleEndsNotice } from '~/features/user/shared/role-ends-notice'
import { roleEndsSummary } from '~/features/user/shared/role-ends-summary.server'
import { address, href, nodeHref } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { listsOf } from '~/kit/place/lists'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { placeCounts } from '~/kit/place/place-counts'
import { type PlaceRow, PlaceTable, worstFirst } from '~/kit/place/place-table'
import { noGroup, type ParamsFor } from '~/paths'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Unavailable } from '~/ui/panel'

export const handle = {
  title: (data) => (data.wall ? data.wall.name : data.customer.name),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customer', args.params)
  const reader = await readerFor(args, { view: 'customer' })
  const settings = wallSettings(args.request)
  if (!settings || !reader.features.dashboard) return customerPage(reader, at, args.request)
  const { name } = await ownCustomer(reader.read, at)
  const wall = await loadWall(reader, { scope: { level: 'customer', at }, settings, name, customerName: null })
  return { wall }
}

async function customerPage(reader: Reader, at: ParamsFor<'customer'>, request: Request) {
  const { read, panel, call, may } = reader
  const id = at.customerId
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const [customer, overview, groups, places, ends] = await Promise.all([
    ownCustomer(read, at),
    loadOverview(reader, { level: 'customer', at }),
    panel(site.listSiteGroups, { path: { id } }),
    treeLevel(call, { type: 'customer', id }, { pageSize: 50, continuationToken: after }),
    roleEndsSummary(reader, at),
  ])
  const sitesOf = new Map(
    groups.ok ? groups.value.map((group) => [group.id, group.siteCount ?? group.siteIds.length]) : [],
  )
  const mayChange = !customer.archived
  const mayWrite = mayChange && may('hierarchy.write')
  return {
    wall: null,
    at,
    customer: {
      name: customer.name,
      code: customer.customerId,
      description: customer.description,
      archived: customer.archived,
      sites: customer.siteCount,
    },
    overview,
    ends,
    places: places.ok
      ? {
          ok: true as const,
          total: places.value.total,
          isPartial: places.value.incomplete,
          rows: places.value.nodes.flatMap((node): (PlaceRow & { type: string })[] => {
            const address = nodeHref(at, [], node)
            const isGroup = node.type === 'group'
            const sites = isGroup ? sitesOf.get(node.id) : undefined
            const lists = isGroup
              ? {
                  ...listsOf(reader, { level: 'group', at: { ...at, groupId: node.id } }),
                  sites: href('customerSites', at, { groupId: node.id, archived: 'all' }),
                }
              : listsOf(reader, { level: 'site', at: { ...at, groupId: noGroup, siteId: node.id } })
            const counts = { ...placeCounts(reader, node.counts), sites }
            return address ? [{ id: node.id, name: node.name, type: node.type, href: address, counts, lists }] : []
          }),
          nextHref: places.value.continuationToken && href('customer', at, { after: places.value.continuationToken }),
          firstHref: after && href('customer', at),
        }
      : places,
    links: {
      devices: may('device.read') ? href('customerDevices', at) : null,
      deploy: mayChange && may('deploy.run') ? href('newDeployment', at) : null,
      wall: reader.features.dashboard ? href('customer', at, wallQuery({ every: offeredSeconds, turn: null })) : null,
      map: reader.features.treeMapView ? href('customerMap', at) : null,
      settings: mayChange && may('customer.update') ? href('customerSettings', at) : null,
      archiving: mayChange && may('customer.archive') ? href('customerArchiving', at) : null,
      deletion: mayChange && may('customer.delete') ? href('customerDeletion', at) : null,
      restoring: customer.archived && may('customer.archive') ? href('customerRestoring', at) : null,
      buildSites: mayWrite ? href('siteImport', at) : null,
      newSite: mayWrite ? href('newSite', at) : null,
      newGroup: mayWrite ? href('newGroup', at) : null,
      history: may('trail.read') ? href('trail', at, { kind: 'customer', id }) : null,
    },
    ignored: unknownParams(request, overviewParams),
    crumbs: [],
    age: reader.age(),
  }
}

export default function CustomerRoute() {
  const { wall } = useLoaderData<typeof loader>()
  return wall ? <WallView wall={wall} /> : <CustomerPage />
}

function CustomerPage() {
  const t = useT()
  const { at, customer, overview, ends, places, links } = useLoaderData<typeof customerPage>()
  const { buildings, devices } = overview?.counts ?? {}
  return (
    <Stack>
      <ChangedNotice tenantId={at.tenantId} name={customer.name} />
      <Head
        name={customer.name}
        facts={[
          customer.archived && <Badge tone="info">{t('main:customer.archived')}</Badge>,
          t('count.sites', { count: customer.sites }),
          buildings !== undefined && t('count.buildings', { count: buildings }),
          links.devices && devices && t('count.devices', { count: devices.count }),
          customer.code,
        ]}
        primary={actionLink(t('main:deployment.deploy'), links.deploy)}
        others={[actionLink(t('main:view.map'), links.map), actionLink(t('main:overview.wall.open'), links.wall)]}
        more={[
          actionLink(t('main:customer.edit'), links.settings),
          actionLink(t('main:customer.restore'), links.restoring),
          actionLink(t('main:trail.history'), links.history),
        ]}
        danger={[
          actionLink(t('main:customer.archive'), links.archiving),
          actionLink(t('main:customer.delete'), links.deletion),
        ]}
      />
      {customer.description && <p className="max-w-prose">{customer.description}</p>}
      <RoleEndsNotice ends={ends} />
      <OverviewParts overview={overview}>
        <Section title={t('main:customer.places')} aside={<NewPlaces />} flush>
          {places.ok ? (
            <Places places={places} />
          ) : (
            <div className="p-4">
              <Unavailable detail={serviceProblemText(t, places.problem)} />
            </div>
          )}
        </Section>
      </OverviewParts>
    </Stack>
  )
}

function NewPlaces() {
  const t = useT()
  const { links } = useLoaderData<typeof customerPage>()
  return (
    <>
      {links.newGroup && (
        <ButtonLink small href={links.newGroup}>
          {t('main:change.group.create')}
        </ButtonLink>
      )}
      {links.buildSites && (
        <ButtonLink small href={links.buildSites}>
          {t('main:import.short')}
        </ButtonLink>
      )}
      {links.newSite && (
        <ButtonLink small href={links.newSite}>
          {t('main:change.site.create')}
        </ButtonLink>
      )}
    </>
  )
}

type Places = Extract<ReturnType<typeof useLoaderData<typeof customerPage>>['places'], { ok: true }>

function Places({ places }: { places: Places }) {
  const t = useT()
  const { links } = useLoaderData<typeof customerPage>()
  const rows = places.rows.map((row) => ({ ...row, kind: t(row.type === 'group' ? 'entity.group' : 'entity.site') }))
  const isSinglePage = !places.nextHref && !places.firstHref
  return (
    <>
      {places.isPartial && (
        <div className="p-4">
          <Notice tone="info" quiet>
            {t('main:customer.partial')}
          </Notice>
        </div>
      )}
      <PlaceTable
        caption={t('main:customer.places')}
        rows={isSinglePage ? worstFirst(rows) : rows}
        counted={['sites', 'buildings', 'spaces', 'devices']}
        empty={
          <EmptyState
            title={t('main:customer.emptyTitle')}
            offers={[{ label: t('main:change.site.create'), href: links.newSite, isMain: true }]}
          >
            {t('main:customer.emptyText')}
          </EmptyState>
        }
      />
      {!isSinglePage && (
        <Pager
          caption={t('main:customer.places')}
          rowCount={rows.length}
          total={places.total}
          firstHref={places.firstHref || undefined}
          nextHref={places.nextHref || undefined}
        />
      )}
    </>
  )
}
