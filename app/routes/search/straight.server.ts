/**
 * The redirect of the search box in the frame: a full name, path, number or address opens the one thing it names;
 * anything else opens the list, at an address that can be sent.
 */
import { redirect } from '@remix-run/node'
import { query } from '~/hrefs'
import { sought } from '~/screens/frame/search-box'
import type { People } from './people.server'
import type { FoundRow } from './view'
import { isWhole, isWholeAddress, isWholePath } from './whole'

interface Answered {
  words: string
  /** The results of the list; null where the service failed and the page shows why. */
  found: { isPartial: boolean; next: string | null } | null
  rows: readonly FoundRow[]
  people: People | null
  listHref: string
  /** For a search in all customers, whose pages have no link back to its results. */
  isOfTenant?: boolean
}

/** Redirects a search from the box, unless it failed. */
export function leadStraight(answered: Answered): void {
  if (answered.found) throw redirect(straightTo(answered) ?? answered.listHref)
}

/** Returns the address of the only full match; null where it is not the only one, or where that is unknown. */
function straightTo({ words, found, rows, people, isOfTenant }: Answered): string | null {
  if (!found || found.isPartial || found.next) return null
  const named = rows.filter((row) => isCalled(row, words))
  const [only, ...others] = [...named, ...(people?.called ?? [])]
  if (!only?.href || others.length > 0) return null
  const isAll = rows.length + (people?.counted.count ?? 0) === 1
  if (isAll) return only.href
  return isOfTenant ? null : only.href + query({ [sought]: words })
}

/** Whether the words are the full name of a row; a match in its path is not. */
function isCalled({ name, value, path, field }: FoundRow, words: string): boolean {
  if (isWhole(name, words) || isWholePath([...path, name], words)) return true
  return field === 'address' ? isWholeAddress(value, words) : field !== 'path' && isWhole(value, words)
}
