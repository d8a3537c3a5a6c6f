/** What needs attention, of all kinds, in one list: the worst first, some rows of each kind. */
import type { Counted } from '~/domain/counted'

/** In order of urgency, which is the order of the list. */
export const troubleKinds = [
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
export type TroubleKind = (typeof troubleKinds)[number]

/** The next step a row links to. */
export type Step = 'why' | 'test' | 'look' | 'update' | 'onboard' | 'show'

export interface AttentionRow {
  kind: TroubleKind
  /** The name of the thing; null for a row that represents many. */
  name: string | null
  /** The note of its reporter. */
  text: string | null
  where: string
  href: string | null
  since: string | null
  next: { step: Step; href: string } | null
}

export interface Trouble {
  kind: TroubleKind
  counted: Counted
  /** The list of exactly these; null if there is none. */
  href: string | null
  /** The first rows; a single one may represent all. */
  rows: readonly AttentionRow[]
}

export const mostRows = 14
/** The number of rows per kind while others need room. */
const fairShare = 3
/** Unacknowledged critical alarms are listed first, up to this number. */
const maxCriticalFirst = 5

/**
 * Selects the rows to show: critical alarms first, then one row of every kind before a second of any; the more urgent
 * kinds share the remaining room.
 */
export function attentionOf(troubles: readonly Trouble[]): AttentionRow[] {
  const ranked = troubleKinds.flatMap((kind) => troubles.filter((one) => one.kind === kind && one.rows.length > 0))
  const taken = ranked.map(({ kind, rows }) => (kind === 'criticalAlarm' ? Math.min(rows.length, maxCriticalFirst) : 0))
  let left = mostRows - taken.reduce((sum, count) => sum + count, 0)
  const upTo = (share: number) => {
    for (const [at, { rows }] of ranked.entries()) {
      const more = Math.min(left, Math.max(0, Math.min(share, rows.length) - (taken[at] ?? 0)))
      taken[at] = (taken[at] ?? 0) + more
      left -= more
    }
  }
  for (let share = 1; share <= fairShare; share += 1) upTo(share)
  upTo(mostRows)
  return ranked.flatMap(({ rows }, at) => rows.slice(0, taken[at]))
}
