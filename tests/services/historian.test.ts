/** What a trend shows of a point follows the historian settings of its controller that were in force at each moment. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TrendSeries } from '../../services/contracts/faults'
import type { KeptPoint } from '../../services/contracts/historian'
import type { PointTrend } from '../../services/contracts/point-trends'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { type Services, startTestServices, stopWatching } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const site = async (line: string, body?: unknown) => {
  const reply = await services.call('site', line, { as: 'amelie', body })
  expect([line, reply.status], JSON.stringify(reply.body)).toEqual([line, 200])
  return reply.body
}
const now = () => services.world.clock.now()
const pass = (span: number) => services.world.clock.advance(span)
const time = (at: number) => new Date(at).toISOString()

const handler = seedId('device', 'story-1')
let points: Point[]
const named = (name: string): Point => {
  const found = points.find((point) => point.name.endsWith(`.${name}`))
  if (!found) throw new Error(`No point ${name}`)
  return found
}

/** Sets what the handler keeps, all else as it is. */
async function keep(change: {
  enabled?: boolean
  retentionDays?: number
  point?: Partial<KeptPoint> & { id: string }
}) {
  const { point, ...more } = change
  const settings = await site(`GET /x/devices/${handler}/historian`)
  const others = settings.points.filter(({ pointId }: KeptPoint) => pointId !== point?.id)
  const { id: pointId, ...how } = point ?? { id: '' }
  await site(`PUT /x/devices/${handler}/historian`, {
    ...settings,
    ...more,
    points: point?.mode ? [...others, { pointId, intervalSec: 60, ...how }] : point ? others : settings.points,
  })
}

type Sample = [at: number, value: unknown]
async function trendOf(name: string, from: number, to = now(), more: object = {}) {
  const { series } = await site('POST /x/trends', {
    pointIds: [named(name).id],
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    maxSamples: 10_000,
    ...more,
  })
  const [{ samples, ...trend }] = series as [PointTrend]
  const all = samples.map(([at, value]): Sample => [Date.parse(at), value])
  return { ...trend, all, known: all.filter(([, value]) => value !== null) }
}
const knownOf = async (...asked: Parameters<typeof trendOf>) => (await trendOf(...asked)).known
const numbers = (samples: readonly Sample[]) => samples.map(([, value]) => Number(value))

/** What a rule looked at in the same handler, whatever is kept of its points. */
const lookedAt = async (from: number, to: number): Promise<TrendSeries[]> => {
  const equipmentId = named('SupplyAirTemp').equipmentId
  const reply = await services.call('operations', `POST /faults/equipment/${equipmentId}/rules/g36-ahu-fc8/trends`, {
    as: 'amelie',
    body: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), extensionDuration: 0 },
  })
  return reply.body.series
}

/** Begins each test at the same whole hour, in a fresh store. */
let start: number
beforeEach(async () => {
  await services.reset()
  stopWatching(services)
  start = now()
  points = await site(`GET /devices/${handler}/points`)
})

