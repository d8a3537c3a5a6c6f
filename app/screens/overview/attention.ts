/** What needs somebody, over all kinds, in one list: the worst first, and of each kind some. */
import type { Counted } from '~/domain/counted'

/** From what calls now to what can wait; a list shows them in this order. */
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

/** The one next step that a row leads to. */
export type Step = 'why' | 'test' | 'look' | 'update' | 'onboard' | 'show'

export interface AttentionRow {
  kind: TroubleKind
  /** The thing it is about; null for a row that stands for many. */
  name: string | null
  /** What is said of it by whoever reported it. */
  text: string | null
  where: string
  href: string | null
  since: string | null
  next: { step: Step; href: string } | null
}

export interface Trouble {
  kind: TroubleKind
  counted: Counted
  /** The list of exactly these; null where there is none. */
  href: string | null
  /** The first of them; none where one row stands for all. */
  rows: readonly AttentionRow[]
}

export const mostRows = 14
/** Of one kind, while others want room. */
const fairShare = 3
/** Critical alarms that nobody has acknowledged come before anything else, up to so many. */
const maxCriticalFirst = 5

/**
 * The rows that are shown: critical alarms first, then every kind has one before another has a second, and the worse
 * kinds have what room is left.
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
