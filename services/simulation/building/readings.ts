/**
 * What the points of a unit read over a day: its course, the noise of its sensors, and excursions. Nothing is stored;
 * the same minute always reads the same value (domain §11.2, §11.3).
 */
import { LRUCache } from 'lru-cache'
import type { Value } from '../../contracts/points'
import { equipmentAt, equipmentChangesOf } from '../../history/earlier-inputs'
import { minuteMs } from '../../history/history'
import { seedOf } from '../../kit/deterministic'
import { dayBefore, type LocalDay, localClockOf, localDayOf } from '../../kit/local-days'
import { instantOf } from '../../kit/local-time'
import type { World } from '../../kit/world'
import { airHandlerCourse } from './air-handler'
import { boxCourse } from './box'
import { type Course, type CourseInput, clamp, defaultStages, type Stage, type UnitKind } from './course'
import { fanCoilCourse } from './fan-coil'
import { gaussAt } from './noise'
import { boilerCourse, chillerCourse, gatewayCourse, roomCourse } from './plant'
import { type Excursion, type UnitInputs, unitInputsOf } from './stages'
import { type BuildingUnit, objectLineOf, unitOfEquipment } from './units'
import { outdoorOver, type WeatherCity } from './weather'

/** Noise of each sensor: its deviation, and the sensor it duplicates, if any. */
const sensors: Partial<Record<UnitKind, Readonly<Record<string, readonly [deviation: number, channel?: string]>>>> = {
  airHandler: {
    OAT: [0.1],
    RAT: [0.1],
    MAT: [0.15],
    SAT: [0.1],
    EAT: [0.1],
    CCET: [0.15, 'MAT'],
    HCET: [0.15, 'MAT'],
    CCLT: [0.1, 'SAT'],
    HCLT: [0.1, 'SAT'],
    DSP: [4],
    RH: [0.8],
    CO2: [8],
    KW: [0.1],
    FilterPressure: [2],
  },
  box: { ZAT: [0.05], FLOW: [1.5], DAT: [0.1], CO2: [8] },
  fanCoil: { ZAT: [0.05], RAT: [0.05], SAT: [0.1] },
  chiller: { CHWS: [0.1], CHWR: [0.1], KW: [1] },
  boiler: { HWS: [0.2], HWR: [0.2] },
  room: { ZAT: [0.05], Humidity: [0.8] },
  gateway: { OAT: [0.1], Power: [2] },
}
/** Sensors without noise at zero. */
const idle: readonly string[] = ['DSP', 'FilterPressure', 'FLOW', 'KW']

const weather = new LRUCache<string, Float64Array>({ max: 64 })
function weatherOf(city: WeatherCity, dayOfYear: number, { before, minutes }: LocalClocks): Float64Array {
  const key = `${city} ${dayOfYear} ${before} ${minutes}`
  const cached = weather.get(key) ?? outdoorOver(city, dayOfYear, { before, minutes })
  weather.set(key, cached)
  return cached
}

/** The local clock over a day and the day before, both in elapsed minutes. */
interface LocalClocks {
  before: number
  minutes: number
  /** Identifies everything it depends on. */
  key: string
  localMinutes: CourseInput['localMinutes']
}

const localClocks = new LRUCache<string, LocalClocks>({ max: 64 })
function localClocksOf(day: LocalDay, timeZone: string): LocalClocks {
  const both = [localClockOf(dayBefore(day, timeZone), timeZone), localClockOf(day, timeZone)]
  const key = JSON.stringify(both)
  const cached = localClocks.get(key) ?? {
    before: both[0]?.minutes ?? 0,
    minutes: both[1]?.minutes ?? 0,
    key,
    localMinutes: Uint16Array.from(
      both.flatMap(({ minutes, changed, shift }) =>
        Array.from({ length: minutes }, (_, minuteOfDay) =>
          minuteOfDay < changed ? minuteOfDay : minuteOfDay + shift,
        ),
      ),
    ),
  }
  localClocks.set(key, cached)
  return cached
}

/** Hours from the start of 2020 to the beginning of a day. */
const elapsedHoursOf = ({ start }: LocalDay, timeZone: string) =>
  (start - instantOf({ date: '2020-01-01', seconds: 0 }, timeZone)) / 3_600_000

/** Bytes: a page of fifty units with commands or faults of their own, and what feeds them, fits. */
const courses = new LRUCache<string, Course>({
  maxSize: 80_000_000,
  sizeCalculation: (course) => Object.values(course).reduce((sum, column) => sum + column.byteLength, 1),
})

/** The columns that boxes are computed from, for both days. */
const feedColumns: readonly string[] = ['on', 'occupied', 'share', 'supply']

/** Leaves out the day before, which only settled the model, so that twice as many courses fit. */
const withoutDayBefore = (course: Course, { before }: LocalClocks): Course =>
  Object.fromEntries(
    Object.entries(course).map(([key, column]) => [key, feedColumns.includes(key) ? column : column.slice(before)]),
  )

