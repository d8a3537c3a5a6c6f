/** The loader behind every list: the rows an address requests, with the links around them. */
import { problemResponse, type Reader } from '~/backend/reader.server'
import { type Problem, problemOf, ServiceError } from '~/backend/service-error'
import { isCount, isUnknownCount, type TotalCount } from '~/domain/count'
import type { QueryParams } from '~/hrefs'
import type { Option } from '~/ui/field'
import {
  type AnyFilter,
  type FilterFields,
  type FilterOf,
  isNarrowed,
  type ListSearch,
  parseListSearch,
  pickFields,
} from './filter'
import { parseListAddress } from './list-address'
import { loadViews } from './load-views.server'
import { columnSearch, type Look, parseLook } from './look'
import { linksAround, parsePage } from './pages'
import { redirectSelection } from './redirect-selection.server'
import { findOrRefused } from './refused-filter.server'
import { readStoredList } from './stored-list.server'
import { type RefusedParams, unknownParams } from './unknown-params'

export interface ListQuery<F extends FilterFields, At> {
  at: At
  filter: FilterOf<F>
  sort: string | undefined
  after: string | undefined
  pageSize: number
  /** The keys of the optional columns that are shown. */
  columns: readonly string[]
}

/** The rows of a list, and how they are filtered, sorted and selected. */
export interface ListSource<F extends FilterFields, Row, At> {
  fields: F
  /** The fields of this reader, all by default; parameters of the others are unsupported. */
  fieldsFor?(reader: Reader): readonly (keyof F)[]
  /** The sortable columns, with `-` before those that start in descending order; the first one is the default. */
  sorts?: readonly string[]
  /** The fixed order of a list that cannot be sorted, with `-` before a descending column. */
  order?: string
  /** Supported parameters that do not filter. */
  others?: readonly string[]
  /** Whether the page works without the list: an unavailable service is reported in place of the rows. */
  optional?: true
  /** Returns null if the backend has no such list. */
  find(reader: Reader, query: ListQuery<F, At>): Promise<ListPage<Row> | null>
  /** Returns the filter options that depend on the backend or the reader, by field; they replace declared values. */
  options?(reader: Reader, at: At, filter: FilterOf<F>): Promise<Readonly<Record<string, readonly Option[]>>>
  /** The preset views of every reader, by name, with their filters, limited to what the reader may see. */
  presetViews?: Readonly<Record<string, QueryParams>> | ((reader: Reader) => Readonly<Record<string, QueryParams>>)
  /** Counts the matches of a filter with one small call; null where the backend cannot. */
  count?(reader: Reader, query: { at: At; filter: FilterOf<F> }): Promise<TotalCount | null>
  /** The bulk actions, as addresses by name; null for those the reader may not use. */
  bulkActions?(reader: Reader, at: At): Readonly<Record<string, string | null>>
}

/** A page of rows. */
export interface ListPage<Row> {
  rows: Row[]
  /** Null if nobody counted them. */
  total: TotalCount | number | null
  /** The cursor of the next page; none at the end. */
  next: string | null | undefined
  /** The search was limited, so rows may be missing. */
  incomplete?: boolean
  /** Too many rows to search for a complete file. */
  tooManyToExport?: boolean
  /** The consequences of rows elsewhere in the list were not read in time, so some rows are apart from their cause. */
  isUngrouped?: boolean
  /** Filter options that the reply contains: the counts by value. */
  options?: Readonly<Record<string, readonly Option[]>>
  /** The number of things the rows represent, if not the number of rows. */
  shown?: number
}

/** The address of a list, and of its file. */
export interface ListLocation<At> {
  at: At
  request: Request
  list(search: QueryParams): string
  csv?(search: QueryParams): string
}

const emptyPage: ListPage<never> = { rows: [], total: null, next: null }

/**
 * Returns the rows an address requests, with the links around them; refused parameters are reported beside their field.
 * Redirects if a bulk action was pressed.
 */
