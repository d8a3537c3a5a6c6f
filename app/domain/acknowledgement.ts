/** The duration of an acknowledgement that ends by itself. */

const hourMs = 60 * 60_000

/** The durations a form offers, in milliseconds. */
export const acknowledgementMs = {
  '1h': hourMs,
  '4h': 4 * hourMs,
  '8h': 8 * hourMs,
  '1d': 24 * hourMs,
  '3d': 3 * 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
} as const
export type AcknowledgementSpan = keyof typeof acknowledgementMs

export const acknowledgementSpans = Object.keys(acknowledgementMs) as [AcknowledgementSpan, ...AcknowledgementSpan[]]

/**
 * Returns when the acknowledgement of an alarm ends; null when it has no end. An end before the alarm was last
 * acknowledged, elsewhere, belongs to an earlier acknowledgement and is ignored.
 */
export function acknowledgementEnd(
  { acknowledgedAt }: { acknowledgedAt?: string | null | undefined },
  storedEnd: string | undefined,
): string | null {
  if (!storedEnd) return null
  return acknowledgedAt && Date.parse(acknowledgedAt) > Date.parse(storedEnd) ? null : storedEnd
}
