/** Every time an alarm left the normal state (domain §1.5). */
import type { operations } from '../../contracts/operations'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { seedId } from '../../kit/deterministic'
import { languageFrom } from '../../kit/messages'
import { type Condition, countRows, listPage } from '../listing'
import { type AlarmRecord, type OccurrenceRecord, type StoredTransition, toOccurrence } from './alarm-rows'

export const findAlarmOccurrences: Handlers<typeof operations>['findAlarmOccurrences'] = (call) => {
  const { body, headers, params, require, world } = call
  const { store, clock } = world
  const alarm = store.get<AlarmRecord>('SELECT * FROM alarm WHERE id = ?', params.id)
  require(alarm && { tenantId: alarm.tenant_id, customerId: alarm.customer_id })
  if (!alarm) return fail(4005)
  const conditions: Condition[] = [['alarm_occurrence.alarm_id = ?', alarm.id]]
  if (body.from) conditions.push(['alarm_occurrence.raised_at >= ?', Date.parse(body.from)])
  if (body.to) conditions.push(['alarm_occurrence.raised_at < ?', Date.parse(body.to)])
  const columns = {
    sequence: 'alarm_occurrence.sequence',
    raisedAt: 'alarm_occurrence.raised_at',
    normalAt: 'coalesce(alarm_occurrence.normal_at, 9000000000000000)',
  } as const
  const sort = body.sort?.length ? body.sort : [{ field: 'sequence', direction: 'desc' } as const]
  const page = listPage<OccurrenceRecord>(store, {
    columns: 'alarm_occurrence.*',
    from: 'alarm_occurrence',
    conditions,
    keys: sort.map(({ field, direction }) => ({ sql: columns[field], descending: direction === 'desc' })),
    idColumn: 'alarm_occurrence.id',
    page: body.page,
    pageSize: body.pageSize,
    continuationToken: body.continuationToken,
  })
  const counts = countRows(store, { from: 'alarm_occurrence', conditions })
  const hasNone = counts.totalCount === 0 && !body.from && !body.to
  const rows = hasNone ? [onlyOccurrence(alarm)] : page.rows
  const language = languageFrom(headers['accept-language'])
  return {
    data: rows.map((row) => toOccurrence(row, { alarm, now: clock.now(), language })),
    ...(hasNone ? { totalCount: 1 } : counts),
    page: page.page,
    pageSize: page.pageSize,
    continuationToken: page.next,
  }
}

/** Returns the occurrence of an alarm that occurred once and may be stored without one: the alarm has all its data. */
function onlyOccurrence(alarm: AlarmRecord): OccurrenceRecord {
  const { event_state, previous_event_state, normal_at, priority } = alarm
  const into = normal_at === null ? event_state : previous_event_state
  const steps: StoredTransition[] = [{ from: 'normal', to: into, at: alarm.raised_at, priority }]
  if (normal_at !== null) steps.push({ from: into, to: 'normal', at: normal_at, priority })
  return {
    id: seedId('alarm-occurrence', `${alarm.id}/1`),
    alarm_id: alarm.id,
    sequence: 1,
    event_state: into,
    raised_at: alarm.raised_at,
    normal_at,
    peak_value: alarm.present_value,
    present_value: alarm.present_value,
    ack_state: alarm.ack_state,
    ack_by_id: alarm.ack_by_id,
    ack_by_name: alarm.ack_by_name,
    ack_at: alarm.ack_at,
    transitions: JSON.stringify(steps),
  }
}
