/** What the address of a search asks for. */
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

/** The kinds of things that somebody may look for. */
export function kindsFor(onlooker: Onlooker): readonly FoundKind[] {
  return kinds.filter((kind) => {
    const view = viewOf[kind]
    return !view || mayLookAt(view, onlooker)
  })
}

/** The views without which there is nothing to be shown of what is found. */
const viewOf: Partial<Record<FoundKind, ViewName>> = { equipment: 'equipment', project: 'designer', point: 'points' }

/** The kinds as the call takes them: none of them where it is all there are. */
export function kindsAsked(onlooker: Onlooker, kind: string | null): string | undefined {
  const offered = kindsFor(onlooker)
  return kind ?? (offered.length < kinds.length ? offered.join() : undefined)
}

/**
 * The words and the kind, where a page of the answer begins, whether there is enough to look for, and whether they come
 * from the box of the frame.
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
