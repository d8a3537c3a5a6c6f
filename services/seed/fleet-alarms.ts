/**
 * Alarms of the demonstration: sixty with stories, twelve of them active, and in Montcalm sixty unacknowledged ones
 * (domain §11.1). Each is reported as a controller would, at its own moment, so that its states are legal.
 */

import { seedId, streamOf } from '../kit/deterministic'
import type { World } from '../kit/world'
import { type AlarmKind, type AlarmKindName, alarmKinds } from '../operations/alarms/alarm-kinds'
import { writeMonitor } from '../operations/alarms/alarm-monitors'
import { reportAlarm, writeAcknowledgement } from '../operations/alarms/alarm-records'
import type { AlarmRecord } from '../operations/alarms/alarm-rows'
import { acknowledge } from '../operations/alarms/alarm-states'
import { pointsAt } from '../simulation/building/values'
import { deviceIdOf, insert } from './fleet-write'
import { userIdOf } from './people'

const minute = 60_000
const hour = 60 * minute

interface AlarmPlan {
  device: string
  kind: AlarmKindName
  /** Hours before the epoch. */
  hours: number
  /** Hours until it returned to normal; active by default. */
  lastedHours?: number
  /** Comment of its acknowledgement; unacknowledged by default. */
  comment?: string
  value?: number
  /** How many occurrences it had before. */
  before?: number
}

const amelie = { id: userIdOf('amelie'), fullName: 'Amélie Tremblay' }
const usha = { id: userIdOf('usha'), fullName: 'Usha Raman' }

/** Twelve active: five unacknowledged, five acknowledged, two that require no acknowledgement. */
const activeStories: readonly AlarmPlan[] = [
  { device: 'story-6', kind: 'operatingRoomPressure', hours: 2.2, value: 3.1 },
  { device: 'story-4', kind: 'deviceOffline', hours: 4.97 },
  { device: 'story-2', kind: 'zoneHot', hours: 1.4, value: 27.4, before: 3 },
  { device: 'story-6', kind: 'staticPressureHigh', hours: 6.5, value: 531 },
  { device: 'story-8', kind: 'damperStuck', hours: 9.1 },
  { device: 'story-3', kind: 'chilledWaterWarm', hours: 20, value: 11.2, comment: 'Chiller 1 is down for service.' },
  { device: 'story-1', kind: 'carbonDioxide', hours: 27, value: 1180, comment: 'Étages pleins, volets en révision.' },
  { device: 'story-6', kind: 'sensorOpen', hours: 51, comment: 'Probe on order.' },
  { device: 'story-5', kind: 'sensorShorted', hours: 70, comment: 'À remplacer mardi.' },
  { device: 'story-2', kind: 'damperStuck', hours: 32, comment: 'On it.' },
  { device: 'story-1', kind: 'filterPressure', hours: 90, value: 268 },
  { device: 'story-2', kind: 'zoneHumid', hours: 12, value: 68 },
]
/** Two that returned without an acknowledgement. */
const returnedStories: readonly AlarmPlan[] = [
  { device: 'story-3', kind: 'pumpFailure', hours: 15, lastedHours: 0.6 },
  { device: 'story-5', kind: 'zoneCold', hours: 22, lastedHours: 3, value: 16.2 },
]
const storyCount = 60

const storyKinds: Readonly<Record<string, readonly AlarmKindName[]>> = {
  'story-1': ['freezeStat', 'zoneHumid', 'filterPressure', 'fanFailure', 'staticPressureHigh'],
  'story-2': ['zoneCold', 'setpointDeviation', 'sensorOpen', 'carbonDioxide'],
  'story-3': ['hotWaterCold', 'pumpFailure', 'chilledWaterWarm'],
  'story-4': ['freezeStat', 'carbonDioxide', 'deviceOffline', 'filterPressure'],
  'story-5': ['zoneHot', 'setpointDeviation'],
  'story-6': ['smoke', 'operatingRoomPressure', 'zoneHumid', 'fanFailure'],
  'story-8': ['zoneHot', 'zoneHumid', 'sensorOpen'],
}

