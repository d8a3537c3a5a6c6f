/** Reads a selection. Above the limit of its change nothing is read: a change never starts on a part of a selection. */
import type { ServiceName } from '#contracts/endpoint'
import type { TotalCount } from '~/domain/count'
import { type Selection, type SelectionTooLarge, tooManyOf } from '~/domain/selection'
import { wholePages } from './pages'

export interface LoadedSelection<Thing> {
  things: Thing[]
  /** How many ids do not exist, or not at this place. */
  missing: number
  /** Set when the selection is above the limit; `things` is empty then. */
  tooMany: SelectionTooLarge | null
}

/** One page of the matches of a filter. */
export interface MatchPage<Thing> {
  things: readonly Thing[]
  next: string | null
  /** How many match in all; null where unknown. */
  total: TotalCount | null
  /** More may match than can be read. */
  incomplete: boolean
}

/** How the things of one kind are read. */
export interface SelectionSource<Filter, Thing> {
  of: SelectionTooLarge['of']
  /** The service that reports an error when the matches cannot be read to the end. */
  service: ServiceName
  /** The limit of the change. */
  max: number
  keyOf(thing: Thing): string
  /** The things among these ids that exist. */
  byIds(ids: readonly string[]): Promise<readonly Thing[]>
  matchPage(filter: Filter, after: string | undefined): Promise<MatchPage<Thing>>
  failedIdsOf?(changeId: string): Promise<readonly string[]>
}

/**
 * Returns the things of a selection, or `tooMany` when there are more than one change allows. Throws `ServiceError`.
 */
export async function loadSelection<Filter, Thing>(
  selection: Selection<Filter> | null,
  source: SelectionSource<Filter, Thing>,
): Promise<LoadedSelection<Thing>> {
  switch (selection?.kind) {
    case undefined:
      return { things: [], missing: 0, tooMany: null }
    case 'these':
      return selectByIds(selection.ids, source)
    case 'failedIn':
      return selectByIds((await source.failedIdsOf?.(selection.changeId)) ?? [], source)
    case 'all':
      return selectMatches(selection.filter, source)
  }
}

async function selectByIds<Thing>(
  ids: readonly string[],
  source: SelectionSource<never, Thing>,
): Promise<LoadedSelection<Thing>> {
  const uniqueIds = [...new Set(ids)]
  const tooMany = tooManyOf(source.of, uniqueIds, source.max)
  if (tooMany) return { things: [], missing: 0, tooMany }
  const things = uniqueIds.length > 0 ? [...(await source.byIds(uniqueIds))] : []
  return { things, missing: uniqueIds.length - things.length, tooMany: null }
}

async function selectMatches<Filter, Thing>(
  filter: Filter,
  source: SelectionSource<Filter, Thing>,
): Promise<LoadedSelection<Thing>> {
  const { service, max, keyOf } = source
  const things = new Map<string, Thing>()
  const read = (after: string | undefined) => source.matchPage(filter, after)
  const steps = { next: ({ next }: MatchPage<Thing>) => next, rows: (page: MatchPage<Thing>) => page.things.length }
  for await (const page of wholePages(service, read, steps)) {
    const { total, incomplete } = page
    const isBeyond = total !== null && (total.isCapped || total.count > max)
    if (isBeyond) return tooManyMatches(source, total)
    if (incomplete) return tooManyMatches(source, null)
    for (const thing of page.things) things.set(keyOf(thing), thing)
    if (things.size > max) return tooManyMatches(source, { count: max, isCapped: true })
  }
  return { things: [...things.values()], missing: 0, tooMany: null }
}

function tooManyMatches<Thing>(
  { of, max }: Pick<SelectionTooLarge, 'of' | 'max'>,
  matches: TotalCount | null,
): LoadedSelection<Thing> {
  return { things: [], missing: 0, tooMany: { of, are: 'matching', total: matches, max } }
}
