/** What links report, stored where the services keep it. */
import { recordBuildReport } from '../device-configuration/gfx-build'
import { recordNewSettings } from '../device-configuration/new-settings'
import type { SampleStore } from '../history/sample-store'
import type { World } from '../kit/world'
import { type AlarmKindName, alarmKinds } from '../operations/alarms/alarm-kinds'
import { reportAlarm } from '../operations/alarms/alarm-records'
import { recordAcknowledgements, recordDeviceEvent, recordEventSummary } from '../operations/alarms/device-events'
import { scheduleReevaluation } from '../operations/rules/reevaluation'
import { recordScheduleStates, recordSchedules } from '../operations/schedules/controller-copy'
import { findHost, replaceDocument } from '../operations/schedules/records'
import { noteProgress } from '../site/management/file-transfers'
import { recordLicenceExcess } from '../site/onboarding/licence-excess'
import { recordHeldLevels } from '../site/points/held-levels'
import { requestInventory } from '../site/points/inventory'
import { requestTrendLogs } from '../site/points/trend-logs'
import { recordTunnelReport } from '../site/tunnels/records'
import { recordDown, recordUp } from './connection'
import type { LinkAlarm, LinkEvents, Measurement } from './port'
import { deliverSchedules } from './schedules'
import {
  beginWork,
  hasWork,
  recordDeploymentProgress,
  recordOnboardingProgress,
  recordSendProgress,
  recordSettingsBackupProgress,
} from './work'

/** Returns where all links of a store report to; measurements go to `samples`, if there is a history of them. */
export function createLinkEvents(world: World, samples: SampleStore | null): LinkEvents {
  const { store } = world
  return {
    up(deviceId) {
      store.transaction(() => {
        recordUp(world, deviceId)
        if (lacksObjects(world, deviceId)) requestInventory(world, deviceId)
        else requestTrendLogs(world, deviceId)
      })
      // What was queued meanwhile begins, and what a link that ended was at is requested again.
      if (hasWork(world, deviceId)) world.links.of(deviceId).workQueued(deviceId)
    },
    down: (deviceId, lastHeardAt) => store.transaction(() => recordDown(world, deviceId, lastHeardAt)),
    values: (deviceId, measurements) => samples?.record(ownSamples(world, deviceId, measurements)),
    levels: (deviceId, points) => store.transaction(() => recordHeldLevels(world, deviceId, points)),
    alarm: (deviceId, alarm) => store.transaction(() => raise(world, deviceId, alarm)),
    ready: (deviceId, queue) =>
      queue === 'schedules' ? deliverSchedules(world, deviceId) : beginWork(world, deviceId),
    sendProgress: (deviceId, report) => store.transaction(() => recordSendProgress(world, deviceId, report)),
    deploymentProgress: (deviceId, report) =>
      store.transaction(() => recordDeploymentProgress(world, deviceId, report)),
    onboardingProgress: (deviceId, report) =>
      store.transaction(() => recordOnboardingProgress(world, deviceId, report)),
    buildProgress: (deviceId, report) => store.transaction(() => recordBuildReport(world, deviceId, report)),
    settingsBackupProgress: (deviceId, report) =>
      store.transaction(() => recordSettingsBackupProgress(world, deviceId, report)),
    tunnelProgress: (deviceId, report) => store.transaction(() => recordTunnelReport(world, deviceId, report)),
    backupProgress: (deviceId, progress) => noteProgress(world, deviceId, progress),
    transition: (deviceId, event) => store.transaction(() => recordDeviceEvent(world, deviceId, event)),
    eventSummary: (deviceId, events) => store.transaction(() => recordEventSummary(world, deviceId, events)),
    acknowledged: (deviceId, object, transitions) =>
      store.transaction(() => recordAcknowledgements(world, deviceId, { ...object, transitions })),
    objectsChanged: (deviceId) => store.transaction(() => requestInventory(world, deviceId)),
    schedulesChanged(deviceId, content) {
      store.transaction(() => {
        const host = findHost(world, deviceId)
        if (!host) return
        replaceDocument(world, host, { ...content, syncState: 'deviceChanged', by: null })
        scheduleReevaluation(world, deviceId)
      })
    },
    schedulesRead(deviceId, read) {
      const { isWaiting } = store.transaction(() => recordSchedules(world, deviceId, read))
      // What could not be sent before is tried again.
      if (isWaiting) world.links.of(deviceId).schedulesSaved(deviceId)
    },
    newSettings: (deviceId, settings) => store.transaction(() => recordNewSettings(world, deviceId, settings)),
    licenceExceeded: (deviceId, times) => store.transaction(() => recordLicenceExcess(world, deviceId, times)),
    scheduleStates: (deviceId, states) => store.transaction(() => recordScheduleStates(world, deviceId, states)),
  }
}

/** Whether the objects of a controller on a network could not be read yet. */
const lacksObjects = ({ store }: World, deviceId: string): boolean =>
  store.get('SELECT 1 FROM networked_device WHERE device_id = ? AND objects_read_at IS NULL', deviceId) !== undefined

/** Returns the measurements of points of a controller; of no others. */
function ownSamples(
  { store }: World,
  deviceId: string,
  measurements: readonly Measurement[],
): (Measurement & { isState: boolean })[] {
  const kinds = new Map(
    store
      .all<{ id: string; kind: string }>(
        'SELECT id, kind FROM point WHERE device_id = ? AND id IN (SELECT value FROM json_each(?))',
        deviceId,
        JSON.stringify(measurements.map(({ pointId }) => pointId)),
      )
      .map(({ id, kind }) => [id, kind]),
  )
  return measurements.flatMap((one) => {
    const kind = kinds.get(one.pointId)
    return kind === undefined ? [] : [{ ...one, isState: kind !== 'number' }]
  })
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
