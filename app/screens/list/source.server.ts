/** The loader behind every list: the rows an address requests, with the links around them. */
import { problemResponse, type Reader } from '~/backend/reader.server'
import { type Problem, problemOf, ServiceError } from '~/backend/service-error'
import { type Counted, isCount, isUncounted } from '~/domain/counted'
import type { Search } from '~/hrefs'
import type { Option } from '~/ui/field'
import {
  type AnyFilter,
  type Asked,
  askedIn,
  type FilterFields,
  type FilterOf,
  fieldsAmong,
  isNarrowed,
} from './filter'
import { leadOn } from './lead-on.server'
import { listAddress } from './list-address'
import { type Look, lookIn, plainLook } from './look'
import { notUnderstood, type Refused } from './not-understood'
import { lookOf } from './own-lists.server'
import { linksAround, pageIn } from './pages'
import { orRefused } from './refused-filter.server'
import { viewsOf } from './views-of.server'

export interface Wanted<F extends FilterFields, At> {
  at: At
  filter: FilterOf<F>
  sort: string | undefined
  after: string | undefined
  pageSize: number
}

/** The rows of a list, and how they are filtered, sorted and selected. */
export interface Source<F extends FilterFields, Row, At> {
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
  isPart?: true
  /** Returns null if the backend has no such list. */
  find(reader: Reader, wanted: Wanted<F, At>): Promise<Found<Row> | null>
  /** Returns the filter options that depend on the backend or the reader, by field; they replace declared values. */
  options?(reader: Reader, at: At, filter: FilterOf<F>): Promise<Readonly<Record<string, readonly Option[]>>>
  /** The preset views of every reader, by name, with their filters, limited to what the reader may see. */
  standing?: Readonly<Record<string, Search>> | ((reader: Reader) => Readonly<Record<string, Search>>)
  /** Counts the matches of a filter with one small call; null where the backend cannot. */
  count?(reader: Reader, wanted: { at: At; filter: FilterOf<F> }): Promise<Counted | null>
  /** The bulk actions, as addresses by name; null for those the reader may not use. */
  moves?(reader: Reader, at: At): Readonly<Record<string, string | null>>
}

/** A page of rows. */
export interface Found<Row> {
  rows: Row[]
  /** Null if nobody counted them. */
  total: Counted | number | null
  /** The cursor of the next page; none at the end. */
  next: string | null | undefined
  /** The search was limited, so rows may be missing. */
  isPartial?: boolean
  /** Too many rows to search for a complete file. */
  isShort?: boolean
  /** The consequences of rows elsewhere in the list were not read in time, so some rows are apart from their cause. */
  isUngrouped?: boolean
  /** Filter options that the reply contains: the counts by value. */
  options?: Readonly<Record<string, readonly Option[]>>
  /** The number of things the rows represent, if not the number of rows. */
  shown?: number
}

/** The address of a list, and of its file. */
export interface Mount<At> {
  at: At
  request: Request
  list(search: Search): string
  csv?(search: Search): string
}

const none: Found<never> = { rows: [], total: null, next: null }

/**
 * Returns the rows an address requests, with the links around them; refused parameters are reported beside their field.
 * Redirects if a bulk action was pressed.
 */
