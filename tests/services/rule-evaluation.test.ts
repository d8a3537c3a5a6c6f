import { describe, expect, it } from 'vitest'
import { faultRules, type RuleUnit } from '../../services/operations/rules/rule-catalogue'
import { evaluate } from '../../services/operations/rules/rule-evaluation'
import type { UnitSample } from '../../services/operations/samples'
import { defaultValues, type Values } from '../../services/operations/variables/variables'
import { type HvacFaults, midnight, type Stage, steps } from '../../services/simulation/building/course'
import { readerOf, type UnitDay, unitDayWith } from '../../services/simulation/building/readings'
import { type WeatherCity, weatherCities } from '../../services/simulation/building/weather'

const units: readonly RuleUnit[] = ['airHandler', 'box', 'fanCoil']
const seasons = { winter: 18, spring: 115, summer: 200, autumn: 290 } as const
type Season = keyof typeof seasons

interface DayOptions {
  city?: WeatherCity
  seed?: string
  faults?: HvacFaults
  values?: Values
  units?: readonly RuleUnit[]
}

/** A day of a unit in whose controller something is wrong from the start, or from a minute of the day on. */
function dayOf(
  kind: RuleUnit,
  {
    seed,
    city,
    dayOfYear,
    faults = {},
    since = -midnight,
  }: Required<Pick<DayOptions, 'city' | 'seed'>> & {
    dayOfYear: number
    faults?: HvacFaults
    since?: number
  },
) {
  const start = Date.UTC(2026, 0, dayOfYear)
  const date = new Date(start).toISOString().slice(0, 10)
  const stages: Stage[] = [
    { until: midnight + since, faults: {}, commands: {} },
    { until: steps, faults, commands: {} },
  ]
  const unit = { id: seed, kind, city, deviceId: '', timeZone: 'UTC', faultyDeviceIds: [], points: new Map() }
  return unitDayWith(unit, { date, start, end: start + 86_400_000, dayOfYear }, { stages })
}

/** The minutes of a day in every role. */
function samplesIn(day: UnitDay): UnitSample[] {
  const unit = day.unit.kind as RuleUnit
  const roles = faultRules.filter((rule) => rule.unit === unit).flatMap(({ points }) => points.map(({ role }) => role))
  const readers = [...new Set([...roles, 'OS', 'FANSTS'])].flatMap((role) => {
    const read = readerOf(day, role)
    return read ? [[role, read] as const] : []
  })
  return Array.from({ length: day.minutes }, (_, minute) => {
    const readings = Object.fromEntries(readers.map(([role, read]) => [role, read(minute) as number | boolean]))
    return { on: readings.FANSTS === true, occupied: day.occupiedAt(minute), readings }
  })
}

function found(dayOfYear: number, { city = 'montreal', seed = 'AHU-1', faults = {}, ...rest }: DayOptions = {}) {
  const { values = defaultValues } = rest
  return (rest.units ?? units)
    .flatMap((unit) => [
      ...evaluate(samplesIn(dayOf(unit, { seed, city, dayOfYear, faults })), { unit, rules: faultRules, values }),
    ])
    .filter(([, { violations }]) => violations.length > 0)
    .map(([ruleId]) => faultRules.find((rule) => rule.ruleId === ruleId)?.code ?? ruleId)
    .sort()
}

describe('a healthy unit', () => {
  it('raises nothing, whatever the city, the month and the unit', () => {
    const raised = weatherCities.flatMap((city) =>
      [0, 2, 4, 6, 8, 10].flatMap((month) => found(15 + month * 30, { city, seed: `unit-${month}` })),
    )
    expect(raised).toEqual([])
  })

  it('has the same day again from the same seed, and another from another', () => {
    const day = (seed: string) => JSON.stringify(samplesIn(dayOf('airHandler', { seed, city: 'lyon', dayOfYear: 100 })))
    expect(day('A')).toBe(day('A'))
    expect(day('A')).not.toBe(day('B'))
  })
})

