/** Parses the address of a search. */
import { toNfc } from '#contracts/plain-text'
import { fromBox } from '~/screens/frame/search-box'
import { mayLookAt, type Onlooker, type ViewName } from '~/views'

const kinds = ['group', 'site', 'building', 'space', 'device', 'equipment', 'project', 'point'] as const
export type FoundKind = (typeof kinds)[number]
const shortest = 2
const maxLength = 200

export type SearchFilter = {
  q: string
  kind: FoundKind | null
}

/** Returns the kinds that the reader may search for. */
export function kindsFor(onlooker: Onlooker): readonly FoundKind[] {
  return kinds.filter((kind) => {
    const view = viewOf[kind]
    return !view || mayLookAt(view, onlooker)
  })
}

/** The view that the results of a kind need. */
const viewOf: Partial<Record<FoundKind, ViewName>> = { equipment: 'equipment', project: 'designer', point: 'points' }

/** Returns `kinds` for the call; undefined where it is all of them. */
export function kindsAsked(onlooker: Onlooker, kind: string | null): string | undefined {
  const offered = kindsFor(onlooker)
  return kind ?? (offered.length < kinds.length ? offered.join() : undefined)
}

/**
 * Returns words and kind, the continuation, whether the words are long enough, and whether they come from the search
 * box of the frame.
 */
export function searchIn(request: Request, onlooker: Onlooker) {
  const query = new URL(request.url).searchParams
  const filter: SearchFilter = {
    q: toNfc(query.get('q') ?? '')
      .trim()
      .slice(0, maxLength),
    kind: kindsFor(onlooker).find((kind) => kind === query.get('kind')) ?? null,
  }
  return { filter, after: query.get('after'), isSearched: filter.q.length >= shortest, isFromBox: query.has(fromBox) }
}
