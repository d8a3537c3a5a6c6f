/** The page of a search: form, tabs, and the table of results. */
import { Fragment } from 'react'
import type { SearchField } from '#contracts/search'
import type { Problem } from '~/backend/service-error'
import { serviceProblemText } from '~/change/problem-text'
import type { TotalCount } from '~/domain/count'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { isRefused, type RefusedParams } from '~/kit/list/unknown-params'
import { PlacePath } from '~/kit/place/place-path'
import { EmptyState } from '~/ui/empty-state'
import { SearchInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Unavailable } from '~/ui/panel'
import { Suggestions } from '~/ui/suggestions'
import { Table, type TableColumn } from '~/ui/table'
import type { ActiveCount } from './active-counts.server'
import type { KindTab } from './kinds.server'
import type { SearchFilter } from './search-request'

export interface SearchRow {
  id: string
  type: string
  name: string
  href: string | null
  path: string[]
  field: SearchField
  value: string
  /** For results of several customers. */
  customer?: { name: string; href: string } | null
}

interface SearchViewProps {
  /** The address of the search without its words. */
  bareHref: string
  /** What the script of the page reads while somebody types. */
  suggestionsHref: string
  /** The same search in all customers; absent where it is that already. */
  widerHref?: string
  filter: SearchFilter
  tabs: readonly KindTab[]
  /** Counts of matching active alarms and faults of one customer. */
  watched?: readonly ActiveCount[]
  /** The number of matching people of the tenant, with their list. */
  people: { counted: TotalCount; href: string } | null
  /** Why there are no results. */
  trouble: Problem | null
  /** The filters that the service refused: nothing was searched. */
  refused: RefusedParams
  isSearched: boolean
  isPartial: boolean
  searchedCustomers?: number | undefined
  rows: readonly SearchRow[]
  total: TotalCount | undefined
  firstHref: string | undefined
  nextHref: string | undefined
}