/** Returns where a minute of the day is in a column: all end with the day. */
const stepOf = (column: Float64Array, { minutes }: Pick<LocalClocks, 'minutes'>, minuteOfDay: number) =>
  column.length - minutes + minuteOfDay

interface ComputedCourse {
  course: Course
  /** Identifies everything it depends on. */
  key: string
}

/** The properties that determine a unit without commands or faults of its own. */
type Place = Pick<BuildingUnit, 'kind' | 'city' | 'timeZone'>

function computeCourse(
  { kind, city, timeZone }: Place,
  day: LocalDay,
  stages: readonly Stage[],
  feeds?: ComputedCourse,
): ComputedCourse {
  const clock = localClocksOf(day, timeZone)
  const elapsedHours = kind === 'boiler' ? elapsedHoursOf(day, timeZone) : 0
  const stagesKey = stages === defaultStages ? '' : JSON.stringify(stages)
  const key = [kind, city, day.dayOfYear, elapsedHours, clock.key, stagesKey, feeds?.key].join('|')
  const cached = courses.get(key)
  if (cached) return { course: cached, key }
  const input: CourseInput = {
    outdoor: weatherOf(city, day.dayOfYear, clock),
    stages,
    localMinutes: clock.localMinutes,
    midnight: clock.before,
    elapsedHours,
  }
  const bothDays =
    kind === 'airHandler'
      ? airHandlerCourse(input)
      : kind === 'box'
        ? boxCourse(input, feeds?.course ?? {})
        : {
            fanCoil: fanCoilCourse,
            chiller: chillerCourse,
            boiler: boilerCourse,
            room: roomCourse,
            gateway: gatewayCourse,
          }[kind](input)
  const course = withoutDayBefore(bothDays, clock)
  courses.set(key, course)
  return { course, key }
}

/**
 * Returns the course of what feeds a box, by the handlers that fed it over a day and the day before: each up to the
 * minute in which another one took over, so that nothing before it changes.
 */
function feedOf(world: World, unit: BuildingUnit, day: LocalDay): ComputedCourse | undefined {
  if (unit.kind !== 'box' || unit.id === unit.deviceId) return undefined
  const { start: from } = dayBefore(day, unit.timeZone)
  const parts = [from, ...feedChangesOf(world, unit.id, { from, to: day.end })].map((at) => ({
    step: Math.ceil((at - from) / minuteMs),
    feed: feedAt(world, unit, day, at) ?? defaultFeed(unit, day),
  }))
  const [first] = parts
  return parts.every(({ feed }) => feed.key === first?.feed.key) ? first?.feed : joined(parts)
}

/** Returns when another handler began to feed a box, or the one that feeds it became another unit. */
function feedChangesOf({ store }: World, id: string, window: { from: number; to: number }): number[] {
  const own = equipmentChangesOf(store, id, window)
  const parents = new Set([window.from, ...own].map((at) => equipmentAt(store, id, at)?.parentId ?? null))
  const changes = [...parents].flatMap((parentId) =>
    parentId === null ? [] : equipmentChangesOf(store, parentId, window),
  )
  return [...new Set([...own, ...changes])].sort((a, b) => a - b)
}

/** Returns the course of the handler that fed a box at a moment; undefined when none was recorded. */
function feedAt(
  world: World,
  { id, city, timeZone }: BuildingUnit,
  day: LocalDay,
  at: number,
): ComputedCourse | undefined {
  const parentId = equipmentAt(world.store, id, at)?.parentId ?? null
  const unit = parentId === null ? undefined : unitOfEquipment(world, parentId, at)
  if (unit?.kind !== 'airHandler') return undefined
  // At the same site, which may have been moved since.
  const parent = { ...unit, city, timeZone }
  return computeCourse(parent, day, unitInputsOf(world, parent, day).stages)
}

/** Returns one course of several, each from a step on. */
function joined(parts: readonly { step: number; feed: ComputedCourse }[]): ComputedCourse {
  const key = JSON.stringify(parts.map(({ step, feed }) => [step, feed.key]))
  const cached = courses.get(key)
  if (cached) return { course: cached, key }
  const course = Object.fromEntries(
    feedColumns.map((name) => {
      const whole = Float64Array.from(parts[0]?.feed.course[name] ?? [])
      for (const { step, feed } of parts) whole.set((feed.course[name] ?? whole).subarray(step), step)
      return [name, whole]
    }),
  )
  courses.set(key, course)
  return { course, key }
}

const defaultFeed = ({ city, timeZone }: Place, day: LocalDay): ComputedCourse =>
  computeCourse({ kind: 'airHandler', city, timeZone }, day, defaultStages)

/** One local day of a unit. */
export interface UnitDay {
  unit: BuildingUnit
  day: LocalDay
  course: Course
  /** Identifies everything the course depends on. */
  key: string
  /** 1,440, except on the two days on which clocks change. */
  minutes: number
  /** Whether the space is occupied, by minutes since local midnight. */
  occupiedAt(minuteOfDay: number): boolean
  commanded: UnitInputs['commanded']
  excursions: ReadonlyMap<string, readonly Excursion[]>
}

