/** What a list shows of what an address asks: the one loader behind every list. */
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

/** Where the rows of a list come from, and how they can be narrowed, sorted and chosen. */
export interface Source<F extends FilterFields, Row, At> {
  fields: F
  /** The fields that this reader has, all of them unless said: what the others ask is not understood. */
  fieldsFor?(reader: Reader): readonly (keyof F)[]
  /** The columns whose heading sorts, with `-` before those that begin with the highest; unasked, the first one. */
  sorts?: readonly string[]
  /** The column by which rows come that no heading sorts, with `-` before it where the highest come first. */
  order?: string
  /** The words of the address that narrow nothing. */
  others?: readonly string[]
  /** Whether the page stands without it: a service that is down or slow is told of in place of the rows. */
  isPart?: true
  /** Null where the backend has no such list. */
  find(reader: Reader, wanted: Wanted<F, At>): Promise<Found<Row> | null>
  /**
   * What the filters offer that only a backend, or who reads, can tell, by field; in place of its own values where it
   * has some.
   */
  options?(reader: Reader, at: At, filter: FilterOf<F>): Promise<Readonly<Record<string, readonly Option[]>>>
  /** The views that everybody is offered, by name: what each narrows the list to; as far as this reader may see it. */
  standing?: Readonly<Record<string, Search>> | ((reader: Reader) => Readonly<Record<string, Search>>)
  /** How many rows a filter leaves, by one small read; null where nobody can say by one. */
  count?(reader: Reader, wanted: { at: At; filter: FilterOf<F> }): Promise<Counted | null>
  /** What the ticked rows can be led to, by the name of its button; null where the person may not. */
  moves?(reader: Reader, at: At): Readonly<Record<string, string | null>>
}

/** A page of rows. */
export interface Found<Row> {
  rows: Row[]
  /** Null where nobody counted. */
  total: Counted | number | null
  /** What `after` is for the next page; nothing at the end. */
  next: string | null | undefined
  /** Looked for within a bound: some may be missing. */
  isPartial?: boolean
  /** More are there than could be looked through, so that no file can be made of them. */
  isShort?: boolean
  /** What follows from the rows elsewhere in the list could not be read in time: some rows are apart from their cause. */
  isUngrouped?: boolean
  /** What the answer itself says of what the filters offer: how many there are of each. */
  options?: Readonly<Record<string, readonly Option[]>>
  /** How many things the rows tell of, where that is not how many rows there are. */
  shown?: number
}

/** Where a list stands: its own address, and that of its file. */
export interface Mount<At> {
  at: At
  request: Request
  list(search: Search): string
  csv?(search: Search): string
}

const none: Found<never> = { rows: [], total: null, next: null }

/**
 * The rows an address asks for with the links around them; what a service refuses is told beside its field. Leads on where
 * a button for ticked rows was pressed.
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
    /** The number of the first row, where somebody can say. */
    from: page.from,
    /** Why there are no rows, where their service gave none. */
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
    /** None while it is not understood what the address asks for. */
    moves: unclear.length > 0 || trouble ? [] : Object.keys(moves).filter((move) => moves[move] !== null),
  }

  /** Where a click on a heading leads, and how the rows are sorted now. */
  function sorted(begins: string): Sorted {
    const column = plain(begins)
    const now = sort ?? source.sorts?.[0]
    const direction = now === column ? 'asc' : now === `-${column}` ? 'desc' : undefined
    const next = direction === 'asc' ? `-${column}` : direction === 'desc' ? column : begins
    return { href: list({ ...kept, sort: next }), direction }
  }
}

/** How the list looks to who reads it: as the address says, else as they want it. */
async function lookFor({ session }: Reader, request: Request): Promise<Look> {
  const { pathname, searchParams } = new URL(request.url)
  const view = listAddress(pathname)?.view
  return { ...(view ? await lookOf(session.person, view) : plainLook), ...lookIn(searchParams) }
}

/** The words of the address about how the list looks, for the links that keep them. */
function lookAsked(request: Request): Search {
  const { rows, height, hidden } = lookIn(new URL(request.url).searchParams)
  return { rows, height, hide: hidden?.join() }
}

/** A column without the sign of how its sort begins. */
const plain = (column: string) => column.replace(/^-/, '')

/** The list, or why its service gave none where its page stands without. */
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

/** What a list is narrowed to is not there, or not for this person: then neither is its page. */
const isNotThere = ({ code }: ServiceError) => code === '4003' || code === '4005'

export interface Sorted {
  /** Where its heading leads; nowhere for an order that stays. */
  href?: string
  direction?: 'asc' | 'desc' | undefined
}

export type ListData<Row> = Awaited<ReturnType<typeof listData<FilterFields, Row, unknown>>>

/** What an address asks of a source. */
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

/** Null where nobody counted. */
function knownTotal(total: Counted | number | null): Counted | null {
  if (typeof total === 'number') return isCount(total) ? { count: total, isCapped: false } : null
  return total && !isUncounted(total) ? total : null
}