export function SearchView(props: SearchViewProps) {
  const t = useT()
  const {
    bareHref,
    suggestionsHref,
    widerHref,
    filter,
    tabs,
    watched = [],
    people,
    trouble,
    refused,
    isSearched,
    isPartial,
    searchedCustomers,
    rows,
    total,
    firstHref,
    nextHref,
  } = props
  const isTenantWide = widerHref === undefined
  return (
    <>
      <PageHeader name={t('main:view.search')} />
      <div className="list-head">
        {tabs.length > 0 && (
          <div>
            <SearchTabs tabs={tabs} words={filter.q} />
          </div>
        )}
        <Filters clearHref={filter.q || filter.kind ? bareHref : undefined} keep={{ kind: filter.kind ?? undefined }}>
          <div className="suggesting">
            <SearchInput
              label={t('main:search.words')}
              suggest={suggestionsHref}
              defaultValue={filter.q}
              error={filter.q && !isSearched ? 'errors:search.tooShort' : undefined}
            />
            <Suggestions id="page-suggestions" />
          </div>
        </Filters>
        {total && total.count > 0 && (
          <h2>
            {total.isCapped
              ? t('main:search.many', { matching: countText(t, 'results', total) })
              : countText(t, 'results', total)}
          </h2>
        )}
        {watched.length > 0 && (
          <p className="list-aside">
            {t('main:search.watched')}{' '}
            {watched.map(({ kind, counted, href }, at) => (
              <Fragment key={kind}>
                {at > 0 && ' · '}
                <A href={href}>{countText(t, kind, counted)}</A>
              </Fragment>
            ))}
          </p>
        )}
        {people && (
          <p className="list-aside">
            {t('word.titled', { title: t('main:view.users') })}{' '}
            <A href={people.href}>{countText(t, 'users', people.counted)}</A>
          </p>
        )}
      </div>
      {!isSearched && <p className="text-soft">{t('main:search.hint')}</p>}
      {isPartial && (
        <Notice tone="info" quiet>
          {t('main:search.partial')}
          {searchedCustomers !== undefined && ` ${t('main:search.partialCustomers', { count: searchedCustomers })}`}
        </Notice>
      )}
      {trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {isSearched && !trouble && (
        <Section flush>
          <div className="stacked-room">
            <Table
              isLined
              caption={t('main:search.caption', { words: filter.q })}
              rows={rows}
              rowKey={(row) => `${row.type} ${row.id}`}
              columns={columnsOf(t, filter.q, isTenantWide)}
              empty={
                isRefused(refused) ? (
                  <EmptyState title={t('list.refused')} />
                ) : (
                  <EmptyState
                    title={t(isTenantWide ? 'main:search.emptyTenant' : 'main:search.empty')}
                    offers={[{ label: t('main:search.wider'), href: widerHref ?? undefined }]}
                  >
                    {t('main:search.emptyHint')}
                  </EmptyState>
                )
              }
            />
          </div>
          {rows.length > 0 && (
            <Pager
              caption={t('main:view.search')}
              rowCount={rows.length}
              total={total}
              firstHref={firstHref}
              nextHref={nextHref}
            />
          )}
        </Section>
      )}
    </>
  )
}

function SearchTabs({ tabs, words }: { tabs: readonly KindTab[]; words: string }) {
  const t = useT()
  if (tabs.length === 0) return null
  return (
    <nav aria-label={t('main:search.kinds', { words })} className="views no-print">
      <ul>
        {tabs.map(({ kind, href, isCurrent, count }) => (
          <li key={kind}>
            <A href={href} aria-current={isCurrent ? 'true' : undefined}>
              {kind ? t(`main:search.kindOf.${kind}`) : t('word.all')}{' '}
              {count && <span>{countText(t, 'plain', count)}</span>}
            </A>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function columnsOf(t: ReturnType<typeof useT>, words: string, isTenantWide: boolean): TableColumn<SearchRow>[] {
  const customer: TableColumn<SearchRow> = {
    key: 'customer',
    title: t('entity.customer'),
    width: 'code',
    whole: ({ customer }) => customer?.name,
    cell: ({ customer }) =>
      customer && (
        <A href={customer.href}>
          <bdi>{customer.name}</bdi>
        </A>
      ),
  }
  return [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      width: 'text',
      whole: ({ name }) => name,
      cell: (row) => <ResultName row={row} />,
    },
    { key: 'kind', title: t('main:search.kind'), width: 'kind', cell: (row) => t(`entity.${row.type as 'site'}`) },
    ...(isTenantWide ? [customer] : []),
    {
      key: 'path',
      title: t('main:search.path'),
      width: 'place',
      whole: pathText,
      cell: (row) => <PlacePath path={pathText(row)} />,
    },
    {
      key: 'match',
      title: t('main:search.match'),
      width: 'text',
      whole: ({ value }) => value,
      cell: (row) => <MatchedField row={row} words={words} />,
    },
  ]
}

const pathText = ({ path }: SearchRow) => path.join(' / ')

function ResultName({ row }: { row: SearchRow }) {
  const name = <bdi>{row.name}</bdi>
  return row.href ? <A href={row.href}>{name}</A> : name
}

/** Which field matched, and its text with the words marked. */
function MatchedField({ row, words }: { row: SearchRow; words: string }) {
  const t = useT()
  const at = row.value.toLocaleLowerCase().indexOf(words.toLocaleLowerCase())
  const [before, matched, rest] =
    at < 0
      ? [row.value, '', '']
      : [row.value.slice(0, at), row.value.slice(at, at + words.length), row.value.slice(at + words.length)]
  return (
    <>
      <span className="text-soft">{t('word.titled', { title: t(`main:search.field.${row.field}`) })} </span>
      <bdi className="wrap-anywhere">
        {before}
        {matched && <mark>{matched}</mark>}
        {rest}
      </bdi>
    </>
  )
}
