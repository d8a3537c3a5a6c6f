/** How long an acknowledgement holds, where it is given an end. */

const hour = 60 * 60_000

/** What a form offers, with what it comes to, ms. */
export const acknowledgedFor = {
  '1h': hour,
  '4h': 4 * hour,
  '8h': 8 * hour,
  '1d': 24 * hour,
  '3d': 3 * 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
} as const
export type AcknowledgedFor = keyof typeof acknowledgedFor

export const spans = Object.keys(acknowledgedFor) as [AcknowledgedFor, ...AcknowledgedFor[]]

/**
 * Until when an alarm is acknowledged, of the end that is kept for it; null where it has none. An end that had passed
 * before somebody acknowledged it anew, elsewhere, was of another acknowledgement.
 */
export function endOf(
  { acknowledgedAt }: { acknowledgedAt?: string | null | undefined },
  kept: string | undefined,
): string | null {
  if (!kept) return null
  return acknowledgedAt && Date.parse(acknowledgedAt) > Date.parse(kept) ? null : kept
}
