/** Parses the address of a search. */
import { toNfc } from '#contracts/plain-text'
import { searchBoxParam } from '~/kit/frame/search-box'
import { mayOpen, type Viewer, type ViewName } from '~/views'

const kinds = ['group', 'site', 'building', 'space', 'device', 'equipment', 'project', 'point'] as const
export type SearchKind = (typeof kinds)[number]
const minLength = 2
const maxLength = 200

export type SearchFilter = {
  q: string
  kind: SearchKind | null
}

/** Returns the kinds that the reader may search for. */
export function searchableKinds(onlooker: Viewer): readonly SearchKind[] {
  return kinds.filter((kind) => {
    const view = viewOf[kind]
    return !view || mayOpen(view, onlooker)
  })
}

/** The view that the results of a kind need. */
const viewOf: Partial<Record<SearchKind, ViewName>> = { equipment: 'equipment', project: 'designer', point: 'points' }

/** Returns `kinds` for the call; undefined where it is all of them. */
export function kindsParam(onlooker: Viewer, kind: string | null): string | undefined {
  const permitted = searchableKinds(onlooker)
  return kind ?? (permitted.length < kinds.length ? permitted.join() : undefined)
}

/**
 * Returns words and kind, the continuation, whether the words are long enough, and whether they come from the search
 * box of the frame.
 */
export function parseSearchRequest(request: Request, onlooker: Viewer) {
  const query = new URL(request.url).searchParams
  const filter: SearchFilter = {
    q: toNfc(query.get('q') ?? '')
      .trim()
      .slice(0, maxLength),
    kind: searchableKinds(onlooker).find((kind) => kind === query.get('kind')) ?? null,
  }
  return {
    filter,
    after: query.get('after'),
    isSearched: [...filter.q].length >= minLength,
    isFromBox: query.has(searchBoxParam),
  }
}
