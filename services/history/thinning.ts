/** Thinning that keeps every spike: the minimum and the maximum of each stretch (domain §2.2). */

export interface TimedValue<Value> {
  at: number
  value: Value | null
}

/**
 * Returns at most `maxSamples` samples. States keep every change when they fit, because each is valid until the next
 * sample.
 */
export function thin<Value extends number | boolean>(
  samples: readonly TimedValue<Value>[],
  { maxSamples, isState }: { maxSamples: number; isState: boolean },
): TimedValue<Value>[] {
  if (isState) {
    const changes = samples.filter(
      ({ value }, index) => index === 0 || index === samples.length - 1 || samples[index - 1]?.value !== value,
    )
    if (changes.length <= maxSamples) return changes
  }
  if (samples.length <= maxSamples) return [...samples]
  const perBucket = Math.ceil(samples.length / Math.max(1, Math.floor(maxSamples / 2)))
  const thinned: TimedValue<Value>[] = []
  for (let from = 0; from < samples.length; from += perBucket)
    thinned.push(...extremes(samples.slice(from, from + perBucket)))
  return thinned
}

/** A stretch without any value is one gap, so that it stays visible. */
function extremes<Value extends number | boolean>(bucket: readonly TimedValue<Value>[]): TimedValue<Value>[] {
  const present = bucket.filter((point): point is { at: number; value: Value } => point.value !== null)
  const [first] = present
  if (!first) return bucket.slice(0, 1)
  let least = first
  let greatest = first
  for (const point of present) {
    if (point.value < least.value) least = point
    if (point.value > greatest.value) greatest = point
  }
  if (least === greatest) return [least]
  return least.at < greatest.at ? [least, greatest] : [greatest, least]
}
