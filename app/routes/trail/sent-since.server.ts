/** The sends on record after a save of settings. */
import { type ChangeOfMany, mostFor } from '~/changes'
import { kindNames, saveOf, typeOf } from '~/screens/configuration/kind'
import type { FoundChange } from '~/trail/find-change.server'
import { findEntries } from '~/trail/find-entries.server'
import type { Visible } from '~/trail/matching.server'

export interface SentSince {
  /** Controllers with a completed send, and those whose send has no known outcome. */
  sent: number
  open: number
  /** Controllers without a successful send. */
  savedOnly: { id: string; name: string }[]
}

const send: ChangeOfMany = 'configuration.send'
/** Milliseconds to read the records after a save. */
const patience = 300

/**
 * Returns null for a change without saved settings, where nothing was sent after it, and where the records were not
 * read to their end.
 */
export async function sentSince(change: FoundChange, visibleTo: Visible | undefined): Promise<SentSince | null> {
  const { newest, entries, count } = change
  const kind = kindNames.find((one) => saveOf[one] === newest.mutation)
  if (!kind || entries.length < count) return null
  const found = await findEntries({
    tenantId: newest.tenantId,
    mutation: send,
    visibleTo,
    from: newest.at,
    ...(newest.customerId && { customerId: newest.customerId }),
    limit: mostFor(send),
    patience,
  })
  const sends = found.entries.filter(
    ({ sequence, after }) => sequence > newest.sequence && Object.hasOwn((after ?? {}) as object, typeOf[kind]),
  )
  if (sends.length === 0 || found.next !== null) return null
  const newestOf = new Map(sends.reverse().map((entry) => [entry.subject.id, entry.ending?.outcome ?? 'pending']))
  const saved = entries.filter(({ ending }) => ending?.outcome === 'done')
  const standing = saved.map(({ subject }) => ({ subject, outcome: newestOf.get(subject.id) }))
  return {
    sent: standing.filter(({ outcome }) => outcome === 'done').length,
    open: standing.filter(({ outcome }) => outcome === 'pending' || outcome === 'unknown').length,
    savedOnly: standing.flatMap(({ subject: { id, name }, outcome }) =>
      outcome === undefined || outcome === 'failed' || outcome === 'refused' || outcome === 'denied'
        ? [{ id, name }]
        : [],
    ),
  }
}
