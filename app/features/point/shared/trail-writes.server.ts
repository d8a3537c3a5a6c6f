/** Writes of this console to points, read from its trail, for backends that store none. */
import type { Value } from '#contracts/points'
import type { Reader } from '~/backend/reader.server'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { PointWrite } from '../point-write'

/** A write in the trail, before and after. */
export interface RecordedWrite {
  level: number
  value: Value | null
  /** The unit of the wire. */
  unit: string | null
  /** Label of the state. */
  state?: string
  /** Duration of a temporary override, in minutes. */
  minutes?: number
}

/** Returns the writes in the trail that the person may see, newest first. */
export async function trailWrites(
  reader: Reader,
  { tenantId, pointId }: { tenantId: string; pointId: string },
  limit: number,
): Promise<PointWrite[]> {
  const { entries } = await findEntries({
    tenantId,
    visibleTo: visibleTo(reader),
    subjectKind: 'point',
    subjectId: pointId,
    limit,
  })
  return entries.flatMap((entry) => writeIn(entry) ?? [])
}

/** Returns null if the write was refused or failed, and for a record in the format of another version. */
function writeIn({ at, before, after, outcomeRecord, actor, reason }: TrailEntry): PointWrite | null {
  const [previous, current] = [recordedWriteIn(before), recordedWriteIn(outcomeRecord?.after ?? after)]
  if (outcomeRecord?.outcome !== 'done' || !current) return null
  return {
    at,
    level: current.level,
    action: current.value === null ? 'release' : 'write',
    by: actor.name,
    old: previous?.value ?? null,
    new: current.value,
    expiresAt: current.minutes === undefined ? null : new Date(Date.parse(at) + current.minutes * 60_000).toISOString(),
    reason,
  }
}

function recordedWriteIn(record: unknown): RecordedWrite | null {
  return typeof record === 'object' && record !== null && 'level' in record && 'value' in record
    ? (record as RecordedWrite)
    : null
}
