/** What alarms are sorted by; each has an index for the lists of whole customers (domain §1.3). */
import type { AlarmFilter } from '../contracts/alarms'

export type AlarmField = NonNullable<AlarmFilter['sort']>[number]['field']

const latest = 9_000_000_000_000_000
const rank = (column: string, names: readonly string[]) =>
  `CASE ${column} ${names.map((name, at) => `WHEN '${name}' THEN ${at}`).join(' ')} ELSE ${names.length} END`

/** Of a row itself. */
export const ownKeys = {
  severity: rank('severity', ['critical', 'high', 'medium']),
  priority: 'priority',
  raisedAt: 'raised_at',
  normalAt: `coalesce(normal_at, ${latest})`,
  updatedAt: 'updated_at',
  eventState: rank('event_state', ['lifeSafetyAlarm', 'fault', 'offnormal', 'highLimit', 'lowLimit']),
  ackState: rank('ack_state', ['unacknowledged', 'acknowledged']),
  occurrenceCount: 'occurrence_count',
} as const satisfies Partial<Record<AlarmField, string>>

/** Of where it is: the table whose index of names gives the order. */
export const placeKeys = { siteName: 'site', deviceName: 'device' } as const satisfies Partial<
  Record<AlarmField, string>
>

export const orderIndexes = Object.entries(ownKeys)
  .map(
    ([field, key]) =>
      `CREATE INDEX IF NOT EXISTS alarm_order_${field} ON alarm (customer_id, ${key.includes(' ') || key.includes('(') ? `(${key})` : key}, id);`,
  )
  .join('\n')