/** What each fault raises, season by season (domain §11.2). */
const table: readonly [name: string, faults: HvacFaults, raised: Partial<Record<Season, string>>][] = [
  ['fan belt slip', { fanBelt: 1 }, { winter: 'AHU-FC1', spring: 'AHU-FC1', summer: 'AHU-FC1', autumn: 'AHU-FC1' }],
  [
    'mixed air sensor 9 °C low',
    { matBias: -9 },
    {
      winter: 'AHU-FC12 AHU-FC15 AHU-FC6 AHU-FC8',
      spring: 'AHU-FC12 AHU-FC15 AHU-FC2 AHU-FC6 AHU-FC8',
      summer: 'AHU-FC10 AHU-FC15 AHU-FC2',
      autumn: 'AHU-FC12 AHU-FC15 AHU-FC2 AHU-FC6 AHU-FC8',
    },
  ],
  [
    'mixed air sensor 9 °C high',
    { matBias: 9 },
    {
      winter: 'AHU-FC14 AHU-FC5 AHU-FC6 AHU-FC8',
      spring: 'AHU-FC14 AHU-FC3 AHU-FC5 AHU-FC6 AHU-FC8',
      summer: 'AHU-FC10 AHU-FC3',
      autumn: 'AHU-FC14 AHU-FC3 AHU-FC5 AHU-FC6 AHU-FC8',
    },
  ],
  [
    'supply air sensor 5 °C high',
    { satBias: 5 },
    { winter: 'AHU-FC12 AHU-FC15 AHU-FC8', summer: 'AHU-FC15', autumn: 'AHU-FC12 AHU-FC15 AHU-FC8' },
  ],
  ['outdoor air sensor 8 °C high', { oatBias: 8 }, { spring: 'AHU-FC2 AHU-FC9', summer: 'AHU-FC10' }],
  ['outdoor air sensor 9 °C low', { oatBias: -9 }, { winter: '', summer: 'AHU-FC10' }],
  ['loop hunting', { hunting: 1 }, { winter: 'AHU-FC4', spring: 'AHU-FC4', summer: '', autumn: 'AHU-FC4' }],
  ['cooling valve leak', { coolingValveLeak: 1 }, { winter: 'AHU-FC14 AHU-FC8', summer: '' }],
  [
    'heating valve leak',
    { heatingValveLeak: 1 },
    { winter: 'AHU-FC12 AHU-FC15 AHU-FC8', spring: 'AHU-FC12 AHU-FC15 AHU-FC8', summer: 'AHU-FC15' },
  ],
  ['damper stuck open', { oaDamperStuck: 100 }, { winter: 'AHU-FC6', spring: 'AHU-FC6', autumn: 'AHU-FC6' }],
  ['damper stuck shut', { oaDamperStuck: 0 }, { winter: '', spring: '', summer: '', autumn: '' }],
  ['heating lost', { heatingUnavailable: 1 }, { winter: 'AHU-FC14 AHU-FC7' }],
  ['cooling lost', { coolingUnavailable: 1 }, { summer: 'AHU-FC13 AHU-FC15' }],
  ['box damper stuck', { vavDamperStuckClosed: 1 }, { winter: 'VAV-LOWFLOW', summer: 'VAV-LOWFLOW' }],
  ['no reheat', { noReheat: 1 }, { winter: 'VAV-LOWDAT', summer: '' }],
  ['flow sensor bias', { flowSensorBias: 1 }, { winter: 'VAV-FLOWCAL', summer: 'VAV-FLOWCAL' }],
  ['box damper leak', { vavDamperLeak: 1 }, { winter: 'VAV-DMPLEAK', summer: 'VAV-DMPLEAK' }],
  ['reheat leak', { reheatLeak: 1 }, { winter: 'VAV-VLVLEAK', summer: 'VAV-VLVLEAK' }],
  ['fan coil heating lost', { fcuHeatUnavailable: 1 }, { winter: 'FCU-FC2' }],
  ['fan coil cooling lost', { fcuCoolUnavailable: 1 }, { spring: 'FCU-FC3', summer: 'FCU-FC3' }],
  ['fan coil chilled water leak', { fcuChwLeak: 1 }, { summer: 'FCU-FC4' }],
  ['fan coil hot water leak', { fcuHwLeak: 1 }, { winter: 'FCU-FC5', spring: '' }],
]

describe('what is wrong is found', () => {
  it.each(table)('%s', (_name, faults, raised) => {
    for (const [season, codes] of Object.entries(raised)) {
      expect([season, found(seasons[season as Season], { faults }).join(' ')]).toEqual([season, codes])
    }
  })

  it('between the minute a fault appears and half an hour of delays later', () => {
    const where = { seed: 'AHU-1', city: 'montreal', dayOfYear: 115 } as const
    const samples = samplesIn(dayOf('airHandler', { ...where, faults: { fanBelt: 1 }, since: 600 }))
    const [violation] = evaluate(samples, { unit: 'airHandler', rules: faultRules, values: defaultValues }).get(
      'g36-ahu-fc1',
    )?.violations ?? [undefined]
    expect(violation?.start).toBeGreaterThanOrEqual(600)
    expect(violation?.start).toBeLessThan(606)
    expect(violation?.detected).toBe((violation?.start ?? 0) + 30)
    expect(violation?.end).toBe(1110)
  })

  it('by other values where somebody set them', () => {
    const slight = { matBias: -2 }
    expect(found(seasons.autumn, { faults: slight })).toEqual([])
    expect(found(seasons.autumn, { faults: slight, values: { ...defaultValues, eMAT: 0.5 } })).toContain('AHU-FC8')
    const patient = { ...defaultValues, alarmDelay: 240, modeDelay: 240 }
    expect(found(seasons.winter, { faults: { heatingUnavailable: 1 }, values: patient })).toEqual([])
  })
})
