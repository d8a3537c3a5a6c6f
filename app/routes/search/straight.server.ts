/**
 * Where the box of the frame leads: whoever types a whole name, path, number or address wants the thing that bears it,
 * not a list with one line. Anything else is the list, at an address that can be sent.
 */
import { redirect } from '@remix-run/node'
import { query } from '~/hrefs'
import { sought } from '~/screens/frame/search-box'
import type { People } from './people.server'
import type { FoundRow } from './view'
import { isWhole, isWholeAddress, isWholePath } from './whole'

interface Answered {
  words: string
  /** What the list would show; null where its service gave none, and the page says why. */
  found: { isPartial: boolean; next: string | null } | null
  rows: readonly FoundRow[]
  people: People | null
  listHref: string
  /** What it finds may be in another customer, whose pages do not lead back to all of it. */
  isOfTenant?: boolean
}

/** Leads on from the box, unless there is trouble to be told. */
export function leadStraight(answered: Answered): void {
  if (answered.found) throw redirect(straightTo(answered) ?? answered.listHref)
}

/** To the only thing that bears the words; null where it is not the only one, or where nobody can know. */
function straightTo({ words, found, rows, people, isOfTenant }: Answered): string | null {
  if (!found || found.isPartial || found.next) return null
  const named = rows.filter((row) => isCalled(row, words))
  const [only, ...others] = [...named, ...(people?.called ?? [])]
  if (!only?.href || others.length > 0) return null
  const isAll = rows.length + (people?.counted.count ?? 0) === 1
  if (isAll) return only.href
  return isOfTenant ? null : only.href + query({ [sought]: words })
}

/** What matched of a path is where the thing is, and no name of it. */
function isCalled({ name, value, path, field }: FoundRow, words: string): boolean {
  if (isWhole(name, words) || isWholePath([...path, name], words)) return true
  return field === 'address' ? isWholeAddress(value, words) : field !== 'path' && isWhole(value, words)
}
