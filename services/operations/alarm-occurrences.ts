/** Every time an alarm left the normal state (domain §1.5). */
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { languageFrom } from '../kit/messages'
import { refuse } from '../kit/refusal'
import { type AlarmRow, type OccurrenceRow, toOccurrence } from './alarm-rows'
import { type Condition, countOf, listPage } from './listing'

export const findAlarmOccurrences: Handlers<typeof operations>['findAlarmOccurrences'] = (call) => {
  const { body, headers, params, require, world } = call
  const { store, clock } = world
  const alarm = store.get<AlarmRow>('SELECT * FROM alarm WHERE id = ?', params.id)
  require(alarm && { tenantId: alarm.tenant_id, customerId: alarm.customer_id })
  if (!alarm) return refuse(4005)
  const conditions: Condition[] = [['alarm_occurrence.alarm_id = ?', alarm.id]]
  if (body.from) conditions.push(['alarm_occurrence.raised_at >= ?', Date.parse(body.from)])
  if (body.to) conditions.push(['alarm_occurrence.raised_at < ?', Date.parse(body.to)])
  const columns = {
    sequence: 'alarm_occurrence.sequence',
    raisedAt: 'alarm_occurrence.raised_at',
    normalAt: 'coalesce(alarm_occurrence.normal_at, 9000000000000000)',
  } as const
  const sort = body.sort?.length ? body.sort : [{ field: 'sequence', direction: 'desc' } as const]
  const listed = listPage<OccurrenceRow>(store, {
    columns: 'alarm_occurrence.*',
    from: 'alarm_occurrence',
    conditions,
    keys: sort.map(({ field, direction }) => ({ sql: columns[field], descending: direction === 'desc' })),
    idColumn: 'alarm_occurrence.id',
    page: body.page,
    pageSize: body.pageSize,
    continuationToken: body.continuationToken,
  })
  const language = languageFrom(headers['accept-language'])
  return {
    data: listed.rows.map((row) => toOccurrence(row, { alarm, now: clock.now(), language })),
    totalCount: countOf(store, 'alarm_occurrence', conditions),
    page: listed.page,
    pageSize: listed.pageSize,
    continuationToken: listed.next,
  }
}
