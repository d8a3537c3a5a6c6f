/** All sites of a customer: to find one, and to move or export many. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { ChangedNotice } from '~/audit/changed-notice'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { noGroup } from '~/paths'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { Filters, HiddenFields } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { filtersOf, isFiltered, siteSearch, wordsOf } from './filter'
import { findSites, noSites } from './find-sites.server'
import { siteRow } from './row'
import { SiteTable } from './table'

export const handle = { title: (_, t) => t('main:site.list.title'), menu: 'sites' } satisfies PageHandle<typeof loader>

/** Rows of one page. */
const pageSize = 50

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerSites', args.params)
  const page = await reader(args, { capability: 'hierarchy.read' })
  const search = siteSearch(new URL(args.request.url).searchParams)
  const [customer, { found, refused }, groups] = await Promise.all([
    ownCustomer(page.read, at),
    orRefused(args.request, findSites(page, { customerId: at.customerId, search, pageSize }), noSites),
    page.panel(site.listSiteGroups, { path: { id: at.customerId } }),
  ])
  const unclear = notUnderstood(args.request, wordsOf(search), refused)
  const filters = filtersOf(search)
  const mayWrite = page.may('hierarchy.write') && !customer.archived
  return {
    customer: customer.name,
    rows: found.sites.map((one) => siteRow(at, one)),
    total: found.total,
    isPartial: found.isPartial,
    isFiltered: isFiltered(search),
    unclear,
    refused,
    search,
    groups: groups.ok ? groups.value.map(({ id, name }) => ({ value: id, label: name })) : [],
    tenantId: at.tenantId,
    links: {
      list: href('customerSites', at),
      first: search.after ? href('customerSites', at, filters) : null,
      next: found.next && href('customerSites', at, { ...filters, after: found.next }),
      csv: href('customerSitesCsv', at, filters),
      move: mayWrite && unclear.length === 0 ? href('siteMoves', at) : null,
      build: mayWrite ? href('siteImport', at) : null,
      create: mayWrite ? href('newSite', at, { groupId: search.groupId === noGroup ? null : search.groupId }) : null,
    },
    crumbs: [{ name: translator(page.language)('main:site.list.title'), href: href('customerSites', at) }],
    age: page.age(),
  }
}

export default function SitesPage() {
  const t = useT()
  const { tenantId, customer, rows, total, isPartial, isFiltered, links, search } = useLoaderData<typeof loader>()
  const caption = t('main:site.list.of', { name: customer })
  const isChoosing = links.move !== null && rows.length > 0
  const table = (
    <SiteTable
      caption={caption}
      rows={rows}
      choice={
        isChoosing
          ? {
              name: 'site',
              valueOf: ({ id }) => id,
              nameOf: ({ name }) => name,
              all: total > rows.length ? { name: 'all', total } : undefined,
            }
          : undefined
      }
      empty={<NoSites isFiltered={isFiltered} links={links} />}
    />
  )
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{customer}</bdi>}
        name={t('main:site.list.title')}
        actions={
          <>
            {links.build && <ButtonLink href={links.build}>{t('main:import.short')}</ButtonLink>}
            {links.create && <ButtonLink href={links.create}>{t('main:change.site.create')}</ButtonLink>}
          </>
        }
      />
      <ChangedNotice tenantId={tenantId} />
      <SiteFilters />
      {isPartial && (
        <Notice tone="warn" quiet title={t('main:site.list.partialTitle')}>
          {t('main:site.list.partialText')}
        </Notice>
      )}
      <Section
        title={t('count.sites', { count: total })}
        aside={rows.length > 0 && <A href={links.csv}>{t('action.download')}</A>}
        flush
      >
        {isChoosing && links.move ? (
          <form method="get" action={links.move}>
            <HiddenFields values={filtersOf(search) as Record<string, string>} />
            <div className="no-print flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
              <span className="text-sm text-soft">{t('main:site.list.withChosen')}</span>
              <Button small>{t('main:site.move.start')}</Button>
            </div>
            {table}
          </form>
        ) : (
          table
        )}
        {rows.length > 0 && (
          <Pager
            caption={caption}
            shown={rows.length}
            total={total}
            firstHref={links.first ?? undefined}
            nextHref={links.next ?? undefined}
          />
        )}
      </Section>
    </Stack>
  )
}

function SiteFilters() {
  const t = useT()
  const { search, groups, isFiltered, links } = useLoaderData<typeof loader>()
  return (
    <Filters clearHref={isFiltered ? links.list : undefined}>
      <TextInput
        type="search"
        name="q"
        label={t('action.search')}
        defaultValue={search.search}
        placeholder={t('main:site.list.searchHint')}
        maxLength={200}
      />
      <Select
        name="groupId"
        label={t('entity.group')}
        defaultValue={search.groupId ?? ''}
        options={[
          { value: '', label: t('word.any') },
          { value: noGroup, label: t('main:site.list.noGroup') },
          ...groups,
        ]}
      />
      <TextInput name="country" label={t('main:site.form.country')} defaultValue={search.country} maxLength={200} />
      <Select
        name="archived"
        label={t('main:site.list.archived')}
        defaultValue={search.archived ?? ''}
        options={[
          { value: '', label: t('main:site.list.inUse') },
          { value: 'true', label: t('main:site.list.onlyArchived') },
          { value: 'all', label: t('word.all') },
        ]}
      />
    </Filters>
  )
}

function NoSites({ isFiltered, links }: { isFiltered: boolean; links: { list: string; create: string | null } }) {
  const t = useT()
  if (isFiltered)
    return (
      <EmptyState
        title={t('main:site.list.noneTitle')}
        actions={<ButtonLink href={links.list}>{t('action.clearFilters')}</ButtonLink>}
      >
        {t('main:site.list.noneText')}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('main:site.list.emptyTitle')}
      actions={links.create && <ButtonLink href={links.create}>{t('main:change.site.create')}</ButtonLink>}
    >
      {t('main:site.list.emptyText')}
    </EmptyState>
  )
}