/**
 * Returns the day of a unit that contains a moment (ms). `uncommanded` leaves out what is written into its own points.
 */
export function unitDayOf(
  world: World,
  unit: BuildingUnit,
  at: number,
  options: { uncommanded?: boolean } = {},
): UnitDay {
  const day = localDayOf(at, unit.timeZone)
  const { stages, commanded, excursions } = unitInputsOf(world, unit, day, options)
  return {
    ...unitDayWith(unit, day, { stages, feeds: feedOf(world, unit, day) }),
    commanded,
    excursions: excursionsOn(unit, excursions, day),
  }
}

/** Returns the day of a unit with the given inputs. */
export function unitDayWith(
  unit: BuildingUnit,
  day: LocalDay,
  { stages, feeds }: { stages: readonly Stage[]; feeds?: ComputedCourse | undefined },
): UnitDay {
  const clock = localClocksOf(day, unit.timeZone)
  const { course, key } = computeCourse(
    unit,
    day,
    stages,
    feeds ?? (unit.kind === 'box' ? defaultFeed(unit, day) : undefined),
  )
  return {
    unit,
    day,
    course,
    key,
    minutes: clock.minutes,
    occupiedAt: (minuteOfDay) =>
      course.occupied !== undefined && (course.occupied[stepOf(course.occupied, clock, minuteOfDay)] ?? 0) > 0,
    commanded: new Map(),
    excursions: new Map(),
  }
}

function excursionsOn(
  { points }: BuildingUnit,
  excursions: readonly Excursion[],
  { start, end }: LocalDay,
): UnitDay['excursions'] {
  const byKey = new Map<string, Excursion[]>()
  if (excursions.length === 0) return byKey
  const keys = new Map([...points].map(([key, { id }]) => [id, key]))
  for (const excursion of excursions) {
    if ((excursion.until_at ?? end) <= start - settlesMs) continue
    const key = keys.get(excursion.point_id) ?? ''
    byKey.set(key, [...(byKey.get(key) ?? []), excursion])
  }
  return byKey
}

/** How long a reading takes to leave its course and to return. */
const settlesMs = 10 * minuteMs

/** Weight of an excursion at a moment, 0..1. */
const excursionWeight = ({ from_at, until_at }: Excursion, at: number) =>
  Math.min(
    clamp((at - from_at) / settlesMs, 0, 1),
    until_at === null ? 1 : clamp((until_at + settlesMs - at) / settlesMs, 0, 1),
  )

const seeds = new LRUCache<string, number>({ max: 5_000 })
function seedFor(id: string, channel: string): number {
  const key = `${id}/${channel}`
  const cached = seeds.get(key) ?? seedOf(key)
  seeds.set(key, cached)
  return cached
}

/**
 * Returns a function that reads one object of a unit by minutes since local midnight: the value at the end of the
 * minute, or at a moment (ms) within it. Undefined when the unit has no such object.
 */
export function readerOf(unitDay: UnitDay, key: string): ((minuteOfDay: number, at?: number) => Value) | undefined {
  const { unit, day, course } = unitDay
  const column = course[key]
  const line = objectLineOf(unit.kind, key)
  if (!column || !line) return undefined
  const [deviation = 0, channel = key] = sensors[unit.kind]?.[key] ?? []
  const seed = seedFor(unit.id, channel)
  const excursions = line.kind === 'number' ? (unitDay.excursions.get(key) ?? []) : []
  const [low, high] = line.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const isIdleAtZero = idle.includes(key)
  // However clogged a filter is, without air flow there is no pressure drop across it.
  const needsFlow = key === 'FilterPressure'
  const factor = 10 ** line.precision
  const commandedStretches = unitDay.commanded.get(key) ?? []
  return (minuteOfDay, moment = day.start + (minuteOfDay + 1) * minuteMs - 1) => {
    const step = stepOf(column, unitDay, minuteOfDay)
    const commanded = commandedStretches.find(({ from, until }) => from <= moment && moment < until)?.value
    const exact = commanded ?? (commanded === null ? column[step + 1] : undefined) ?? column[step] ?? 0
    if (line.kind === 'boolean') return exact > 0
    if (line.kind === 'enum') return exact
    if (typeof commanded === 'number') return exact
    let value = exact
    const at = day.start + minuteOfDay * minuteMs
    for (const excursion of needsFlow && exact === 0 ? [] : excursions) {
      const { mean, swing, period_min, rises_at } = excursion
      const target = mean + swing * Math.sin((2 * Math.PI * (at - rises_at)) / (period_min * minuteMs))
      value += excursionWeight(excursion, at) * (target - value)
    }
    if (deviation && !(isIdleAtZero && value === 0)) value += deviation * gaussAt(seed, Math.floor(at / minuteMs))
    return Math.round(clamp(value, low, high) * factor) / factor
  }
}

/** Returns the minute of the day that contains a moment. */
export const minuteOf = ({ day, minutes }: UnitDay, at: number) =>
  clamp(Math.floor((at - day.start) / minuteMs), 0, minutes - 1)
