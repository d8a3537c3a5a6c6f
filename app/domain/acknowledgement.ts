/** The duration of an acknowledgement that ends by itself. */

const hour = 60 * 60_000

/** The durations a form offers, in milliseconds. */
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
 * Returns when the acknowledgement of an alarm ends; null when it has no end. An end before the alarm was last
 * acknowledged, elsewhere, belongs to an earlier acknowledgement and is ignored.
 */
export function endOf(
  { acknowledgedAt }: { acknowledgedAt?: string | null | undefined },
  kept: string | undefined,
): string | null {
  if (!kept) return null
  return acknowledgedAt && Date.parse(acknowledgedAt) > Date.parse(kept) ? null : kept
}
