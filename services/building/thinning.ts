/** Thinning that keeps every spike: the minimum and the maximum of each stretch (domain §2.2). */

export interface Point<Value> {
  at: number
  value: Value | null
}

/**
 * Returns at most `maxSamples` samples. States keep every change when they fit, because each is valid until the next
 * sample.
 */
export function thin<Value extends number | boolean>(
  samples: readonly Point<Value>[],
  { atMost, isState }: { atMost: number; isState: boolean },
): Point<Value>[] {
  if (isState) {
    const changes = samples.filter(
      ({ value }, index) => index === 0 || index === samples.length - 1 || samples[index - 1]?.value !== value,
    )
    if (changes.length <= atMost) return changes
  }
  if (samples.length <= atMost) return [...samples]
  const perBucket = Math.ceil(samples.length / Math.max(1, Math.floor(atMost / 2)))
  const kept: Point<Value>[] = []
  for (let from = 0; from < samples.length; from += perBucket)
    kept.push(...extremes(samples.slice(from, from + perBucket)))
  return kept
}

/** A stretch without any value is one gap, so that it stays visible. */
function extremes<Value extends number | boolean>(bucket: readonly Point<Value>[]): Point<Value>[] {
  const known = bucket.filter((point): point is { at: number; value: Value } => point.value !== null)
  const [first] = known
  if (!first) return bucket.slice(0, 1)
  let least = first
  let greatest = first
  for (const point of known) {
    if (point.value < least.value) least = point
    if (point.value > greatest.value) greatest = point
  }
  if (least === greatest) return [least]
  return least.at < greatest.at ? [least, greatest] : [greatest, least]
}
