/** The people of a tenant whom the words name, for who may see them: how many, and who is called just that. */
import { tenant } from '#contracts/tenant'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { Counted } from '~/domain/counted'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import { mayLookAt } from '~/views'
import { isWhole } from './whole'

export interface People {
  counted: Counted
  /** The list of just those. */
  href: string
  /** Those whose name or address it is. */
  called: { href: string }[]
}

/** As many are counted: more of one name are a list. */
const mostCounted = 20

/** Null where there are none, where they are nobody's business, and where nobody can say now. */
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
