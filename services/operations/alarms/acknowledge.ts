/** Acknowledges alarms, each separately (domain §1.4). */
import type { operations } from '../../contracts/operations'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { reachOf } from '../../kit/caller'
import { timestamp } from '../../kit/clock'
import { isArchived } from '../../kit/require-on-some-device'
import { activeInjection } from '../../simulation/fleet/injections'
import { changeEach } from '../change-each'
import { personInTenant, requireOnSomeScope } from '../territory'
import { writeAcknowledgement } from './alarm-records'
import { type AlarmRecord, alarmETagOf, isStaleEvent } from './alarm-rows'
import { acknowledge, perTransition } from './alarm-states'

type Acknowledge = ServiceCall<typeof operations.acknowledgeAlarms>

export const acknowledgeAlarms: Handlers<typeof operations>['acknowledgeAlarms'] = (call) => {
  const { body, caller, world } = call
  const ids = [...new Set(body.alarmIds)]
  const rows = new Map(
    world.store
      .all<AlarmRecord>('SELECT * FROM alarm WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
      .map((row) => [row.id, row]),
  )
  requireOnSomeScope(
    caller,
    'alarm.ack',
    ids.map((id) => scopeOf(rows.get(id))),
  )
  const data = changeEach(world.store, ids, (id) => acknowledgeOne(call, rows.get(id)))
  return { data, totalCount: data.length }
}

const scopeOf = (row: AlarmRecord | undefined) => row && { tenantId: row.tenant_id, customerId: row.customer_id }

function acknowledgeOne({ body, caller, world }: Acknowledge, row: AlarmRecord | undefined) {
  const { store } = world
  const scope = scopeOf(row)
  const far = scope && reachOf(caller, 'alarm.ack', scope)
  if (!row || far === undefined) fail(4005)
  if (far === '-') fail(4003)
  if (isArchived(world, row.customer_id)) fail(4202)
  const eTag = body.eTags?.[row.id]
  if (eTag !== undefined && isStaleEvent(eTag, row)) fail(4701)
  const before = { required: row.ack_required, acked: row.acked }
  const after = acknowledge(before, body.transitions) ?? fail(4702)
  if (after.acked !== before.acked) {
    if (activeInjection(world, row.device_id, 'partialWrite')) fail(4606)
    writeAcknowledgement(world, row, {
      after,
      by: personInTenant(caller, row.tenant_id),
      comment: body.comment || null,
    })
  }
  const now = store.get<AlarmRecord>('SELECT * FROM alarm WHERE id = ?', row.id) ?? row
  return {
    id: now.id,
    ackState: now.ack_state,
    acknowledgedBy: now.ack_by_id === null ? null : { id: now.ack_by_id, fullName: now.ack_by_name ?? '' },
    acknowledgedAt: now.ack_at === null ? null : timestamp(now.ack_at),
    ackComment: now.ack_comment,
    ackedTransitions: perTransition(now.acked),
    eTag: alarmETagOf(now),
  }
}
