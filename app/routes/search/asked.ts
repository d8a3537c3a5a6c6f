/** What the address of a search asks for. */

export const kinds = ['group', 'site', 'building', 'space', 'device'] as const
const shortest = 2

export type SearchFilter = {
  q: string
  kind: (typeof kinds)[number] | null
}

/** The words and the kind, where a page of the answer begins, and whether there is enough to look for. */
export function searchIn(request: Request) {
  const query = new URL(request.url).searchParams
  const filter: SearchFilter = {
    q: query.get('q')?.normalize('NFC').trim().slice(0, 200) ?? '',
    kind: kinds.find((kind) => kind === query.get('kind')) ?? null,
  }
  return { filter, after: query.get('after'), isSearched: filter.q.length >= shortest }
}