/** The remaining closed alarms, a little more than a day apart, so that none reopens another. */
function closedStories(word: string): AlarmPlan[] {
  const random = streamOf(word, 'story-alarms')
  const devices = Object.keys(storyKinds)
  const count = storyCount - activeStories.length - returnedStories.length
  return Array.from({ length: count }, (_, at) => {
    const device = devices[at % devices.length] ?? 'story-1'
    const kinds = storyKinds[device] ?? []
    return {
      device,
      kind: kinds[Math.floor(at / devices.length) % kinds.length] ?? 'zoneHot',
      hours: 24 * (5 + at * 1.3 + random()),
      lastedHours: 0.2 + random() * 6,
      comment: random() < 0.3 ? 'Vu.' : '',
      before: at % 9 === 0 ? 1 : 0,
    }
  })
}

const silentOfMontcalm = ['SCI-ECYVAV-6', 'MED-ECYVAV-4', 'RES-ECY303-1']
/** Where the pressure is too high, and where fans have stopped; neither hides what the rules detect elsewhere. */
const highPressure = ['BIB-1', 'MED-1', 'REC-1', 'GEN-1', 'SCI-1', 'SCI-2', 'MED-2', 'REC-2', 'GEN-2'].map(handler)
const stoppedFans = ['SCI-2', 'MED-2', 'GEN-2'].map(handler)
function handler(name: string): string {
  const [code, number] = name.split('-')
  return `${code}-ECY303-${number}`
}
const airHandlers = [
  'SCI-ECY303-2',
  'BIB-ECY303-1',
  'DRO-ECY303-1',
  'ART-ECY303-1',
  'MED-ECY303-1',
  'MED-ECY303-2',
  'REC-ECY303-1',
  'GEN-ECY303-1',
  'GEN-ECY303-2',
]
const plants = ['BIB', 'DRO', 'ART', 'MED', 'REC', 'GEN'].map((code) => `${code}-ECY600-1`)

/** Nine critical, 27 high, 24 medium, all unacknowledged; every fourth has returned meanwhile. */
function montcalmAlarms(word: string): AlarmPlan[] {
  const random = streamOf(word, 'montcalm-alarms')
  const of = (keys: readonly string[], kinds: readonly AlarmKindName[]) =>
    keys.map((key, at) => ({ device: `montcalm-${key}`, kind: kinds[at % kinds.length] ?? 'zoneHot' }))
  const boxes = ['SCI', 'BIB', 'DRO', 'ART', 'MED', 'REC', 'GEN', 'RES'].flatMap((code) =>
    [1, 3, 5].map((number) => `${code}-ECYVAV-${number}`),
  )
  const planned = [
    ...of(airHandlers, ['freezeStat', 'smoke', 'freezeStat']),
    ...of(silentOfMontcalm, ['deviceOffline']),
    ...of(highPressure, ['staticPressureHigh']),
    ...of(stoppedFans, ['fanFailure']),
    ...of(plants, ['chilledWaterWarm', 'hotWaterCold']),
    ...of(plants, ['pumpFailure']),
    ...of(boxes, ['zoneHot', 'carbonDioxide', 'damperStuck', 'sensorOpen', 'zoneCold']),
  ]
  return planned.map((plan, at) => {
    const isSilence = plan.kind === 'deviceOffline'
    const hours = isSilence ? silenceHours(plan.device) : 0.5 + random() * 70
    return { ...plan, hours, ...(at % 4 === 3 && !isSilence ? { lastedHours: hours * random() * 0.8 } : {}) }
  })
}

const silences: Readonly<Record<string, number>> = { 'SCI-ECYVAV-6': 3, 'MED-ECYVAV-4': 30, 'RES-ECY303-1': 75 }
const silenceHours = (device: string) => (silences[device.replace('montcalm-', '')] ?? 1) - 0.03

/** Acknowledged, or too low a severity to require it. */
function closedOfMontcalm(word: string): AlarmPlan[] {
  const random = streamOf(word, 'montcalm-settled')
  return Array.from({ length: 24 }, (_, at) => ({
    device: `montcalm-${['DRO', 'ART', 'REC', 'GEN'][at % 4]}-ECYVAV-${2 + (at % 3) * 2}`,
    kind: at % 2 === 0 ? 'zoneHumid' : 'zoneHot',
    hours: 100 + at * 30 + random() * 4,
    lastedHours: 1 + random() * 8,
    comment: '',
  }))
}

/**
 * Writes the alarms with their causes in the readings, and schedules a few points to leave their limits from now on.
 */
export function writeAlarms(world: World, epoch: number, word: string): void {
  const plans = [
    ...activeStories,
    ...returnedStories,
    ...closedStories(word),
    ...montcalmAlarms(word),
    ...closedOfMontcalm(word),
  ].sort((a, b) => b.hours - a.hours)
  for (const [at, plan] of plans.entries()) writeAlarm(world, { epoch, plan, by: at % 3 === 0 ? usha : amelie })
  for (const swing of swings) writeSwing(world, swing)
}