export async function listData<F extends FilterFields, Row, At>(
  reader: Reader,
  source: Source<F, Row, At>,
  { at, request, list, csv }: Mount<At>,
) {
  const moves = source.moves?.(reader, at) ?? {}
  leadOn(request, moves)
  const fields = fieldsOf(reader, source)
  const { filter, sort, after, known } = asked(reader, { request, source })
  const look = await lookFor(reader, request)
  const page = pageIn(new URL(request.url).searchParams)
  const [{ found: answer, refused, trouble }, options, views] = await Promise.all([
    orTold(source, orRefused(request, source.find(reader, { at, filter, sort, after, pageSize: look.rows }), none)),
    source.options?.(reader, at, filter),
    viewsOf(reader, source, { at, list, here: list({ ...filter, sort }) }),
  ])
  const found: Found<Row> = answer ?? none
  const unclear = notUnderstood(request, known, refused)
  const kept: Search = { ...filter, sort, ...lookAsked(request) }
  const shown = found.shown ?? found.rows.length
  const total = knownTotal(found.total)
  return {
    rows: found.rows,
    shown,
    look,
    views: views && { ...views, total: isNarrowed(fields, filter) ? views.total : (total ?? views.total) },
    /** The number of the first row, if known. */
    from: page.from,
    /** Why there are no rows, if the service failed. */
    trouble,
    total,
    isPartial: found.isPartial ?? false,
    isUngrouped: found.isUngrouped ?? false,
    fields: Object.keys(fields),
    isMissing: answer === null,
    filter: filter as AnyFilter,
    sort: sort ?? null,
    isNarrowed: isNarrowed(fields, filter),
    unclear,
    refused,
    options: { ...options, ...found.options },
    sorts: {
      ...(source.order && { [plain(source.order)]: { direction: source.order.startsWith('-') ? 'desc' : 'asc' } }),
      ...Object.fromEntries((source.sorts ?? []).map((column) => [plain(column), sorted(column)])),
    } as Readonly<Record<string, Sorted>>,
    links: {
      list: list({}),
      clear: list({ sort, ...lookAsked(request) }),
      /** The list without one value of a filter, in the order of its values. */
      without: Object.fromEntries(
        Object.entries(filter as AnyFilter).map(([name, value]) => [
          name,
          [value ?? []]
            .flat()
            .map((one) => list({ ...kept, [name]: [value ?? []].flat().filter((other) => other !== one) })),
        ]),
      ) as Readonly<Record<string, readonly string[]>>,
      here: list({ ...filter, sort }),
      ...linksAround(page, { shown, pageSize: look.rows, next: found.next }, (search) => list({ ...kept, ...search })),
      csv: csv && found.rows.length > 0 ? csv(kept) : null,
    },
    /** No bulk actions while a parameter is unsupported. */
    moves: unclear.length > 0 || trouble ? [] : Object.keys(moves).filter((move) => moves[move] !== null),
  }

  /** Returns the link of a heading, and the current sort. */
  function sorted(begins: string): Sorted {
    const column = plain(begins)
    const now = sort ?? source.sorts?.[0]
    const direction = now === column ? 'asc' : now === `-${column}` ? 'desc' : undefined
    const next = direction === 'asc' ? `-${column}` : direction === 'desc' ? column : begins
    return { href: list({ ...kept, sort: next }), direction }
  }
}

/** Returns the display options: those of the address, otherwise the saved ones. */
async function lookFor({ session }: Reader, request: Request): Promise<Look> {
  const { pathname, searchParams } = new URL(request.url)
  const view = listAddress(pathname)?.view
  return { ...(view ? await lookOf(session.person, view) : plainLook), ...lookIn(searchParams) }
}

/** Returns the display parameters of an address, for links that keep them. */
function lookAsked(request: Request): Search {
  const { rows, height, hidden } = lookIn(new URL(request.url).searchParams)
  return { rows, height, hide: hidden?.join() }
}

/** Returns a column without its sort direction. */
const plain = (column: string) => column.replace(/^-/, '')

/** Returns the list, or the problem of its service if the page works without the list. */
async function orTold<Row>(
  { isPart }: Pick<Source<FilterFields, Row, never>, 'isPart'>,
  work: Promise<{ found: Found<Row> | null; refused: Refused }>,
): Promise<{ found: Found<Row> | null; refused: Refused; trouble: Problem | null }> {
  try {
    return { ...(await work), trouble: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (!isPart || isNotThere(error)) throw problemResponse(error)
    return { found: none, refused: {}, trouble: problemOf(error) }
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
export function asked<F extends FilterFields, Row, At>(
  reader: Reader,
  { request, source }: { request: Request; source: Source<F, Row, At> },
): Asked<F> {
  const { others = [], moves } = source
  const fields = fieldsOf(reader, source)
  return askedIn(request, {
    fields,
    sorts: source.sorts?.map(plain),
    others: [...others, ...(moves ? ['to', 'all'] : [])],
  })
}

function fieldsOf<F extends FilterFields, Row, At>(reader: Reader, { fields, fieldsFor }: Source<F, Row, At>): F {
  return fieldsFor ? fieldsAmong(fields, fieldsFor(reader) as readonly string[]) : fields
}

/** Returns null if nobody counted them. */
function knownTotal(total: Counted | number | null): Counted | null {
  if (typeof total === 'number') return isCount(total) ? { count: total, isCapped: false } : null
  return total && !isUncounted(total) ? total : null
}
