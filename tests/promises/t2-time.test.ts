/**
 * T2. One moment, one value, across both changes of the clocks: what a point shows now is the last sample of its trend,
 * the winner of its priority array and what its schedule says; nothing lies in the future, and the past reads the same
 * later. Figure: moments looked at, and how many values differed.
 *
 * Seen to fail: with days reckoned by the clock on the wall, where a write in the second pass of the doubled hour came
 * into its trend an hour late.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PointTrend } from '../../services/contracts/point-trends'
import type { Point } from '../../services/contracts/points'
import type { ScheduleDocument } from '../../services/contracts/schedules'
import { seedId } from '../../services/kit/deterministic'
import { eves } from '../harness/beginnings'
import { type Services, startTestServices, stopWatching } from '../harness/services'
import { size, tell } from './size'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

type Sample = PointTrend['samples'][number]

/** A handler, a box that it feeds, and a boiler: three controllers of one site. */
const controllers = ['story-1', 'story-2', 'story-3'].map((key) => seedId('device', key))
const [handler = '', box = ''] = controllers

describe.each([
  { change: 'back', eve: eves.back, date: '2026-11-01', at: '2026-11-01T06:00:00.000Z', hours: 25 },
  { change: 'forward', eve: eves.forward, date: '2026-03-08', at: '2026-03-08T07:00:00.000Z', hours: 23 },
] as const)('where clocks go $change', ({ eve, date, at, hours }) => {
  const changed = Date.parse(at)
  const begin = changed - 2 * hour
  let services: Services
  beforeAll(async () => {
    services = await startTestServices(eve)
    stopWatching(services)
    services.world.clock.advance(begin - eve.start)
  })
  afterAll(() => services.close())

  const call = async (service: 'site' | 'operations', line: string, body?: unknown) => {
    const reply = await services.call(service, line, { as: 'amelie', body })
    expect([line, reply.status], JSON.stringify(reply.body)).toEqual([line, 200])
    return reply.body
  }
  const now = () => services.world.clock.now()
  const waitUntil = (moment: number) => services.world.clock.advance(moment - now())
  const pointsOf = (deviceId: string): Promise<Point[]> => call('site', `GET /devices/${deviceId}/points`)
  const find = async (deviceId: string, name: string): Promise<Point> => {
    const found = (await pointsOf(deviceId)).find((point) => point.name.endsWith(name))
    if (!found) throw new Error(`No point ${name}`)
    return found
  }
  const trendsOf = async (points: readonly Point[], from: number, to: number): Promise<Map<string, Sample[]>> => {
    const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), maxSamples: 10_000 }
    const found = new Map<string, Sample[]>()
    for (let first = 0; first < points.length; first += 20) {
      const pointIds = points.slice(first, first + 20).map(({ id }) => id)
      const { series }: { series: PointTrend[] } = await call('site', 'POST /x/trends', { pointIds, ...window })
      for (const { pointId, samples } of series) found.set(pointId, samples)
    }
    return found
  }
  const write = async (deviceId: string, name: string, verb: string, pointValue?: unknown, duration?: number) => {
    const { id } = await find(deviceId, name)
    const { subscriptionId } = await call('site', 'PUT /points/subscribe', { deviceId, pointIds: [id] })
    await call('site', `PUT /points/${id}/${verb}`, { pointValue, subscriptionId, deviceId, duration })
  }
  const document = (): Promise<ScheduleDocument> => call('operations', `GET /schedules/${handler}`)

  it('agrees at every moment, shows nothing of the future, and keeps the past as it was', async () => {
    const saved = await document()
    const [hoursOfUse] = saved.schedules
    if (!hoursOfUse) throw new Error('no schedule')
    const value = true
    hoursOfUse.weeklySchedule = hoursOfUse.weeklySchedule.map(() => [
      { start: '00:20:30', end: '01:05:10', value },
      { start: '01:15:40', end: '01:50', value },
      { start: '02:10:20', end: '02:40:50', value },
      { start: '03:00', end: '03:15:15', value },
    ])
    await call('operations', `PUT /schedules/${saved.hostId}`, saved)
    waitUntil(begin + 10 * second)

    const writes = new Map<number, () => Promise<void>>([
      [changed - 30 * minute + 20 * second, () => write(box, '.DamperCmd', 'timed-override', 90, 50)],
      [changed - 10 * minute + 40 * second, () => write(box, '.ZoneTempSp', 'override', 19)],
      [changed + 10 * minute, () => write(handler, '.FanCmd', 'override', true)],
      [changed + 25 * minute + 15 * second, () => write(box, '.ZoneTempSp', 'auto')],
      [changed + 70 * minute + 5 * second, () => write(handler, '.FanCmd', 'auto')],
    ])
    const every = size({ smoke: 29, full: 3 }) * minute + 11 * second
    const regular = Array.from({ length: Math.floor((4 * hour) / every) }, (_, index) => begin + (index + 1) * every)
    const looks = [...regular, ...[...writes.keys()].flatMap((moment) => [moment, moment + 7 * second])]

    const differences: unknown[] = []
    const seen: { point: Point; sample: Sample }[] = []
    for (const moment of looks.sort((one, other) => one - other)) {
      waitUntil(moment)
      await writes.get(moment)?.()
      const says = (await document()).schedules[0]?.presentValue
      for (const deviceId of controllers) {
        const points = await pointsOf(deviceId)
        const trends = await trendsOf(points, now() - 20 * minute, now() + 2 * hour)
        for (const point of points) {
          const { name, presentValue, priorityArray, activePriority } = point
          const samples = trends.get(point.id) ?? []
          const last = samples.at(-1)
          if (!last || last[1] !== presentValue)
            differences.push(['trend', at, moment - changed, name, presentValue, last])
          if (last && Date.parse(last[0]) > now()) differences.push(['future', moment - changed, name, last])
          if (priorityArray) {
            const winner = priorityArray.findIndex((level) => level !== null)
            if ((winner < 0 ? null : winner + 1) !== activePriority)
              differences.push(['priority', name, activePriority])
            if (winner >= 0 && priorityArray[winner] !== presentValue) differences.push(['array', name, presentValue])
          }
          if (name.endsWith('.Occupied') && deviceId === handler && priorityArray?.[14] !== says)
            differences.push(['schedule', moment - changed, says, priorityArray])
          seen.push(...samples.map((sample) => ({ point, sample })))
        }
      }
    }
    expect(differences).toEqual([])

    waitUntil(changed + 30 * hour)
    const later = new Map<string, Sample[]>()
    for (const deviceId of controllers)
      for (const [id, samples] of await trendsOf(await pointsOf(deviceId), begin - hour, changed + 3 * hour))
        later.set(id, samples)
    const otherwise = seen.filter(({ point, sample: [when, shown] }) => {
      const before = (later.get(point.id) ?? []).filter(([known]) => known <= when)
      return before.at(-1)?.[1] !== shown
    })
    expect(otherwise.map(({ point, sample }) => [point.name, sample])).toEqual([])
    tell('T2', `clocks ${date}: ${looks.length} moments, ${seen.length} samples, 0 differences`)
  })

  it('has a sample of every minute that passes, and meters that never run back', async () => {
    const start = Date.parse(`${date}T00:00:00-0${hours === 25 ? 4 : 5}:00`)
    waitUntil(Math.max(now(), start + (hours + 1) * hour))
    const points = await pointsOf(controllers[2] ?? '')
    const meter = points.find(({ unit }) => unit === 'kWh')
    if (!meter) throw new Error('no meter')
    const samples = (await trendsOf([meter], start, start + hours * hour + minute)).get(meter.id) ?? []
    expect(samples).toHaveLength(hours * 60 + 1)
    const values = samples.map(([, shown]) => Number(shown))
    expect(values.filter((shown, index) => shown < (values[index - 1] ?? 0))).toEqual([])
    // It shows whole kWh.
    expect(Math.abs((values.at(-1) ?? 0) - (values[0] ?? 0) - 18.5 * hours)).toBeLessThanOrEqual(1)
  })
})
