/**
 * The redirect of the search box in the frame: a full name, path, number or address opens the one thing it names, of
 * equipment and its controller the equipment, and so do words that match a single thing; anything else opens the list,
 * at an address that can be sent.
 */
import { redirect } from '@remix-run/node'
import { query } from '~/hrefs'
import { typedWordsParam } from '~/kit/frame/search-box'
import { isFullAddressMatch, isFullMatch, isFullPathMatch } from './full-match'
import type { PeopleMatches } from './people.server'
import type { SearchRow } from './view'

interface SearchAnswer {
  words: string
  /** The results of the list; null where the service failed and the page shows why. */
  results: { isPartial: boolean; next: string | null } | null
  rows: readonly SearchRow[]
  people: PeopleMatches | null
  listHref: string
  /** For a search in all customers, whose pages have no link back to its results. */
  isTenantWide?: boolean
}

/** Redirects a search from the box, unless it failed. */
export function redirectToOnly(answer: SearchAnswer): void {
  if (answer.results) throw redirect(onlyMatchHref(answer) ?? answer.listHref)
}

/**
 * Returns the address of the only full match, or of the only match; null where there are several, or where that is
 * unknown. The page of a customer links back to the list, unless the words are the full name of the only match.
 */
function onlyMatchHref({ words, results, rows, people, isTenantWide }: SearchAnswer): string | null {
  if (!results || results.isPartial || results.next) return null
  const matches = [...rows, ...(people?.firstMatches ?? [])]
  const fullRows = withoutOwnController(rows.filter((row) => isFullName(row, words)))
  const fullMatches = [...fullRows, ...(people?.exactMatches ?? [])]
  const isAll = rows.length + (people?.counted.count ?? 0) === 1
  const [only, ...others] = isAll ? matches : fullMatches
  if (!only?.href || others.length > 0) return null
  if (isTenantWide) return isAll ? only.href : null
  return isAll && fullMatches.length === 1 ? only.href : only.href + query({ [typedWordsParam]: words })
}

/**
 * Leaves out a controller that is named like equipment in the same place: the page of the equipment shows what both are
 * for, and links to its controller.
 */
function withoutOwnController(rows: readonly SearchRow[]): readonly SearchRow[] {
  const [one, other, ...more] = rows
  if (!one || !other || more.length > 0) return rows
  const isSame = one.name === other.name && one.path.join('/') === other.path.join('/')
  const isPair = [one.type, other.type].sort().join() === 'device,equipment'
  return isSame && isPair ? rows.filter(({ type }) => type === 'equipment') : rows
}

/** Whether the words are the full name of a row; a match in its path is not. */
function isFullName({ name, value, path, field }: SearchRow, words: string): boolean {
  if (isFullMatch(name, words) || isFullPathMatch([...path, name], words)) return true
  return field === 'address' ? isFullAddressMatch(value, words) : field !== 'path' && isFullMatch(value, words)
}
