/**
 * Sort keys of alarms and the indexes behind them (domain §1.3). Severity, acknowledgement and event state are the
 * state of an alarm: few combinations occur, the tally has their numbers, and each index has the alarms of one state
 * after the other, in its order. A list merges the states that its filter includes.
 */
import type { AlarmFilter } from '../../contracts/alarms'

export type AlarmField = NonNullable<AlarmFilter['sort']>[number]['field']

/** Sorts after every moment: an alarm that has not returned. */
export const farFuture = 9_000_000_000_000_000

/** In this order; all others are last. */
const ranks = {
  severity: ['critical', 'high', 'medium'],
  eventState: ['lifeSafetyAlarm', 'fault', 'offnormal', 'highLimit', 'lowLimit'],
  ackState: ['unacknowledged', 'acknowledged'],
} as const

/** Returns the rank of a name in the order of its field. */
export function rankIn(field: keyof typeof ranks, name: string): number {
  const at = (ranks[field] as readonly string[]).indexOf(name)
  return at < 0 ? ranks[field].length : at
}

const rank = (column: string, names: readonly string[]) =>
  `CASE alarm.${column} ${names.map((name, at) => `WHEN '${name}' THEN ${at}`).join(' ')} ELSE ${names.length} END`

/** Sort keys that are equal for alarms of one state. */
export const stateKeys = {
  severity: rank('severity', ranks.severity),
  eventState: rank('event_state', ranks.eventState),
  ackState: rank('ack_state', ranks.ackState),
} as const satisfies Partial<Record<AlarmField, string>>

/** Columns with an index in their order. */
export const indexedColumns = {
  priority: 'priority',
  raisedAt: 'raised_at',
  normalAt: 'normal_at',
  updatedAt: 'updated_at',
  occurrenceCount: 'occurrence_count',
} as const satisfies Partial<Record<AlarmField, string>>

/** Tables whose names alarms can be sorted by. */
export const placeTables = { siteName: 'site', deviceName: 'device' } as const satisfies Partial<
  Record<AlarmField, string>
>

export const isStateKey = (field: AlarmField): field is keyof typeof stateKeys => field in stateKeys
export const isIndexedColumn = (field: AlarmField): field is keyof typeof indexedColumns => field in indexedColumns
export const isPlaceName = (field: AlarmField): field is keyof typeof placeTables => field in placeTables

/** Returns the index by state and then a column; by id without a column. */
export const indexOf = (column: string | undefined) =>
  column === indexedColumns.raisedAt ? 'alarm_standing_from' : `alarm_standing_${column ?? 'id'}`

/** Other columns that filters use, so that the index alone can answer. */
const filterColumns = ['raised_at', 'priority']
/** What alarms in a range of moments are sorted by, besides the moment, and where they are. */
const besideMoment = ['normal_at', 'updated_at', 'site_id']

const stateIndexes = [undefined, ...Object.values(indexedColumns)].map((column) => {
  const columns = ['customer_id', 'severity', 'ack_state', 'event_state', ...(column ? [column] : []), 'id']
  const beside = [...filterColumns, ...(column === indexedColumns.raisedAt ? besideMoment : [])].filter(
    (name) => name !== column,
  )
  return `CREATE INDEX IF NOT EXISTS ${indexOf(column)} ON alarm (${[...columns, ...beside].join(', ')});`
})

/**
 * Everything a list of one place filters and sorts by: a place has tens of thousands of alarms, and each row is a seek.
 */
const placeIndex = `CREATE INDEX IF NOT EXISTS alarm_by_place ON alarm (site_id, device_id, building_id, severity,
  ack_state, event_state, priority, raised_at, normal_at, updated_at, occurrence_count, message, point_name,
  equipment_id, id);`

/** The active or unacknowledged alarms of a controller, with all columns that a list filters and sorts by. */
export const openIndexName = 'alarm_open_by_device'
const openIndex = `CREATE INDEX IF NOT EXISTS ${openIndexName} ON alarm (device_id, tenant_id, customer_id, site_id,
  building_id, severity, ack_state, event_state, priority, raised_at, normal_at, updated_at, occurrence_count, message,
  equipment_id, id) WHERE event_state <> 'normal' OR ack_state = 'unacknowledged';`

/** The messages of the alarms of a state; by priority, because most messages have a single one. */
export const messageIndexName = 'alarm_standing_said'
const messageIndex = `CREATE INDEX IF NOT EXISTS ${messageIndexName} ON alarm (customer_id, severity, ack_state,
  event_state, message, priority, id);`

/** Indexes of older stores. */
const obsoleteIndexes = [
  ...['severity', 'priority', 'raisedAt', 'normalAt', 'updatedAt', 'eventState', 'ackState', 'occurrenceCount'].map(
    (field) => `alarm_order_${field}`,
  ),
  ...['alarm_by_customer', 'alarm_by_tenant', 'alarm_by_site', 'alarm_unacknowledged', 'alarm_active'],
  'alarm_standing_raised_at',
  'alarm_standing_since',
  'alarm_standing_message',
].map((name) => `DROP INDEX IF EXISTS ${name};`)

export const orderIndexes = [...obsoleteIndexes, ...stateIndexes, messageIndex, placeIndex, openIndex].join('\n')
