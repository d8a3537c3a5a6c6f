/** The alarms of `large`: skewed to few controllers, 1.2 % active, most of those unacknowledged (domain §11.3). */
import type { EventState, Severity } from '../../contracts/alarms'
import { seedId } from '../../kit/deterministic'
import type { Store } from '../../kit/store'
import { type AlarmKind, type AlarmKindName, alarmKinds } from '../../operations/alarms/alarm-kinds'
import {
  type AckStatus,
  acknowledge,
  ackStateOf,
  afterTransition,
  alarmSeverityOf,
  initialStatus,
} from '../../operations/alarms/alarm-states'
import { userIdOf } from '../people'
import { inserter } from './bulk'
import type { SeededDevice } from './devices'
import { pickWeighted, type Streams, shuffled } from './plan'
import type { SeedOwner } from './tree'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const severities = [
  ['critical', 3],
  ['high', 22],
  ['medium', 45],
  ['low', 30],
] as const satisfies readonly (readonly [Severity, number])[]

/** Alarms about a controller itself are not drawn; they follow from its state. */
const ofTheController: readonly string[] = ['deviceOffline', 'deviceFlood']
const namesOf = Object.fromEntries(
  severities.map(([severity]) => [
    severity,
    (Object.keys(alarmKinds) as AlarmKindName[]).filter(
      (name) => alarmSeverityOf(alarmKinds[name].priority) === severity && !ofTheController.includes(name),
    ),
  ]),
) as Record<Severity, AlarmKindName[]>

const activeShare = 0.012
/** Share of the active ones that require an acknowledgement, so that 0.7 % of all are active and unacknowledged. */
const unacknowledgedShare = 0.83
const returnedUnseenShare = 0.005

const people = [
  { id: userIdOf('amelie'), name: 'Amélie Tremblay' },
  { id: userIdOf('usha'), name: 'Usha Raman' },
] as const

interface Parts {
  owner: SeedOwner
  epoch: number
  streams: Streams
  devices: readonly SeededDevice[]
  /** The total number of alarms. */
  count: number
}

/**
 * Returns a function that writes alarm number `at` with its one occurrence; the silence of every silent controller
 * comes first.
 */
export function alarmWriter(store: Store, { owner, epoch, streams, devices, count }: Parts): (at: number) => void {
  const random = streams('alarms')
  const order = shuffled(
    devices.filter(({ isOnboarded }) => isOnboarded),
    streams('alarm-devices'),
  )
  const silent = devices.filter(({ offlineSince }) => offlineSince !== null)
  const insertAlarm = inserter(store, 'alarm')
  const insertOccurrence = inserter(store, 'alarm_occurrence')
  const drawnActive = activeShare - Math.min(silent.length, count) / count
  const active = new Set<string>()
  const anyDevice = (skew: number) => order[Math.floor(random() ** skew * order.length)] as SeededDevice

  return (at) => {
    const silence = silent[at]
    const severity = pickWeighted(severities, random())
    const names = namesOf[severity]
    const name = silence ? 'deviceOffline' : (names[Math.floor(random() * names.length)] ?? 'zoneHot')
    const kind: AlarmKind = alarmKinds[name]
    let device = silence ?? anyDevice(3)
    const isActive = silence !== undefined || random() < drawnActive
    if (isActive) {
      // The same alarm is active only once per controller.
      while (active.has(`${device.id}/${name}`)) device = anyDevice(1)
      active.add(`${device.id}/${name}`)
    }
    const raisedAt =
      silence?.offlineSince != null
        ? silence.offlineSince + 90_000
        : Math.round(epoch - minute - (isActive ? 30 * day * random() ** 3 : 2 * day + 390 * day * random() ** 1.5))
    const normalAt = isActive ? null : raisedAt + Math.round(minute + 10 * hour * random() ** 4)
    const into = kind.eventState
    const state = isActive ? into : 'normal'
    const before = initialStatus(alarmSeverityOf(kind.priority), into)
    const status = isActive ? before : afterTransition(before, 'normal')
    const requiresAck = before.required !== 0
    const isAcknowledged = requiresAck && random() >= (isActive ? unacknowledgedShare : returnedUnseenShare)
    const after: AckStatus = (isAcknowledged && acknowledge(status)) || status
    const by = isAcknowledged ? (people[at % 3 === 0 ? 1 : 0] ?? null) : null
    const ackAt = by && Math.min((normalAt ?? raisedAt) + Math.round(random() * 3 * hour), epoch)
    const limit = kind.limit && typeof kind.limit.value === 'number' ? kind.limit : null
    const past = limit?.kind === 'low' ? 0.94 : 1.06
    const value = limit === null ? null : JSON.stringify(Math.round(Number(limit.value) * past * 10) / 10)
    const id = seedId('alarm', `large-${at}`)
    const answered = {
      ack_state: ackStateOf(after),
      ack_by_id: by?.id ?? null,
      ack_by_name: by?.name ?? null,
      ack_at: ackAt,
    }
    insertAlarm({
      id,
      ...owner,
      site_id: device.siteId,
      building_id: device.buildingId,
      space_id: device.spaceId,
      device_id: device.id,
      object_type: kind.objectType,
      object_instance: 0,
      event_type: kind.eventType,
      priority: kind.priority,
      severity: alarmSeverityOf(kind.priority),
      event_state: state,
      previous_event_state: isActive ? 'normal' : into,
      message: name,
      present_value: value,
      unit: kind.unit,
      limits: kind.limit && JSON.stringify(kind.limit),
      ack_required: after.required,
      acked: after.acked,
      ...answered,
      raised_at: raisedAt,
      normal_at: normalAt,
      updated_at: Math.max(ackAt ?? 0, normalAt ?? raisedAt),
      events: isActive ? 1 : 2,
    })
    insertOccurrence({
      id: seedId('alarm-occurrence', `${id}/1`),
      alarm_id: id,
      sequence: 1,
      event_state: into,
      raised_at: raisedAt,
      normal_at: normalAt,
      peak_value: value,
      present_value: value,
      ...answered,
      transitions: transitionsOf({ into, priority: kind.priority, raisedAt, normalAt }),
    })
  }
}

interface Course {
  into: EventState
  priority: number
  raisedAt: number
  normalAt: number | null
}

function transitionsOf({ into, priority, raisedAt, normalAt }: Course): string {
  const first = { from: 'normal', to: into, at: raisedAt, priority }
  return JSON.stringify(normalAt === null ? [first] : [first, { from: into, to: 'normal', at: normalAt, priority }])
}