interface Written {
  epoch: number
  plan: AlarmPlan
  by: { id: string; fullName: string }
}

function writeAlarm(world: World, { epoch, plan, by }: Written): void {
  const kind: AlarmKind = alarmKinds[plan.kind]
  const deviceId = deviceIdOf(plan.device)
  const subject = subjectOf(world, deviceId, plan.kind)
  const pointId = subject.point?.id
  const beyond = beyondLimit(kind, plan.value)
  const reportAt = (moment: number, into: AlarmRecord['event_state']) => {
    const at = Math.round(moment)
    const presentValue = pointId && beyond !== null && kind.limit ? readingAt(world, { deviceId, pointId, at }) : beyond
    let id: string | undefined
    world.clock.runAt(at, () => {
      id = reportAlarm(world, { deviceId, kind: plan.kind, into, presentValue, ...subject })
    })
    return id
  }
  const isOfFilter = pointId !== undefined && plan.kind === 'filterPressure'
  const runningAt = (at: number) => (isOfFilter ? whileRunning(world, { deviceId, pointId, at }) : at)
  const raisedAt = runningAt(epoch - plan.hours * hour)
  const returnedAt = plan.lastedHours === undefined ? undefined : raisedAt + plan.lastedHours * hour
  const strays = (from: number, until: number | undefined) => {
    if (pointId && beyond !== null) writeExcursion(world, { pointId, from, until, value: beyond })
  }
  for (let times = plan.before ?? 0; times > 0; times--) {
    const at = runningAt(raisedAt - times * 3 * hour)
    strays(at, at + 40 * minute)
    reportAt(at, kind.eventState)
    reportAt(at + 40 * minute, 'normal')
  }
  strays(raisedAt, returnedAt)
  const id = reportAt(raisedAt, kind.eventState)
  if (returnedAt !== undefined) reportAt(returnedAt, 'normal')
  // Without air flow the filter is within its limit, until the fan starts again.
  else if (isOfFilter) writeMonitor(world, { deviceId, pointId, kind: plan.kind })
  if (id === undefined || plan.comment === undefined) return
  acknowledgeAt(world, (returnedAt ?? raisedAt) + 25 * minute, { id, by, comment: plan.comment || null })
}

/**
 * Returns the reading of an alarm's point meanwhile: beyond its limit, or not following a command; null without a
 * value.
 */
function beyondLimit({ limit, eventType }: AlarmKind, value: number | undefined): number | null {
  if (value !== undefined) return value
  if (typeof limit?.value === 'number') return Math.round(limit.value * (limit.kind === 'low' ? 9.2 : 10.6)) / 10
  return eventType === 'commandFailure' ? 0 : null
}

/** Returns the latest moment, within three days before, at which air flows through a filter. */
function whileRunning(world: World, of: { deviceId: string; pointId: string; at: number }): number {
  for (let at = of.at; at > of.at - 72 * hour; at -= 15 * minute) if (readingAt(world, { ...of, at }) !== 0) return at
  return of.at
}

/** Returns the reading of a point in a minute. */
function readingAt(
  world: World,
  { deviceId, pointId, at }: { deviceId: string; pointId: string; at: number },
): number | null {
  const reading = pointsAt(world, deviceId, { at, ids: new Set([pointId]), commandedIds: new Set() }).get(
    pointId,
  )?.value
  return typeof reading === 'number' ? reading : null
}

/** Writes an excursion of a reading that is beyond its limit when the alarm is raised, and back when it returns. */
function writeExcursion(
  world: World,
  { pointId, from, until, value }: { pointId: string; from: number; until?: number | undefined; value: number },
): void {
  insert(world, 'excursion', {
    id: seedId('excursion', `${pointId}/${from}`),
    point_id: pointId,
    from_at: Math.round(from - 12 * minute),
    until_at: until === undefined ? null : Math.max(Math.round(from), Math.round(until - 12 * minute)),
    mean: value,
  })
}

function acknowledgeAt(
  world: World,
  at: number,
  { id, by, comment }: { id: string; by: Written['by']; comment: string | null },
): void {
  const row = world.store.get<AlarmRecord>('SELECT * FROM alarm WHERE id = ?', id)
  const after = row && acknowledge({ required: row.ack_required, acked: row.acked })
  if (!row || !after) return
  world.clock.runAt(Math.round(at), () => writeAcknowledgement(world, row, { after, by, comment }))
}

