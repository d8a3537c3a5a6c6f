/** What links report, stored where the services keep it. */
import type { World } from '../kit/world'
import { type AlarmKindName, alarmKinds } from '../operations/alarms/alarm-kinds'
import { reportAlarm } from '../operations/alarms/alarm-records'
import { scheduleReevaluation } from '../operations/rules/reevaluation'
import { findHost, replaceDocument } from '../operations/schedules/records'
import { recordDown, recordUp } from './connection'
import type { LinkAlarm, LinkEvents } from './port'

/** Returns where all links of a store report to. */
export function createLinkEvents(world: World): LinkEvents {
  const { store } = world
  return {
    up: (deviceId) => store.transaction(() => recordUp(world, deviceId)),
    down: (deviceId, lastHeardAt) => store.transaction(() => recordDown(world, deviceId, lastHeardAt)),
    alarm: (deviceId, alarm) => store.transaction(() => raise(world, deviceId, alarm)),
    schedulesChanged(deviceId, content) {
      store.transaction(() => {
        const host = findHost(world, deviceId)
        if (!host) return
        replaceDocument(world, host, { ...content, syncState: 'deviceChanged', by: null })
        scheduleReevaluation(world, deviceId)
      })
    },
  }
}

function raise(world: World, deviceId: string, { kind, into, pointId, presentValue }: LinkAlarm): void {
  const point = world.store.get<{
    id: string
    name: string
    objectType: string
    objectInstance: number
    unit: string | null
  }>(
    `SELECT id, display_name AS name, object_type AS objectType, object_instance AS objectInstance, unit
     FROM point WHERE id = ? AND device_id = ?`,
    pointId,
    deviceId,
  )
  if (!isAlarmKind(kind)) return
  reportAlarm(world, { deviceId, kind, into, point, presentValue: presentValue ?? null, unit: point?.unit ?? null })
}

const isAlarmKind = (kind: string): kind is AlarmKindName => Object.hasOwn(alarmKinds, kind)
