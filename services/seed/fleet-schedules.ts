/** Schedules of the demonstration: nine in the stories, twenty-four in Montcalm (domain §11.1). */
import type { z } from 'zod'
import {
  type CalendarEntry,
  type Interval,
  ScheduleSave,
  type ScheduleTarget,
  type SyncState,
} from '../contracts/schedules'
import { prng, seedOf } from '../kit/deterministic'
import type { World } from '../kit/world'
import { giveUpSchedules } from '../link/schedules'
import { completeDocument } from '../operations/schedules/complete'
import { deviceIdOf, insert } from './fleet-write'
import { frenchHolidays, quebecHolidays } from './holidays'
import { userIdOf } from './people'

const hour = 3_600_000
const day = 24 * hour

type Entered = z.input<typeof ScheduleSave>
type EnteredSchedule = Entered['schedules'][number]
type ObjectType = 'binaryValue' | 'binaryOutput' | 'analogValue' | 'multiStateOutput'

interface Plan {
  device: string
  calendars?: Entered['calendars']
  /** Each with the object type it commands; by default its first instance. */
  schedules: readonly (EnteredSchedule & { commands: ObjectType; instance?: number })[]
  syncState?: SyncState
}

/** Writes them; all past times are relative to `epoch` (ms). Points must exist. */
export function seedSchedules(world: World, epoch: number): void {
  for (const plan of [...storyPlans(epoch), ...montcalmPlans(epoch)]) writePlan(world, epoch, plan)
}

function writePlan(
  world: World,
  epoch: number,
  { device, calendars = [], schedules, syncState = 'inSync' }: Plan,
): void {
  const deviceId = deviceIdOf(device)
  const owner = world.store.get<{ tenant_id: string; customer_id: string }>(
    'SELECT tenant_id, customer_id FROM device WHERE id = ?',
    deviceId,
  )
  if (!owner) throw new Error(`No controller ${device}`)
  const document = completeDocument(
    ScheduleSave.parse({
      calendars,
      schedules: schedules.map(({ commands, instance = 1, ...schedule }) => ({
        ...schedule,
        listOfObjectPropertyReferences: [targetOf(world, deviceId, { objectType: commands, objectInstance: instance })],
      })),
    }),
  )
  const savedAt =
    syncState === 'inSync'
      ? epoch - Math.round((2 + prng(seedOf(`${device}/schedules`))() * 90) * day)
      : epoch - 2 * hour
  const byHand = syncState === 'deviceChanged'
  insert(world, 'host_schedule', {
    device_id: deviceId,
    ...owner,
    calendars: JSON.stringify(document.calendars),
    schedules: JSON.stringify(document.schedules),
    version: syncState === 'inSync' ? 1 : 2,
    sync_state: syncState,
    last_synced_at: syncState === 'inSync' ? savedAt + 3_000 : savedAt - 20 * day,
    updated_at: savedAt,
    updated_by_id: byHand ? null : userIdOf('amelie'),
    updated_by_name: byHand ? null : 'Amélie Tremblay',
  })
  if (syncState === 'pendingSend') giveUpSchedules(world, deviceId, savedAt)
}

function targetOf(
  { store }: World,
  deviceId: string,
  { objectType, objectInstance }: { objectType: ObjectType; objectInstance: number },
): ScheduleTarget {
  const point = store.get<{ id: string }>(
    'SELECT id FROM point WHERE device_id = ? AND object_type = ? AND object_instance = ?',
    deviceId,
    objectType,
    objectInstance,
  )
  return { objectType, objectInstance, pointId: point?.id ?? null }
}

const from = (start: string, end: string, value: Interval['value'] = true): Interval => ({ start, end, value })

/** Monday to Friday, Saturday, Sunday. */
const week = (workday: Interval[], saturday: Interval[] = [], sunday: Interval[] = []) => [
  ...Array.from({ length: 5 }, () => workday),
  saturday,
  sunday,
]
const wholeWeek = (intervals: Interval[]) => week(intervals, intervals, intervals)

const closedOn = (calendarKey: string, name: string) => ({
  name,
  eventPriority: 8,
  period: { type: 'calendarReference', calendarKey } as const,
})

const dateAfter = (epoch: number, days: number) => new Date(epoch + days * day).toISOString().slice(0, 10)

const calendar = (name: string, dateList: CalendarEntry[]) => ({ key: 'cal-1', name, dateList })

