/** A customer: its counters, its site groups and the sites in none. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { level } from '~/backend/tree.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceText } from '~/change/problem-text'
import { address, href, nodeHref } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { type PlaceRow, PlaceTable } from '~/screens/place/place-table'
import { Badge } from '~/ui/badge'
import { Actions } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Unavailable } from '~/ui/panel'
import { Counters } from './counters'
import { customerOverview } from './overview.server'

export const handle = { title: (data) => data.customer.name, menu: 'customer' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customer', args.params)
  const page = await reader(args, { view: 'customer' })
  const { read, panel, ask, may } = page
  const id = at.customerId
  const after = new URL(args.request.url).searchParams.get('after') ?? undefined
  const [customer, overview, groups, places] = await Promise.all([
    ownCustomer(read, at),
    customerOverview(page, at),
    panel(site.listSiteGroups, { path: { id } }),
    level(ask, { type: 'customer', id }, { pageSize: 50, continuationToken: after }),
  ])
  const sitesOf = new Map(
    groups.ok ? groups.value.map((group) => [group.id, group.siteCount ?? group.siteIds.length]) : [],
  )
  const mayChange = !customer.archived
  const mayWrite = mayChange && may('hierarchy.write')
  return {
    at,
    customer: {
      name: customer.name,
      code: customer.customerId,
      description: customer.description,
      archived: customer.archived,
    },
    overview,
    places: places.ok
      ? {
          ok: true as const,
          total: places.value.total,
          isPartial: places.value.isPartial,
          rows: places.value.nodes.flatMap((node): (PlaceRow & { type: string })[] => {
            const address = nodeHref(at, [], node)
            const counts = { ...node.counts, sites: node.type === 'group' ? sitesOf.get(node.id) : undefined }
            return address ? [{ id: node.id, name: node.name, type: node.type, href: address, counts }] : []
          }),
          nextHref: places.value.continuationToken && href('customer', at, { after: places.value.continuationToken }),
          firstHref: after && href('customer', at),
        }
      : places,
    links: {
      devices: may('device.read') ? href('customerDevices', at) : null,
      deployments: may('deploy.read') ? href('deployments', at) : null,
      deploy: mayChange && may('deploy.run') ? href('newDeployment', at) : null,
      map: page.features.treeMapView ? href('customerMap', at) : null,
      settings: mayChange && may('customer.update') ? href('customerSettings', at) : null,
      archiving: mayChange && may('customer.archive') ? href('customerArchiving', at) : null,
      deletion: mayChange && may('customer.delete') ? href('customerDeletion', at) : null,
      restoring: customer.archived && may('customer.archive') ? href('customerRestoring', at) : null,
      buildSites: mayWrite ? href('siteImport', at) : null,
      newSite: mayWrite ? href('newSite', at) : null,
      newGroup: mayWrite ? href('newGroup', at) : null,
      history: may('trail.read') ? href('trail', at, { kind: 'customer', id }) : null,
    },
    crumbs: [],
    age: page.age(),
  }
}

export default function CustomerPage() {
  const t = useT()
  const { at, customer, overview, places, links } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <ChangedNotice tenantId={at.tenantId} />
      <PageHeader
        kind={t('main:customer.code', { code: customer.code })}
        name={customer.name}
        status={customer.archived && <Badge tone="neutral">{t('main:customer.archived')}</Badge>}
        actions={
          <>
            {links.devices && <ButtonLink href={links.devices}>{t('main:customer.devices')}</ButtonLink>}
            {links.deployments && <ButtonLink href={links.deployments}>{t('main:customer.deployments')}</ButtonLink>}
            {links.deploy && <ButtonLink href={links.deploy}>{t('main:deployment.deploy')}</ButtonLink>}
            {links.map && <ButtonLink href={links.map}>{t('main:view.map')}</ButtonLink>}
            {links.settings && <ButtonLink href={links.settings}>{t('main:customer.edit')}</ButtonLink>}
            {links.restoring && <ButtonLink href={links.restoring}>{t('main:customer.restore')}</ButtonLink>}
            {links.history && (
              <ButtonLink look="quiet" href={links.history}>
                {t('main:customer.history')}
              </ButtonLink>
            )}
          </>
        }
      />
      {customer.description && <p className="max-w-prose">{customer.description}</p>}
      {overview?.ok && <Counters counters={overview.value.counters} ofSites={overview.value.ofSites} />}
      {overview && !overview.ok && <Unavailable detail={serviceText(t, overview.problem)} />}
      <Section
        title={t('main:customer.places')}
        aside={
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
        }
        flush
      >
        {places.ok ? (
          <Places places={places} />
        ) : (
          <div className="p-4">
            <Unavailable detail={serviceText(t, places.problem)} />
          </div>
        )}
      </Section>
      {(links.archiving || links.deletion) && (
        <Actions className="no-print">
          {links.archiving && (
            <ButtonLink look="quiet" href={links.archiving}>
              {t('main:customer.archive')}
            </ButtonLink>
          )}
          {links.deletion && (
            <ButtonLink look="quiet" href={links.deletion}>
              {t('main:customer.delete')}
            </ButtonLink>
          )}
        </Actions>
      )}
    </Stack>
  )
}

type Places = Extract<ReturnType<typeof useLoaderData<typeof loader>>['places'], { ok: true }>

function Places({ places }: { places: Places }) {
  const t = useT()
  const rows = places.rows.map((row) => ({ ...row, kind: t(row.type === 'group' ? 'entity.group' : 'entity.site') }))
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
        rows={rows}
        counted={['sites', 'buildings', 'spaces', 'devices']}
        empty={<EmptyState title={t('main:customer.emptyTitle')}>{t('main:customer.emptyText')}</EmptyState>}
      />
      {(places.nextHref || places.firstHref) && (
        <Pager
          caption={t('main:customer.places')}
          shown={rows.length}
          total={places.total}
          firstHref={places.firstHref || undefined}
          nextHref={places.nextHref || undefined}
        />
      )}
    </>
  )
}