describe('the trend of a point', () => {
  it('has a sample a minute of every point of a controller that nobody has set, and each page says so', async () => {
    const { pointCount, points: kept } = await site(`GET /x/devices/${handler}/historian`)
    expect(kept).toHaveLength(pointCount)
    expect(points.filter(({ historian }) => historian?.enabled !== true)).toEqual([])
    const unmapped = points.find(({ pointTypeId, kind }) => pointTypeId === null && kind === 'number')
    const { series } = await site('POST /x/trends', {
      pointIds: [named('SupplyAirTemp').id, unmapped?.id],
      from: new Date(start - hour).toISOString(),
      to: new Date(start).toISOString(),
    })
    expect(series.map(({ samples }: PointTrend) => samples.length)).toEqual([61, 61])
    expect(series.map(({ notKept }: PointTrend) => notKept)).toEqual([[], []])
  })

  it('has no sample of the time in which the historian was off, nor of a point that was not chosen', async () => {
    await keep({ enabled: false })
    pass(hour)
    await keep({ enabled: true, point: { id: named('ReturnAirTemp').id } })
    pass(hour)
    const from = start - hour
    const supply = await trendOf('SupplyAirTemp', from)
    expect(supply.known.filter(([at]) => at >= start && at < start + hour)).toEqual([])
    expect([supply.known[0]?.[0], supply.known.length]).toEqual([from, 60 + 61])
    expect(supply.all.filter(([, value]) => value === null)).toEqual([[start, null]])
    expect(supply.notKept).toEqual([{ from: time(start), to: time(start + hour), reason: 'off' }])

    const back = await trendOf('ReturnAirTemp', from)
    expect(back.known.map(([at]) => at)).toEqual(Array.from({ length: 60 }, (_, at) => from + at * minute))
    expect(back.notKept).toEqual([
      { from: time(start), to: time(start + hour), reason: 'off' },
      { from: time(start + hour), to: time(start + 2 * hour), reason: 'notChosen' },
    ])
    const since = await trendOf('ReturnAirTemp', start + minute)
    expect([since.all, since.notKept]).toEqual([
      [],
      [
        { from: time(start + minute), to: time(start + hour), reason: 'off' },
        { from: time(start + hour), to: time(start + 2 * hour), reason: 'notChosen' },
      ],
    ])
    expect(
      (await site(`GET /devices/${handler}/points`)).find(({ id }: Point) => id === back.pointId).historian,
    ).toMatchObject({
      enabled: false,
    })
  })

  it('ends a state where the historian went off, whatever the state was', async () => {
    await keep({ enabled: false })
    pass(hour)
    await keep({ enabled: true })
    pass(hour)
    const { all } = await trendOf('FanStatus', start - hour)
    const [begin, end, again] = [
      all[0],
      all.find(([, value]) => value === null),
      all.find(([at]) => at >= start + hour),
    ]
    expect([begin?.[0], end?.[0], again]).toEqual([start - hour, start, [start + hour, all.at(-1)?.[1]]])
  })

  it('has a sample of each interval, in any window alike', async () => {
    await keep({ point: { id: named('SupplyAirTemp').id, mode: 'interval', intervalSec: 900 } })
    pass(3 * hour)
    const [all, part] = [await knownOf('SupplyAirTemp', start), await knownOf('SupplyAirTemp', start + 37 * minute)]
    expect(all.map(([at]) => at)).toEqual(Array.from({ length: 13 }, (_, at) => start + at * 15 * minute))
    expect(part).toEqual(all.slice(3))
    expect(await knownOf('ReturnAirTemp', start)).toHaveLength(181)
  })

  it('has a sample where the value changed by the least change, and what held at either end of the window', async () => {
    const { id } = named('SupplyAirTemp')
    pass(hour)
    const before = await knownOf('SupplyAirTemp', start, start + hour)
    await keep({ point: { id, mode: 'cov', covIncrement: 0.5 } })
    const since = now()
    pass(3 * hour)
    const { known, ...trend } = await trendOf('SupplyAirTemp', since)
    expect(trend.isHeld).toBe(true)
    expect(known[0]?.[0]).toBe(since)
    expect(known.at(-1)?.[0]).toBe(now())
    const kept = numbers(known.slice(0, -1))
    expect(kept.length).toBeGreaterThan(1)
    expect(kept.length).toBeLessThan(before.length)
    expect(kept.slice(1).filter((value, at) => Math.abs(value - Number(kept[at])) < 0.5 - 1e-9)).toEqual([])
    expect(known.at(-1)?.[1]).toBe(kept.at(-1))

    // No reading between two samples was as far from the first of them.
    const readings = (await lookedAt(since, now())).find(({ role }) => role === 'SAT')?.samples ?? []
    const between = readings.map(([at, value]) => [
      Number(value),
      known.findLast(([kept]) => kept <= Date.parse(at))?.[1],
    ])
    expect(between.length).toBeGreaterThan(170)
    expect(between.filter(([value, held]) => Math.abs(Number(value) - Number(held)) >= 0.5)).toEqual([])
  })

  it('has every change where there is no least one, and the same samples in another window of the same days', async () => {
    const { id, covIncrement } = named('SupplyAirTemp')
    await keep({ point: { id, mode: 'cov' } })
    pass(26 * hour)
    const all = await knownOf('SupplyAirTemp', start)
    const inner = numbers(all.slice(0, -1))
    const small = inner.slice(1).flatMap((value, at) => {
      const isSmall = Math.abs(value - Number(inner[at])) < Number(covIncrement) - 1e-9
      return isSmall ? [all[at + 1]?.[0]] : []
    })
    // The first of each day is kept whatever it is: midnight in Montréal.
    expect(small.filter((at) => Number(at) % day !== 4 * hour)).toEqual([])
    const part = await knownOf('SupplyAirTemp', start + 20 * hour, start + 22 * hour)
    const same = all.filter(([at]) => at > start + 20 * hour && at < start + 22 * hour)
    expect(same.length).toBeGreaterThan(3)
    expect(part.slice(1, -1).filter(([at]) => at > start + 20 * hour)).toEqual(
      same.filter(([at]) => at <= Number(part.at(-2)?.[0])),
    )
  })

  it('is what it was before the settings changed', async () => {
    const { id } = named('SupplyAirTemp')
    const steps: Parameters<typeof keep>[0][] = [
      { point: { id, mode: 'interval', intervalSec: 600 } },
      { point: { id, mode: 'cov', covIncrement: 1 } },
      { enabled: false },
      { enabled: true, point: { id } },
      { point: { id, mode: 'interval', intervalSec: 60 } },
    ]
    const from = start - 2 * hour
    const seen: { until: number; samples: Sample[] }[] = []
    for (const step of steps) {
      pass(90 * minute)
      const samples = await knownOf('SupplyAirTemp', from)
      seen.push({ until: now(), samples })
      await keep(step)
    }
    pass(90 * minute)
    for (const { until, samples } of seen) {
      const earlier = (all: readonly Sample[]) => all.filter(([at]) => at < until)
      expect(earlier(await knownOf('SupplyAirTemp', from)), time(until)).toEqual(earlier(samples))
    }
    expect((await knownOf('SupplyAirTemp', from)).filter(([at]) => at >= Number(seen.at(-1)?.until))).toHaveLength(91)
  })

  it('has nothing that is older than the days that are kept, and nothing of it again with more of them', async () => {
    const old = [start - 41 * day, start - 38 * day] as const
    expect((await knownOf('SupplyAirTemp', ...old))[0]?.[0]).toBe(old[0])
    await keep({ retentionDays: 40 })
    const { known, notKept } = await trendOf('SupplyAirTemp', ...old)
    const [first] = known[0] ?? []
    expect([Number(first) >= start - 40 * day, Number(first) < start - 40 * day + 15 * minute]).toEqual([true, true])
    expect(notKept).toEqual([{ from: time(old[0]), to: time(start - 40 * day), reason: 'forgotten' }])
    pass(day)
    await keep({ retentionDays: 400 })
    expect((await knownOf('SupplyAirTemp', ...old))[0]?.[0]).toBe(start - 39 * day)
    pass(hour)
    expect((await trendOf('SupplyAirTemp', start - 45 * day, start - 42 * day)).all).toEqual([])
  })

  it('is averaged over the time that a value held', async () => {
    const { id } = named('SupplyAirTemp')
    await keep({ point: { id, mode: 'cov', covIncrement: 0.5 } })
    pass(2 * hour)
    const held = await knownOf('SupplyAirTemp', start)
    const at = (moment: number) => Number(held.findLast(([kept]) => kept <= moment)?.[1])
    const minutes = Array.from({ length: 60 }, (_, index) => at(start + index * minute))
    const [mean] = await knownOf('SupplyAirTemp', start, now(), { aggregate: 'avg', intervalSec: 3600 })
    expect(mean?.[0]).toBe(start)
    expect(Number(mean?.[1])).toBeCloseTo(minutes.reduce((sum, value) => sum + value, 0) / 60, 1)
  })
})

it('keeps the evidence of rules whatever the historian keeps', async () => {
  const before = await lookedAt(start - hour, start)
  expect(before.length).toBeGreaterThan(1)
  await keep({ enabled: false, retentionDays: 1 })
  expect(await lookedAt(start - hour, start)).toEqual(before)
})

it('totals count what the controllers keep, those that nobody has set with all of their points', async () => {
  const customer = services.world.store.get<{ id: string }>(
    'SELECT customer_id AS id FROM device WHERE id = ?',
    handler,
  )?.id
  const totals = () => site(`GET /x/historian?customerId=${customer}`)
  const { points: all, onChange } = await totals()
  const count = services.world.store.get<{ n: number }>(
    'SELECT count(*) AS n FROM point WHERE customer_id = ?',
    String(customer),
  )?.n
  expect(all).toBe(count)
  await keep({ point: { id: named('SupplyAirTemp').id } })
  expect(await totals()).toMatchObject({ points: all - 1, onChange })
  await keep({ enabled: false })
  expect(await totals()).toMatchObject({ points: Number(count) - points.length, devicesOff: 1 })
})
