/** People of a tenant that match a search: their number, and exact matches by name or address. */
import { tenant } from '#contracts/tenant'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { Counted } from '~/domain/counted'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import { mayLookAt } from '~/views'
import { isWhole } from './whole'

export interface People {
  counted: Counted
  /** The list of the matches. */
  href: string
  /** Exact matches of name or address. */
  called: { href: string }[]
}

/** The limit of the count. */
const mostCounted = 20

/** Returns null without matches, without permission, and while they cannot be read. */
export async function peopleFor(reader: Reader, tenantId: string, words: string): Promise<People | null> {
  if (!mayLookAt('users', reader)) return null
  const read = await asPanel(
    reader.ask(tenant.listUsers, { path: { id: tenantId }, query: { search: words, pageSize: mostCounted + 1 } }),
  )
  if (!read.ok || read.value.length === 0) return null
  return {
    counted: { count: Math.min(read.value.length, mostCounted), isCapped: read.value.length > mostCounted },
    href: href('users', { tenantId }, { q: words }),
    called: read.value
      .filter((person) => isWhole(displayName(person), words) || isWhole(person.email, words))
      .map(({ id }) => ({ href: href('user', { tenantId, userId: id }) })),
  }
}
