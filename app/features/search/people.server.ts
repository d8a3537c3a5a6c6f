/** People of a tenant that match a search: their number, and exact matches by name or address. */
import { tenant } from '#contracts/tenant'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { TotalCount } from '~/domain/count'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import { mayOpen } from '~/views'
import { isFullMatch } from './full-match'

export interface PeopleMatches {
  counted: TotalCount
  /** The list of the matches. */
  href: string
  /** Exact matches of name or address. */
  exactMatches: { href: string }[]
  /** The first matches, up to the limit of the count. */
  firstMatches: { href: string }[]
}

/** The limit of the count. */
const maxCounted = 20

/** Returns null without matches, without permission, and while they cannot be read. */
export async function matchPeople(reader: Reader, tenantId: string, words: string): Promise<PeopleMatches | null> {
  if (!mayOpen('users', reader)) return null
  const read = await asPanel(
    reader.call(tenant.listUsers, { path: { id: tenantId }, query: { search: words, pageSize: maxCounted + 1 } }),
  )
  if (!read.ok || read.value.length === 0) return null
  const hrefOf = ({ id }: { id: string }) => ({ href: href('user', { tenantId, userId: id }) })
  return {
    counted: { count: Math.min(read.value.length, maxCounted), isCapped: read.value.length > maxCounted },
    href: href('users', { tenantId }, { q: words }),
    exactMatches: read.value
      .filter((person) => isFullMatch(displayName(person), words) || isFullMatch(person.email, words))
      .map(hrefOf),
    firstMatches: read.value.slice(0, maxCounted).map(hrefOf),
  }
}
