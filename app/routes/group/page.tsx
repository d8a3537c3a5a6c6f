/** A site group: its sites. The reserved group of ungrouped sites has its rows on the customer's page. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { noGroup } from '~/paths'
import { crumbsOf } from '~/screens/place/crumbs'
import { HistoryLink } from '~/screens/place/history-link'
import { PlaceTable } from '~/screens/place/place-table'
import { atRightAddress } from '~/screens/place/right-address.server'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'

export const handle = { title: (data) => data.group.name, menu: 'customer' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('group', args.params)
  const page = await reader(args, { view: 'place' })
  if (at.groupId === noGroup) throw redirect(href('customer', at))
  const path = { id: at.groupId }
  const after = new URL(args.request.url).searchParams.get('after') ?? undefined
  const [{ node: group }, sites] = await Promise.all([
    atRightAddress({ reader: page, name: 'group', at, request: args.request }, page.read(site.getSiteGroup, { path })),
    page.page(site.listGroupSites, { path, query: { pageSize: 50, continuationToken: after } }),
  ])
  const mayWrite = page.may('hierarchy.write')
  return {
    tenantId: at.tenantId,
    group: { name: group.name, description: group.description },
    total: sites.totalCount ?? group.siteCount ?? sites.reply.length,
    rows: sites.reply.map((one) => ({
      id: one.id,
      name: one.name,
      city: one.city ?? null,
      archived: one.archived,
      href: href('site', { ...at, siteId: one.id }),
      counts: one.counts,
    })),
    nextHref: sites.continuationToken && href('group', at, { after: sites.continuationToken }),
    firstHref: after && href('group', at),
    devicesHref: page.may('device.read') ? href('customerDevices', at, { groupId: group.id }) : null,
    more: mayWrite
      ? {
          edit: href('groupSettings', at),
          deletion: href('groupDeletion', at),
          newSite: href('newSite', at, { groupId: group.id }),
          sites: href('customerSites', at),
        }
      : null,
    crumbs: crumbsOf(at, [], { name: group.name, href: href('group', at) }),
    age: page.age(),
  }
}

export default function GroupPage() {
  const t = useT()
  const { tenantId, group, more, rows, total, nextHref, firstHref, devicesHref } = useLoaderData<typeof loader>()
  const kindOf = (row: (typeof rows)[number]) =>
    [row.city, row.archived && t('main:site.archived')].filter((part) => typeof part === 'string')
  return (
    <Stack>
      <PageHeader
        kind={t('entity.group')}
        name={group.name}
        actions={
          <>
            {devicesHref && <ButtonLink href={devicesHref}>{t('main:group.devices')}</ButtonLink>}
            {more && <ButtonLink href={more.edit}>{t('action.edit')}</ButtonLink>}
            {more && <ButtonLink href={more.deletion}>{t('main:site.deletion.short')}</ButtonLink>}
            <HistoryLink kind="group" />
          </>
        }
      />
      <ChangedNotice tenantId={tenantId} />
      {group.description && <p className="max-w-prose">{group.description}</p>}
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
          rows={rows.map((row) => ({ ...row, kind: kindOf(row).join(' · ') }))}
          counted={['buildings', 'spaces', 'devices']}
          empty={
            <EmptyState
              title={t('main:group.emptyTitle')}
              actions={more && <ButtonLink href={more.sites}>{t('main:group.chooseSites')}</ButtonLink>}
            >
              {t('main:group.emptyText')}
            </EmptyState>
          }
        />
        {(nextHref || firstHref) && (
          <Pager
            caption={t('main:group.sites', { name: group.name })}
            shown={rows.length}
            total={total}
            firstHref={firstHref || undefined}
            nextHref={nextHref || undefined}
          />
        )}
      </Section>
    </Stack>
  )
}
