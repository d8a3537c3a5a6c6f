/**
 * Whether a controller is connected: a heartbeat younger than 90 s (domain §6.1). Heartbeats are not
 * stored one by one: while the link is up they arrive every 30 s, and `offline_since` is the last one.
 */

export const silenceMs = 90_000

/** What of a device row decides. */
export interface LinkRow {
  onboarded: number
  offline_since: number | null
}

export function isConnected(row: LinkRow, now: number): boolean {
  return row.onboarded === 1 && (row.offline_since === null || now - row.offline_since < silenceMs)
}

/** The same as an SQL condition on `device`; bind `now - silenceMs` once. */
export const connectedSql = '(device.onboarded = 1 AND (device.offline_since IS NULL OR device.offline_since > ?))'
/** Neither here nor, perhaps, ever: what is out of reach is among these, and an index holds them. */
export const outOfReachSql = '(device.onboarded = 0 OR device.offline_since IS NOT NULL)'
/** Onboarded and silent; bind `now - silenceMs` once. */
export const offlineSql = '(device.onboarded = 1 AND device.offline_since IS NOT NULL AND device.offline_since <= ?)'
