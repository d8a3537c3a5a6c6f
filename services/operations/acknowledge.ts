/** Acknowledges alarms, each separately (domain §1.4). */
import type { operations } from '../contracts/operations'
import { isInjected } from '../fleet/injections'
import type { Call, Handlers } from '../kit/call'
import { reachOf } from '../kit/caller'
import { timestamp } from '../kit/clock'
import { refuse } from '../kit/refusal'
import { isArchived } from '../kit/several'
import { writeAcknowledgement } from './alarm-records'
import { type AlarmRow, eTagOf, isStaleEvent } from './alarm-rows'
import { acknowledge, perTransition } from './alarm-states'
import { doEach } from './do-each'
import { personIn, requireOnSome } from './territory'

type Acknowledge = Call<typeof operations.acknowledgeAlarms>

export const acknowledgeAlarms: Handlers<typeof operations>['acknowledgeAlarms'] = (call) => {
  const { body, caller, world } = call
  const ids = [...new Set(body.alarmIds)]
  const rows = new Map(
    world.store
      .all<AlarmRow>('SELECT * FROM alarm WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
      .map((row) => [row.id, row]),
  )
  requireOnSome(
    caller,
    'alarm.ack',
    ids.map((id) => scopeOf(rows.get(id))),
  )
  const data = doEach(world.store, ids, (id) => acknowledgeOne(call, rows.get(id)))
  return { data, totalCount: data.length }
}

const scopeOf = (row: AlarmRow | undefined) => row && { tenantId: row.tenant_id, customerId: row.customer_id }

function acknowledgeOne({ body, caller, world }: Acknowledge, row: AlarmRow | undefined) {
  const { store } = world
  const scope = scopeOf(row)
  const far = scope && reachOf(caller, 'alarm.ack', scope)
  if (!row || far === undefined) refuse(4005)
  if (far === '-') refuse(4003)
  if (isArchived(world, row.customer_id)) refuse(4202)
  const seen = body.eTags?.[row.id]
  if (seen !== undefined && isStaleEvent(seen, row)) refuse(4701)
  const before = { required: row.ack_required, acked: row.acked }
  const after = acknowledge(before, body.transitions) ?? refuse(4702)
  if (after.acked !== before.acked) {
    if (isInjected(world, row.device_id, 'partialWrite')) refuse(4606)
    writeAcknowledgement(world, row, { after, by: personIn(caller, row.tenant_id), comment: body.comment || null })
  }
  const now = store.get<AlarmRow>('SELECT * FROM alarm WHERE id = ?', row.id) ?? row
  return {
    id: now.id,
    ackState: now.ack_state,
    acknowledgedBy: now.ack_by_id === null ? null : { id: now.ack_by_id, fullName: now.ack_by_name ?? '' },
    acknowledgedAt: now.ack_at === null ? null : timestamp(now.ack_at),
    ackComment: now.ack_comment,
    ackedTransitions: perTransition(now.acked),
    eTag: eTagOf(now),
  }
}