function storyPlans(epoch: number): Plan[] {
  const openHouse = {
    name: 'Open house',
    period: { type: 'date', date: dateAfter(epoch, 12) } as const,
    intervals: [from('09:00', '17:00')],
  }
  return [
    {
      device: 'story-1',
      calendars: [calendar('Statutory holidays of Québec', quebecHolidays(epoch))],
      schedules: [
        {
          name: 'Office occupancy',
          description: 'Levels 1 to 12.',
          weeklySchedule: week([from('06:30', '18:30')], [from('08:00', '13:00')]),
          exceptionSchedule: [closedOn('cal-1', 'Holidays'), openHouse],
          commands: 'binaryValue',
        },
        {
          name: 'Morning flush',
          description: 'Outside air before people arrive.',
          effectivePeriod: { start: dateAfter(epoch, -300), end: dateAfter(epoch, 300) },
          weeklySchedule: week([from('05:30', '06:15')]),
          exceptionSchedule: [closedOn('cal-1', 'Holidays')],
          commands: 'binaryOutput',
          instance: 2,
        },
      ],
    },
    {
      device: 'story-2',
      schedules: [
        {
          name: 'Zone setpoint',
          valueType: 'number',
          facets: { unit: 'degC', min: 10, max: 35, precision: 1 },
          scheduleDefault: 18,
          weeklySchedule: week([from('06:00', '07:00', 20), from('07:00', '18:00', 21.5)]),
          priorityForWriting: 16,
          commands: 'analogValue',
        },
      ],
    },
    {
      device: 'story-3',
      schedules: [
        {
          name: 'Chiller availability',
          weeklySchedule: wholeWeek([from('05:00', '22:00')]),
          commands: 'binaryValue',
        },
        {
          name: 'Pump exercise',
          description: 'A quarter of an hour on the first Sunday night of a month.',
          weeklySchedule: wholeWeek([]),
          exceptionSchedule: [
            {
              name: 'First Sunday',
              period: { type: 'weekNDay', month: 'any', week: 1, dayOfWeek: 7 },
              intervals: [from('02:00', '02:15')],
            },
          ],
          commands: 'binaryOutput',
          instance: 3,
        },
      ],
    },
    {
      device: 'story-5',
      schedules: [
        {
          name: 'Heures du hall',
          weeklySchedule: week([from('08:30', '21:00')], [from('09:00', '17:00')], [from('10:00', '17:00')]),
          commands: 'binaryValue',
        },
      ],
    },
    {
      device: 'story-6',
      schedules: [
        {
          name: 'Operating suite',
          description: 'Every day; closed at night.',
          weeklySchedule: wholeWeek([from('06:30', '24:00')]),
          priorityForWriting: 10,
          commands: 'binaryValue',
        },
        {
          name: 'Humidity reserve',
          valueType: 'number',
          facets: { min: 0, max: 100, precision: 0 },
          scheduleDefault: 20,
          weeklySchedule: wholeWeek([from('06:00', '20:00', 40)]),
          commands: 'analogValue',
          instance: 20,
        },
      ],
    },
    {
      device: 'story-8',
      calendars: [calendar('Jours fériés de France', frenchHolidays(epoch))],
      schedules: [
        {
          name: 'Horaire du campus',
          weeklySchedule: week([from('07:30', '19:30')], [from('08:00', '12:00')]),
          exceptionSchedule: [closedOn('cal-1', 'Jours fériés')],
          commands: 'binaryValue',
        },
      ],
    },
  ]
}

/** The air handlers of every building and, twice, its plant: 12 + 2 × 6. */
const blocks: readonly { code: string; handlers: number; plant: boolean }[] = [
  { code: 'SCI', handlers: 2, plant: false },
  { code: 'BIB', handlers: 1, plant: true },
  { code: 'DRO', handlers: 1, plant: true },
  { code: 'ART', handlers: 1, plant: true },
  { code: 'MED', handlers: 2, plant: true },
  { code: 'REC', handlers: 2, plant: true },
  { code: 'GEN', handlers: 2, plant: true },
  { code: 'RES', handlers: 1, plant: false },
]

/** One waits for a silent controller, one was rejected, one was changed on the controller. */
const states: Readonly<Record<string, SyncState>> = {
  'RES-ECY303-1': 'pendingSend',
  'REC-ECY303-2': 'failed',
  'GEN-ECY303-2': 'deviceChanged',
}

function montcalmPlans(epoch: number): Plan[] {
  const breakWeek = {
    name: 'Relâche',
    period: { type: 'dateRange', start: dateAfter(epoch, 20), end: dateAfter(epoch, 26) } as const,
    intervals: [from('09:00', '16:00')],
  }
  return blocks.flatMap(({ code, handlers, plant }) => [
    ...Array.from({ length: handlers }, (_, index): Plan => {
      const key = `${code}-ECY303-${index + 1}`
      return {
        device: `montcalm-${key}`,
        calendars: [{ name: 'Fermetures', dateList: closures(epoch) }],
        syncState: states[key],
        schedules: [
          {
            name: index ? 'Laboratoires' : 'Salles de cours',
            weeklySchedule: week(
              [from(index ? '07:00' : '06:30', '22:00')],
              [from('09:00', '17:00')],
              [from('09:00', '17:00')],
            ),
            exceptionSchedule: [breakWeek],
            commands: 'binaryValue',
          },
        ],
      }
    }),
    ...(plant ? [plantPlan(`montcalm-${code}-ECY600-1`)] : []),
  ])
}

/** Days on which the campus is closed, as a calendar to refer to. */
const closures = (epoch: number): CalendarEntry[] => [
  { type: 'date', date: '*-06-24' },
  { type: 'dateRange', start: dateAfter(epoch, 288), end: dateAfter(epoch, 301) },
]

const plantPlan = (device: string): Plan => ({
  device,
  schedules: [
    {
      name: 'Chaufferie',
      weeklySchedule: week([from('05:00', '22:30')], [from('07:00', '17:30')]),
      commands: 'binaryValue',
      instance: 2,
    },
    {
      name: 'Consigne d’eau chaude',
      valueType: 'number',
      facets: { unit: 'degC', min: 30, max: 90, precision: 0 },
      scheduleDefault: 50,
      weeklySchedule: week([from('05:00', '08:00', 75), from('08:00', '22:30', 65)], [from('07:00', '17:30', 60)]),
      commands: 'analogValue',
      instance: 2,
    },
  ],
})
