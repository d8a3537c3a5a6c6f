/** What links report, stored where the services keep it. */
import type { World } from '../kit/world'
import { type AlarmKindName, alarmKinds } from '../operations/alarms/alarm-kinds'
import { reportAlarm } from '../operations/alarms/alarm-records'
import { scheduleReevaluation } from '../operations/rules/reevaluation'
import { findHost, moveSync, replaceDocument } from '../operations/schedules/records'
import { recordDown, recordUp } from './connection'
import { type LinkAlarm, LinkError, type LinkEvents, type ScheduleContent } from './port'

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
    // After the transaction in which the schedules were saved.
    deliverSchedules(deviceId, send) {
      setImmediate(() => {
        world.inFlight
          .track(() => deliver(world, deviceId, send))
          .catch((error: unknown) => world.log.error({ err: error, deviceId }, 'schedules were not delivered'))
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

/** Sends the schedules that are saved now. They wait again when the controller is silent. */
async function deliver(
  world: World,
  deviceId: string,
  send: (content: ScheduleContent) => Promise<void>,
): Promise<void> {
  const { store } = world
  if (!store.transaction(() => moveSync(world, deviceId, 'sending'))) return
  const host = findHost(world, deviceId)
  if (!host) return
  const outcome = await send({ calendars: host.calendars, schedules: host.schedules }).then(
    () => 'inSync' as const,
    (error: unknown) =>
      error instanceof LinkError && error.refusal === 'unreachable' ? ('pendingSend' as const) : ('failed' as const),
  )
  store.transaction(() => {
    // Schedules saved meanwhile wait for a delivery of their own.
    if (findHost(world, deviceId)?.eTag !== host.eTag) return
    moveSync(world, deviceId, outcome)
    scheduleReevaluation(world, deviceId)
  })
}
