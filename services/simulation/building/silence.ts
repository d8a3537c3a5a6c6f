/** Silence of controllers: what happened meanwhile is in no trend, not even after the controller reports again. */
import type { World } from '../../kit/world'

/** Returns a predicate of a moment between `from` and `to`: whether any of the controllers was silent then. */
export function silenceOf(
  { store }: World,
  deviceIds: readonly string[],
  { from, to }: { from: number; to: number },
): (at: number) => boolean {
  const ids = JSON.stringify(deviceIds)
  const rows = [
    ...store.all<{ from_at: number; until_at: number | null }>(
      `SELECT from_at, until_at FROM silence
       WHERE device_id IN (SELECT value FROM json_each(?)) AND from_at < ? AND until_at > ?`,
      ids,
      to,
      from,
    ),
    ...store.all<{ from_at: number; until_at: number | null }>(
      `SELECT offline_since AS from_at, NULL AS until_at FROM device
       WHERE id IN (SELECT value FROM json_each(?)) AND offline_since < ?`,
      ids,
      to,
    ),
  ]
  return (at) => rows.some(({ from_at, until_at }) => from_at <= at && (until_at === null || at < until_at))
}