export async function listData<F extends FilterFields, Row, At>(
  reader: Reader,
  source: ListSource<F, Row, At>,
  { at, request, list, csv }: ListLocation<At>,
) {
  const bulkActions = source.bulkActions?.(reader, at) ?? {}
  redirectSelection(request, bulkActions)
  const fields = fieldsOf(reader, source)
  const { filter, sort, after, parsed } = parseSourceSearch(reader, { request, source })
  const { pathname, searchParams } = new URL(request.url)
  const ownLook = parseLook(searchParams)
  const lookInAddress = lookSearch(ownLook)
  const page = parsePage(searchParams)
  const columns = columnSearch(ownLook)
  const currentHref = list({ ...filter, sort, ...columns })
  const now = parseListAddress(currentHref)
  const view = (now?.list === pathname ? now : parseListAddress(pathname))?.view
  const stored = await readStoredList(reader.session.person, { view, address: now })
  const look = { ...stored.look, ...ownLook }
  const [{ result: answer, refused, trouble }, options, views] = await Promise.all([
    orTrouble(
      source,
      findOrRefused(
        request,
        source.find(reader, { at, filter, sort, after, pageSize: look.rows, columns: look.shown }),
        emptyPage,
      ),
    ),
    source.options?.(reader, at, filter),
    now && loadViews(reader, source, { at, list, now, stored, columns }),
  ])
  const listPage: ListPage<Row> = answer ?? emptyPage
  const unclear = unknownParams(request, parsed, refused)
  const currentSearch: QueryParams = { ...filter, sort, ...lookInAddress }
  const rowCount = listPage.shown ?? listPage.rows.length
  const total = knownTotal(listPage.total)
  return {
    rows: listPage.rows,
    shown: rowCount,
    look,
    /** The columns in the address, for a form that keeps them. */
    columns: columns as AnyFilter,
    views: views && { ...views, total: isNarrowed(fields, filter) ? views.total : (total ?? views.total) },
    /** The number of the first row, if known. */
    from: page.from,
    /** Why there are no rows, if the service failed. */
    trouble,
    total,
    incomplete: listPage.incomplete ?? false,
    isUngrouped: listPage.isUngrouped ?? false,
    fields: Object.keys(fields),
    isMissing: answer === null,
    filter: filter as AnyFilter,
    sort: sort ?? null,
    isNarrowed: isNarrowed(fields, filter),
    unclear,
    refused,
    options: { ...options, ...listPage.options },
    sorts: {
      ...(source.order && { [columnName(source.order)]: { direction: source.order.startsWith('-') ? 'desc' : 'asc' } }),
      ...Object.fromEntries((source.sorts ?? []).map((column) => [columnName(column), sorted(column)])),
    } as Readonly<Record<string, Sorted>>,
    links: {
      list: list({}),
      clear: list({ sort, ...lookInAddress }),
      /** The list without one value of a filter, in the order of its values. */
      without: Object.fromEntries(
        Object.entries(filter as AnyFilter).map(([name, value]) => [
          name,
          [value ?? []]
            .flat()
            .map((one) => list({ ...currentSearch, [name]: [value ?? []].flat().filter((other) => other !== one) })),
        ]),
      ) as Readonly<Record<string, readonly string[]>>,
      currentHref,
      ...linksAround(page, { rowCount, pageSize: look.rows, next: listPage.next }, (search) =>
        list({ ...currentSearch, ...search }),
      ),
      csv: csv && listPage.rows.length > 0 ? csv({ ...filter, sort, show: look.shown.join() || undefined }) : null,
    },
    /** No bulk actions while a parameter is unsupported. */
    bulkActions:
      unclear.length > 0 || trouble ? [] : Object.keys(bulkActions).filter((move) => bulkActions[move] !== null),
  }

  /** Returns the link of a heading, and the current sort. */
  function sorted(begins: string): Sorted {
    const column = columnName(begins)
    const now = sort ?? source.sorts?.[0]
    const direction = now === column ? 'asc' : now === `-${column}` ? 'desc' : undefined
    const next = direction === 'asc' ? `-${column}` : direction === 'desc' ? column : begins
    return { href: list({ ...currentSearch, sort: next }), direction }
  }
}

/** Returns the display parameters of an address, for links that keep them. */
function lookSearch({ rows, height, ...columns }: Partial<Look>): QueryParams {
  return { rows, height, ...columnSearch(columns) }
}

/** Returns a column without its sort direction. */
const columnName = (column: string) => column.replace(/^-/, '')

/** Returns the list, or the problem of its service if the page works without the list. */
async function orTrouble<Row>(
  { optional }: Pick<ListSource<FilterFields, Row, never>, 'optional'>,
  work: Promise<{ result: ListPage<Row> | null; refused: RefusedParams }>,
): Promise<{ result: ListPage<Row> | null; refused: RefusedParams; trouble: Problem | null }> {
  try {
    return { ...(await work), trouble: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (!optional || isNotThere(error)) throw problemResponse(error)
    return { result: emptyPage, refused: {}, trouble: problemOf(error) }
  }
}

/** The place a list is filtered by does not exist, or is not visible to the reader: the page is also missing. */
const isNotThere = ({ code }: ServiceError) => code === '4003' || code === '4005'

export interface Sorted {
  /** The link of its heading; none for a fixed order. */
  href?: string
  direction?: 'asc' | 'desc' | undefined
}

export type ListData<Row> = Awaited<ReturnType<typeof listData<FilterFields, Row, unknown>>>

/** Parses the address of a source's list. */
export function parseSourceSearch<F extends FilterFields, Row, At>(
  reader: Reader,
  { request, source }: { request: Request; source: ListSource<F, Row, At> },
): ListSearch<F> {
  const { others = [], bulkActions } = source
  const fields = fieldsOf(reader, source)
  return parseListSearch(request, {
    fields,
    sorts: source.sorts?.map(columnName),
    others: [...others, ...(bulkActions ? ['to', 'all'] : [])],
  })
}

function fieldsOf<F extends FilterFields, Row, At>(reader: Reader, { fields, fieldsFor }: ListSource<F, Row, At>): F {
  return fieldsFor ? pickFields(fields, fieldsFor(reader) as readonly string[]) : fields
}

/** Returns null if nobody counted them. */
function knownTotal(total: TotalCount | number | null): TotalCount | null {
  if (typeof total === 'number') return isCount(total) ? { count: total, isCapped: false } : null
  return total && !isUnknownCount(total) ? total : null
}