/** The role of the point of an alarm; alarms about the controller or an unmapped contact have none. */
const roles: Partial<Record<AlarmKindName, readonly string[]>> = {
  zoneHot: ['ZAT'],
  zoneCold: ['ZAT'],
  zoneHumid: ['RH'],
  carbonDioxide: ['CO2'],
  supplyCold: ['SAT'],
  supplyHot: ['SAT'],
  staticPressureHigh: ['DSP'],
  chilledWaterWarm: ['CHWS'],
  hotWaterCold: ['HWS'],
  freezeStat: ['MAT'],
  fanFailure: ['FANSTS'],
  pumpFailure: ['PUMP'],
  damperStuck: ['DMP', 'OADPR'],
  setpointDeviation: ['ZAT', 'SAT'],
  sensorOpen: ['ZAT', 'RAT', 'SAT'],
  sensorShorted: ['ZAT', 'SAT'],
}

interface PointRow {
  id: string
  display_name: string
  object_type: string
  object_instance: number
  equipment_id: string
}

/** Returns the point and the equipment of an alarm. */
function subjectOf({ store }: World, deviceId: string, kind: AlarmKindName) {
  for (const role of roles[kind] ?? []) {
    const point = store.get<PointRow>(
      `SELECT point.id, display_name, object_type, object_instance, equipment_id FROM point_mapping
       JOIN point ON point.id = point_mapping.point_id WHERE point.device_id = ? AND role = ?
       ORDER BY equipment_id LIMIT 1`,
      deviceId,
      role,
    )
    if (!point) continue
    const { id, display_name, object_type, object_instance, equipment_id } = point
    return {
      equipmentId: equipment_id,
      point: { id, name: display_name, objectType: object_type, objectInstance: object_instance },
    }
  }
  if (kind === 'filterPressure') {
    const point = store.get<Omit<PointRow, 'equipment_id'>>(
      `SELECT id, display_name, object_type, object_instance FROM point
       WHERE device_id = ? AND behaviour = 'airHandler.FilterPressure' ORDER BY id LIMIT 1`,
      deviceId,
    )
    if (point) {
      const { id, display_name, object_type, object_instance } = point
      return {
        equipmentId: onlyEquipmentOf(store, deviceId),
        point: { id, name: display_name, objectType: object_type, objectInstance: object_instance },
      }
    }
  }
  return { equipmentId: kind === 'deviceOffline' ? null : onlyEquipmentOf(store, deviceId) }
}

const onlyEquipmentOf = (store: World['store'], deviceId: string): string | null =>
  store.get<{ equipment_id: string }>(
    'SELECT equipment_id FROM equipment_device WHERE device_id = ? ORDER BY equipment_id LIMIT 1',
    deviceId,
  )?.equipment_id ?? null

interface SwingPlan {
  device: string
  kind: AlarmKindName
  mean: number
  swing: number
  /** Minutes. */
  periodMinutes: number
  /** Minutes from the seed until it first rises through its mean. */
  risesInMinutes: number
}

/** Points that will leave their limits and return, some every few hours. */
const swings: readonly SwingPlan[] = [
  { device: 'story-1', kind: 'zoneHumid', mean: 60, swing: 12, periodMinutes: 300, risesInMinutes: 10 },
  { device: 'story-2', kind: 'carbonDioxide', mean: 900, swing: 260, periodMinutes: 240, risesInMinutes: 5 },
  { device: 'story-3', kind: 'hotWaterCold', mean: 50, swing: 7, periodMinutes: 360, risesInMinutes: 200 },
  {
    device: 'montcalm-REC-ECY303-2',
    kind: 'filterPressure',
    mean: 225,
    swing: 40,
    periodMinutes: 420,
    risesInMinutes: 30,
  },
]

function writeSwing(world: World, plan: SwingPlan): void {
  const deviceId = deviceIdOf(plan.device)
  const { point } = { point: undefined, ...subjectOf(world, deviceId, plan.kind) }
  if (!point) return
  const now = world.clock.now()
  insert(world, 'excursion', {
    id: seedId('excursion', `${plan.device}/${plan.kind}`),
    point_id: point.id,
    from_at: now,
    mean: plan.mean,
    swing: plan.swing,
    period_min: plan.periodMinutes,
    rises_at: now + plan.risesInMinutes * minute,
  })
  writeMonitor(world, { deviceId, pointId: point.id, kind: plan.kind })
}
