/** What needs attention, of all kinds, in one list: the worst first, some rows of each kind. */
import type { TotalCount } from '~/domain/count'

/** In order of urgency, which is the order of the list. */
export const attentionKinds = [
  'criticalAlarm',
  'sendFailed',
  'deploymentFailed',
  'offline',
  'highAlarm',
  'stalled',
  'faultReturned',
  'fault',
  'override',
  'acknowledgedAlarm',
  'outdated',
  'notOnboarded',
  'tunnel',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** The next step a row links to. */
export type NextStep = 'why' | 'test' | 'look' | 'update' | 'onboard' | 'show'

export interface AttentionRow {
  kind: AttentionKind
  /** The name of the thing; null for a row that represents many. */
  name: string | null
  /** The note of its reporter. */
  text: string | null
  where: string
  href: string | null
  since: string | null
  next: { step: NextStep; href: string } | null
}

export interface AttentionGroup {
  kind: AttentionKind
  counted: TotalCount
  /** The list of exactly these; null if there is none. */
  href: string | null
  /** The first rows; a single one may represent all. */
  rows: readonly AttentionRow[]
}

export const maxAttentionRows = 14
/** The number of rows per kind while others need room. */
const fairShare = 3
/** Unacknowledged critical alarms are listed first, up to this number. */
const maxCriticalFirst = 5

/**
 * Selects the rows to show: critical alarms first, then one row of every kind before a second of any; the more urgent
 * kinds share the remaining room.
 */
export function selectAttentionRows(groups: readonly AttentionGroup[]): AttentionRow[] {
  const ranked = attentionKinds.flatMap((kind) => groups.filter((one) => one.kind === kind && one.rows.length > 0))
  const shares = ranked.map(({ kind, rows }) =>
    kind === 'criticalAlarm' ? Math.min(rows.length, maxCriticalFirst) : 0,
  )
  let remaining = maxAttentionRows - shares.reduce((sum, count) => sum + count, 0)
  const upTo = (share: number) => {
    for (const [at, { rows }] of ranked.entries()) {
      const more = Math.min(remaining, Math.max(0, Math.min(share, rows.length) - (shares[at] ?? 0)))
      shares[at] = (shares[at] ?? 0) + more
      remaining -= more
    }
  }
  for (let share = 1; share <= fairShare; share += 1) upTo(share)
  upTo(maxAttentionRows)
  return ranked.flatMap(({ rows }, at) => rows.slice(0, shares[at]))
}
