/** What this console wrote to points, as its trail has it: for backends that keep nothing of it. */
import type { Value } from '#contracts/points'
import type { Reader } from '~/backend/reader.server'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { PointWrite } from './known-write'

/** What a record of a write keeps, as before and as after. */
export interface KeptWrite {
  level: number
  value: Value | null
  /** The unit of the wire. */
  unit: string | null
  /** What the point calls its state. */
  state?: string
  /** Of an override for a time. */
  minutes?: number
}

/** The newest first, of what whoever asks may see of the trail. */
export async function writesOnTrail(
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

/** Null for what was refused or failed, and for what a console of another version wrote down. */
function writeIn({ at, before, after, ending, actor, reason }: TrailEntry): PointWrite | null {
  const [was, is] = [keptIn(before), keptIn(ending?.after ?? after)]
  if (ending?.outcome !== 'done' || !is) return null
  return {
    at,
    level: is.level,
    action: is.value === null ? 'release' : 'write',
    by: actor.name,
    old: was?.value ?? null,
    new: is.value,
    expiresAt: is.minutes === undefined ? null : new Date(Date.parse(at) + is.minutes * 60_000).toISOString(),
    reason,
  }
}

function keptIn(kept: unknown): KeptWrite | null {
  return typeof kept === 'object' && kept !== null && 'level' in kept && 'value' in kept ? (kept as KeptWrite) : null
}
