/**
 * The trail as JSON lines (docs/trail.md): a header line with the public keys, then the records; in a whole chain each
 * signed checkpoint follows the record it names.
 */

import { chainOf } from './chain-of.server'
import type { CheckpointLine } from './checkpoint.server'
import { checkpointsOf, publicKeys } from './checkpoints.server'
import { findEntries } from './find-entries.server'
import type { TrailFilter } from './matching.server'
import type { TrailRecord } from './record'

export interface ExportHead {
  type: 'trail'
  format: 1
  tenantId: string
  exportedAt: string
  /** Whether it contains every record of the tenant; a partial export can only be checked record by record. */
  isWhole: boolean
  keys: { id: string; publicKey: string }[]
}

export type ExportLine = ExportHead | CheckpointLine | TrailRecord

async function headOf(tenantId: string, isWhole: boolean): Promise<ExportHead> {
  return {
    type: 'trail',
    format: 1,
    tenantId,
    exportedAt: new Date().toISOString(),
    isWhole,
    keys: await publicKeys(),
  }
}

/** Yields a tenant's whole chain, in order. */
export async function* exportChain(tenantId: string): AsyncGenerator<ExportLine> {
  const head = await headOf(tenantId, true)
  yield head
  const keys = new Map(head.keys.map(({ id, publicKey }) => [id, publicKey]))
  // Before the records, which are read up to the head of that moment: no checkpoint is beyond it.
  const checkpoints = (await checkpointsOf(tenantId)).values()
  let next = checkpoints.next()
  for await (const record of chainOf(tenantId)) {
    yield record
    while (!next.done && next.value.sequence <= record.sequence) {
      yield { type: 'checkpoint', ...next.value, publicKey: keys.get(next.value.keyId) ?? '' }
      next = checkpoints.next()
    }
  }
}

/** Yields the records that match, newest first, each followed by its outcome. */
export async function* exportMatches(filter: TrailFilter): AsyncGenerator<ExportLine> {
  yield await headOf(filter.tenantId, false)
  for await (const { outcomeRecord, ...record } of entriesOf(filter)) {
    yield record
    if (outcomeRecord) yield outcomeRecord
  }
}

/** Yields every entry that matches, newest first, a page at a time; other searches run in between. */
export async function* entriesOf(filter: TrailFilter) {
  for (let before = filter.before; ; ) {
    const { entries, next } = await findEntries({ ...filter, before, limit: 200, patienceMs: 50 })
    yield* entries
    if (next === null) return
    before = next
  }
}
