/** The sends on record after a save of settings. */
import { type BulkChangeName, limitFor } from '~/changes'
import { configurationTypeOf, kindNames, saveChangeOf } from '~/features/configuration/shared/kind'
import type { ChangeDetails } from '~/trail/find-change.server'
import { findEntries } from '~/trail/find-entries.server'
import type { VisibleScope } from '~/trail/matching.server'

export interface SendsAfterSave {
  /** Controllers with a completed send, and those whose send has no known outcome. */
  sent: number
  open: number
  /** Controllers without a successful send. */
  savedOnly: { id: string; name: string }[]
}

const send: BulkChangeName = 'configuration.send'
/** Milliseconds to read the records after a save. */
const patienceMs = 300

/**
 * Returns null for a change without saved settings, where nothing was sent after it, and where the records were not
 * read to their end.
 */
export async function sendsAfterSave(
  change: ChangeDetails,
  visibleTo: VisibleScope | undefined,
): Promise<SendsAfterSave | null> {
  const { newest, entries, count } = change
  const kind = kindNames.find((one) => saveChangeOf[one] === newest.mutation)
  if (!kind || entries.length < count) return null
  const records = await findEntries({
    tenantId: newest.tenantId,
    mutation: send,
    visibleTo,
    from: newest.at,
    ...(newest.customerId && { customerId: newest.customerId }),
    limit: limitFor(send),
    patienceMs,
  })
  const sends = records.entries.filter(
    ({ sequence, after }) =>
      sequence > newest.sequence && Object.hasOwn((after ?? {}) as object, configurationTypeOf[kind]),
  )
  if (sends.length === 0 || records.next !== null) return null
  const newestOf = new Map(
    sends.reverse().map((entry) => [entry.subject.id, entry.outcomeRecord?.outcome ?? 'pending']),
  )
  const saved = entries.filter(({ outcomeRecord }) => outcomeRecord?.outcome === 'done')
  const current = saved.map(({ subject }) => ({ subject, outcome: newestOf.get(subject.id) }))
  return {
    sent: current.filter(({ outcome }) => outcome === 'done').length,
    open: current.filter(({ outcome }) => outcome === 'pending' || outcome === 'unknown').length,
    savedOnly: current.flatMap(({ subject: { id, name }, outcome }) =>
      outcome === undefined || outcome === 'failed' || outcome === 'refused' || outcome === 'denied'
        ? [{ id, name }]
        : [],
    ),
  }
}
