/** Reading arrays entry by entry, where a device cannot send them in one answer. */
import type { PropertyResult, PropertyToRead } from '../client/multiple-reader'
import type { RemoteDevice } from '../client/remote-device'
import type { PropertyValue } from '../encoding/property-values'
import { isUnanswered, RequestFailure } from '../refusals'
import { numberOf } from './point-objects'

/** Entries that are read together. */
const entriesAtOnce = 50

/**
 * Returns the entries of an array of which the stated length may be wrong: beyond it, as long as there is an entry; at
 * most `maxEntries`. An entry that is refused is undefined. Throws `RequestFailure` when the device does not answer.
 */
export async function readEntries(
  device: RemoteDevice,
  ref: PropertyToRead,
  maxEntries: number,
): Promise<(PropertyValue | undefined)[]> {
  const length = numberOf(await device.readProperty({ ...ref, arrayIndex: 0 }))
  if (length === undefined) throw new RequestFailure({ kind: 'damagedAnswer', detail: 'a list without a length' })
  const entries: (PropertyValue | undefined)[] = []
  for (let first = 1; first <= maxEntries; ) {
    const count = first <= length ? Math.min(entriesAtOnce, length - first + 1) : 1
    const refs = Array.from({ length: count }, (_, at) => ({ ...ref, arrayIndex: first + at }))
    const values = (await device.readProperties(refs)).map(valueIn)
    const isEnd = values.every((value) => value === undefined)
    if (first > length && isEnd) break
    entries.push(...values)
    first += count
  }
  return entries
}

/** Returns the value of a result that is no refusal. Throws `RequestFailure` when the device did not answer. */
export function valueIn(result: PropertyResult): PropertyValue | undefined {
  if ('value' in result) return result.value
  if (isUnanswered(result.failure)) throw new RequestFailure(result.failure)
  return undefined
}
