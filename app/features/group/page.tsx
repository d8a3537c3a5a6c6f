/** A site group with its sites. The reserved group of ungrouped sites redirects to the customer's page. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { OverviewParts } from '~/features/overview/shared/overview'
import { loadOverview } from '~/features/overview/shared/overview.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { crumbsOf } from '~/kit/place/crumbs'
import { useHistoryLink } from '~/kit/place/history'
import { devicesHref, listsOf } from '~/kit/place/lists'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import { placeCounts } from '~/kit/place/place-counts'
import { PlaceTable, worstFirst } from '~/kit/place/place-table'
import { viewLinks, viewTabs } from '~/kit/place/tabs'
import { noGroup } from '~/paths'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'

export const handle = { title: (data) => data.group.name, menu: 'customer' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('group', args.params)
  const reader = await readerFor(args, { view: 'place' })
  if (at.groupId === noGroup) throw redirect(href('customer', at))
  const path = { id: at.groupId }
  const after = new URL(args.request.url).searchParams.get('after') ?? undefined
  const [{ node: group }, sites, overview] = await Promise.all([
    locateOrRedirect(
      { reader: reader, name: 'group', at, request: args.request },
      reader.read(site.getSiteGroup, { path }),
    ),
    reader.page(site.listGroupSites, { path, query: { pageSize: 50, continuationToken: after } }),
    loadOverview(reader, { level: 'group', at }),
  ])
  const mayWrite = reader.may('hierarchy.write')
  return {
    tenantId: at.tenantId,
    group: { name: group.name, description: group.description },
    overview,
    counts: placeCounts(reader, group.counts),
    total: sites.totalCount ?? group.siteCount ?? sites.reply.length,
    rows: sites.reply.map((one) => ({
      id: one.id,
      name: one.name,
      city: one.city ?? null,
      archived: one.archived,
      href: href('site', { ...at, siteId: one.id }),
      counts: placeCounts(reader, one.counts),
      lists: listsOf(reader, { level: 'site', at: { ...at, siteId: one.id } }),
    })),
    nextHref: sites.continuationToken && href('group', at, { after: sites.continuationToken }),
    firstHref: after && href('group', at),
    views: viewLinks('group', reader, at),
    devices: reader.may('device.read') ? devicesHref({ level: 'group', at }, {}) : null,
    more: mayWrite
      ? {
          edit: href('groupSettings', at),
          deletion: href('groupDeletion', at),
          newSite: href('newSite', at, { groupId: group.id }),
          sites: href('customerSites', at),
        }
      : null,
    ignored: unknownParams(args.request, { changed: '-' }),
    crumbs: crumbsOf(at, [], { name: group.name, href: href('group', at) }),
    age: reader.age(),
  }
}

export default function GroupPage() {
  const t = useT()
  const { tenantId, group, counts, overview, more, rows, total, nextHref, firstHref, devices, views } =
    useLoaderData<typeof loader>()
  const history = useHistoryLink('group')
  const kindOf = (row: (typeof rows)[number]) =>
    [row.city, row.archived && t('main:site.archived')].filter((part) => typeof part === 'string')
  const placed = rows.map((row) => ({ ...row, kind: kindOf(row).join(' · ') }))
  return (
    <Stack>
      <Head
        name={group.name}
        facts={[
          t('entity.group'),
          t('count.sites', { count: total }),
          counts.devices !== undefined && t('count.devices', { count: counts.devices }),
        ]}
        others={[actionLink(t('main:group.devices'), devices), actionLink(t('action.edit'), more?.edit)]}
        tabs={viewTabs(t, views, 'place')}
        more={[history]}
        danger={[actionLink(t('main:site.deletion.short'), more?.deletion)]}
      />
      <ChangedNotice tenantId={tenantId} name={group.name} />
      {group.description && <p className="max-w-prose">{group.description}</p>}
      <OverviewParts overview={overview}>
        <Section
          title={t('count.sites', { count: total })}
          aside={
            more && (
              <ButtonLink small href={more.newSite}>
                {t('main:change.site.create')}
              </ButtonLink>
            )
          }
          flush
        >
          <PlaceTable
            caption={t('main:group.sites', { name: group.name })}
            rows={nextHref || firstHref ? [...placed] : worstFirst(placed)}
            counted={['buildings', 'spaces', 'devices']}
            empty={
              <EmptyState
                title={t('main:group.emptyTitle')}
                offers={[{ label: t('main:group.chooseSites'), href: more?.sites ?? null }]}
              >
                {t('main:group.emptyText')}
              </EmptyState>
            }
          />
          {(nextHref || firstHref) && (
            <Pager
              caption={t('main:group.sites', { name: group.name })}
              rowCount={rows.length}
              total={total}
              firstHref={firstHref || undefined}
              nextHref={nextHref || undefined}
            />
          )}
        </Section>
      </OverviewParts>
    </Stack>
  )
}
