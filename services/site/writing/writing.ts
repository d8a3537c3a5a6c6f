/** Switching writing to a controller on and off, with a reason, on record. */
import type { ControllerWriting } from '../../contracts/controller-writing'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { requireCurrent } from '../../kit/etag'
import { scopeOfDevice } from '../../kit/scope'
import type { World } from '../../kit/world'
import { requestConfiguration } from '../../link/configuration'
import type { ObjectRef } from '../../link/port'
import { findWriting, isAmong, needsSwitch } from '../../link/writing'
import { callerPerson, requireScopeWritable } from '../hierarchy/write-checks'

type Writing = Pick<Handlers<typeof site>, 'getControllerWriting' | 'setControllerWriting'>

export const controllerWriting: Writing = {
  getControllerWriting({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return { data: needsSwitch(world, params.id) ? toWriting(world, params.id) : null }
  },

  setControllerWriting(call) {
    const { params, body, headers, world, caller } = call
    const owner = requireScopeWritable(call, scopeOfDevice(world.store, params.id))
    if (!needsSwitch(world, params.id) || !world.links.of(params.id).can.has('write')) fail(4310)
    requireCurrent({ body: body.eTag, ifMatch: headers['if-match'], current: toWriting(world, params.id) })
    requireNothingHeld(world, params.id, body.isOn ? (body.objects ?? null) : [])
    const by = callerPerson(caller, owner.tenantId)
    world.store.run(
      `INSERT INTO device_writing (device_id, is_on, objects, reason, by_id, by_name, at) VALUES (?,?,?,?,?,?,?)
       ON CONFLICT (device_id) DO UPDATE SET is_on = excluded.is_on, objects = excluded.objects,
         reason = excluded.reason, by_id = excluded.by_id, by_name = excluded.by_name, at = excluded.at,
         version = version + 1`,
      params.id,
      body.isOn ? 1 : 0,
      body.objects ? JSON.stringify(body.objects) : null,
      body.reason,
      by.id,
      by.fullName,
      world.clock.now(),
    )
    requestConfiguration(world)
    call.touched(params.id)
    return { data: toWriting(world, params.id) }
  },
}

/** Throws 4201 while an override of this installation is on an object that could not be released afterwards. */
function requireNothingHeld({ store }: World, deviceId: string, objects: readonly ObjectRef[] | null): void {
  const held = store.all<{ object_type: string; object_instance: number }>(
    `SELECT DISTINCT object_type, object_instance FROM point_command JOIN point ON point.id = point_id
     WHERE point_command.device_id = ? AND is_seen = 0`,
    deviceId,
  )
  const isWritable = isAmong(objects)
  if (held.some((point) => !isWritable(point))) fail(4201, { errors: { isOn: 'errors.writing.held' } })
}

function toWriting(world: World, deviceId: string): ControllerWriting & { eTag: string } {
  const row = findWriting(world, deviceId)
  return {
    eTag: `${deviceId.slice(0, 8)}.${row?.version ?? 0}`,
    isOn: row?.is_on === 1,
    objects: row?.objects ? (JSON.parse(row.objects) as ControllerWriting['objects']) : null,
    reason: row?.reason ?? null,
    changedBy: row ? { id: row.by_id, fullName: row.by_name } : null,
    changedAt: row ? timestamp(row.at) : null,
  }
}
