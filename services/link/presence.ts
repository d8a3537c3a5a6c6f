/**
 * The connection state as the store knows it: a controller is connected when it was heard within the last 90 s (domain
 * §6.1). Signs of life are not stored one by one: `offline_since` is the last one, and null while they arrive.
 */

export const silenceMs = 90_000

/** The fields of a device row that determine it. */
export interface LinkRow {
  onboarded: number
  offline_since: number | null
}

export function isConnected(row: LinkRow, now: number): boolean {
  return row.onboarded === 1 && (row.offline_since === null || now - row.offline_since < silenceMs)
}

/** The same as an SQL condition on `device`; bind `now - silenceMs` once. */
export const connectedSql = '(device.onboarded = 1 AND (device.offline_since IS NULL OR device.offline_since > ?))'
/** A superset of all unreachable controllers that an index covers: not onboarded, or offline at all. */
export const outOfReachSql = '(device.onboarded = 0 OR device.offline_since IS NOT NULL)'
/** Onboarded and silent; bind `now - silenceMs` once. */
export const offlineSql = '(device.onboarded = 1 AND device.offline_since IS NOT NULL AND device.offline_since <= ?)'
