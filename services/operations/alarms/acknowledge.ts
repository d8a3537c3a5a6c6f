/** Acknowledges alarms, each separately (domain §1.4). */

import type { ErrorCode } from '../../contracts/error-codes'
import type { operations } from '../../contracts/operations'
import { ApiError, type ApiErrorDetails, fail } from '../../kit/api-error'
import { type Handlers, linkedWrite, type ServiceCall } from '../../kit/call'
import { reachOf } from '../../kit/caller'
import { timestamp } from '../../kit/clock'
import { isArchived } from '../../kit/require-on-some-device'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { type EventRef, LinkError, type LinkRefusal } from '../../link/port'
import { refusalCodes } from '../../link/refusal-codes'
import { mayChange } from '../../link/writing'
import { changeEach } from '../change-each'
import { personInTenant, requireOnSomeScope } from '../territory'
import { writeAcknowledgement } from './alarm-records'
import { type AlarmRecord, alarmETagOf, isStaleEvent } from './alarm-rows'
import { acknowledge, perTransition } from './alarm-states'
import { laneOfAlarm, pendingEvents } from './device-events'

type Acknowledge = ServiceCall<typeof operations.acknowledgeAlarms>

/** One alarm of a call: who acknowledges it, or why nobody does. */
type EachAlarm = { id: string } & (
  | { event: EventRef; by: { id: string; fullName: string }; isNeeded: boolean }
  | { error: { code: ErrorCode; details: ApiErrorDetails } }
)

interface Work {
  alarms: EachAlarm[]
  transitions: Acknowledge['body']['transitions']
  comment: string | null
}

export const acknowledgeAlarms: Handlers<typeof operations>['acknowledgeAlarms'] = linkedWrite<
  typeof operations.acknowledgeAlarms,
  Work,
  (LinkRefusal | null)[]
>({
  lanes: ({ body }) => body.alarmIds.map(laneOfAlarm),

  prepare(call) {
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
    const alarms = ids.map((id) => alarmOrRefusal(call, id, rows.get(id)))
    return { alarms, transitions: body.transitions, comment: body.comment || null }
  },

  perform: (world, { alarms }) => Promise.all(alarms.map((alarm) => acknowledgeAt(world, alarm))),

  complete({ world }, { alarms, ...details }, refusals) {
    const byId = new Map(alarms.map((alarm, at) => [alarm.id, { alarm, refusal: refusals[at] ?? null }]))
    const data = changeEach(world.store, [...byId.keys()], (id) => {
      const { alarm, refusal } = byId.get(id) ?? fail(4005)
      if ('error' in alarm) fail(alarm.error.code, alarm.error.details)
      if (refusal) fail(refusalCodes[refusal])
      return record(world, { id, by: alarm.by, ...details })
    })
    return { data, totalCount: data.length }
  },
})

const scopeOf = (row: AlarmRecord | undefined) => row && { tenantId: row.tenant_id, customerId: row.customer_id }

function alarmOrRefusal(call: Acknowledge, id: string, row: AlarmRecord | undefined): EachAlarm {
  try {
    return { id, ...requireAcknowledgeable(call, row) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { id, error: { code: error.code, details: error.details } }
  }
}

function requireAcknowledgeable({ body, caller, world }: Acknowledge, row: AlarmRecord | undefined) {
  const scope = scopeOf(row)
  const far = scope && reachOf(caller, 'alarm.ack', scope)
  if (!row || far === undefined) fail(4005)
  if (far === '-') fail(4003)
  if (isArchived(world, row.customer_id)) fail(4202)
  const eTag = body.eTags?.[row.id]
  if (eTag !== undefined && isStaleEvent(eTag, row)) fail(4701)
  const after = acknowledge({ required: row.ack_required, acked: row.acked }, body.transitions) ?? fail(4702)
  const by = personInTenant(caller, row.tenant_id)
  const pending = pendingEvents(world, row)
  return {
    event: { alarmId: row.id, deviceId: row.device_id, pointId: row.point_id, by: by.fullName, pending },
    by,
    // A controller that is only read keeps its own state of acknowledgement.
    isNeeded: after.acked !== row.acked && mayChange(world, row.device_id),
  }
}

/** Acknowledges one alarm at its controller; returns why it was refused, or null. */
async function acknowledgeAt(world: World, alarm: EachAlarm): Promise<LinkRefusal | null> {
  if ('error' in alarm || !alarm.isNeeded) return null
  try {
    await world.links.of(alarm.event.deviceId).acknowledge(alarm.event)
    return null
  } catch (error) {
    if (error instanceof LinkError) return error.refusal
    throw error
  }
}

interface Acknowledged extends Pick<Work, 'transitions' | 'comment'> {
  id: string
  by: { id: string; fullName: string }
}

function record(world: World, { id, by, transitions, comment }: Acknowledged) {
  const { store } = world
  const row = readAlarm(store, id)
  const before = { required: row.ack_required, acked: row.acked }
  const after = acknowledge(before, transitions) ?? fail(4702)
  if (after.acked !== before.acked) writeAcknowledgement(world, row, { after, by, comment })
  const now = readAlarm(store, id)
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

const readAlarm = (store: Store, id: string) =>
  store.get<AlarmRecord>('SELECT * FROM alarm WHERE id = ?', id) ?? fail(4005)
