/** One simulated building: alarms, points, trends and faults show the same, and what is commanded moves it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alarm } from '../../services/contracts/alarms'
import type { Fault, Trends } from '../../services/contracts/faults'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { noon } from '../harness/beginnings'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const minute = 60_000
const site = async (line: string, body?: unknown) => {
  const reply = await services.call('site', line, { as: 'amelie', body })
  expect([line, reply.status], JSON.stringify(reply.body)).toEqual([line, 200])
  return reply.body
}
const operations = async (line: string, body: unknown) => {
  const reply = await services.call('operations', line, { as: 'amelie', body })
  expect([line, reply.status], JSON.stringify(reply.body)).toEqual([line, 200])
  return reply.body
}
const pass = (minutes: number) => services.world.clock.advance(minutes * minute)
const device = (key: string) => seedId('device', key)
const pointsOf = (deviceId: string): Promise<Point[]> => site(`GET /devices/${deviceId}/points`)
const point = async (deviceId: string, name: string): Promise<Point> => {
  const found = (await pointsOf(deviceId)).find((one) => one.name.endsWith(name))
  if (!found) throw new Error(`No point ${name}`)
  return found
}
const value = async (deviceId: string, name: string) => (await point(deviceId, name)).presentValue
const act = async (deviceId: string, name: string, verb: string, pointValue?: unknown) => {
  const { id } = await point(deviceId, name)
  const { subscriptionId } = await site('PUT /points/subscribe', { deviceId, pointIds: [id] })
  return site(`PUT /points/${id}/${verb}`, { pointValue, subscriptionId, deviceId, duration: 180 })
}
const trendOf = ({ equipmentId, faultRuleId }: Fault, from: number, to: number): Promise<Trends> =>
  operations(`POST /faults/equipment/${equipmentId}/rules/${faultRuleId}/trends`, {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    extensionDuration: 0,
    maxSamples: 10_000,
  })

const ahu1 = device('story-1')
const box = device('story-2')

describe('what is seen of one moment', () => {
  it('is the same in an alarm, its point, a trend and the fault that the rules found', async () => {
    const { data } = await operations('POST /alarms', { isActive: true, pageSize: 200 })
    const limits = (data as Alarm[]).filter(({ limit, pointId }) => typeof limit?.value === 'number' && pointId)
    expect(limits.length).toBeGreaterThan(20)
    const inside: unknown[] = []
    for (const { deviceId, pointId, limit, pointName } of limits) {
      const shown = (await pointsOf(String(deviceId))).find(({ id }) => id === pointId)
      const beyond = (Number(shown?.presentValue) - Number(limit?.value)) * (limit?.kind === 'low' ? -1 : 1)
      if (!(beyond > 0 && shown?.statusFlags?.inAlarm)) inside.push([pointName, shown?.presentValue, limit])
    }
    expect(inside).toEqual([])

    pass(1)
    const found: Fault[] = (await operations('POST /faults', { pageSize: 200 })).data
    const now = services.world.clock.now()
    const lasting = found.filter(({ endedAt, hostId }) => endedAt === null && hostId !== 'ECY303-0A2001')
    expect(lasting.length).toBeGreaterThan(1)
    for (const fault of lasting) {
      const trend = await trendOf(fault, Date.parse(fault.startedAt), now + minute)
      const live = await pointsOf(fault.deviceId ?? '')
      expect(trend.series.length).toBeGreaterThan(2)
      for (const { pointId, role, samples } of trend.series) {
        const shown = live.find(({ id }) => id === pointId)
        expect([fault.equipmentName, role, samples.at(-1)?.[1]]).toEqual([
          fault.equipmentName,
          role,
          shown?.presentValue,
        ])
      }
      expect(trend.bands.some(({ type }) => type === 'fault')).toBe(true)
    }
  })

  it('shows what is put into a controller at once, in its live values too', async () => {
    const handler = services.world.store.get<{ id: string }>("SELECT id FROM device WHERE host_id = 'ECY303-1C0321'")
    const before = Number(await value(handler?.id ?? '', '.DuctPressure'))
    const { body } = await services.control('POST /devices/ECY303-1C0321/inject', { kind: 'fanBelt' })
    expect(before).toBeGreaterThan(230)
    expect(Number(await value(handler?.id ?? '', '.DuctPressure'))).toBeLessThan(160)
    expect(await value(handler?.id ?? '', '.FanSpeed')).toBe(100)
    await services.control(`DELETE /devices/ECY303-1C0321/inject/${body.id}`)
    pass(1)
    expect(Number(await value(handler?.id ?? '', '.DuctPressure'))).toBeGreaterThan(230)
  })

  it('leaves out of a trend what nobody heard, also when the controller answers again', async () => {
    const [fault] = (await operations('POST /faults', { search: '12-04' })).data as Fault[]
    if (!fault) throw new Error('no fault')
    const from = services.world.clock.now()
    await services.control('POST /devices/ECYVAV-0A1002/inject', { kind: 'offline', durationSec: 600 })
    pass(20)
    const samples = (await trendOf(fault, from - 5 * minute, from + 20 * minute)).series[0]?.samples ?? []
    const gap = samples.filter(([, shown]) => shown === null).map(([at]) => (Date.parse(at) - from) / minute)
    expect([gap[0], gap.at(-1), gap.length]).toEqual([0, 9, 10])
    expect(samples.at(-1)?.[1]).not.toBeNull()
  })
})

describe('what is commanded', () => {
  it('stops a fan, and with it the air of every box behind it', async () => {
    expect(await value(ahu1, '.FanStatus')).toBe(true)
    await act(ahu1, '.FanCmd', 'override', false)
    pass(1)
    expect([await value(ahu1, '.FanStatus'), await value(ahu1, '.DuctPressure')]).toEqual([false, 0])
    expect([await value(box, '.AhuFanStatus'), await value(box, '.Airflow')]).toEqual([false, 0])
    await act(ahu1, '.FanCmd', 'auto')
    pass(1)
    expect([await value(ahu1, '.FanStatus'), await value(box, '.AhuFanStatus')]).toEqual([true, true])
  })

  it('brings a zone beyond its limit and its alarm, and both back', async () => {
    const host = device('montcalm-DRO-ECYVAV-4')
    const active = async () => {
      const { data } = await operations('POST /alarms', { deviceIds: [host], isActive: true })
      return (data as Alarm[]).filter(({ eventState }) => eventState === 'highLimit')
    }
    expect(await active()).toEqual([])
    await act(host, '.ZoneTempSp', 'override', 35)
    pass(9 * 60 + 30)
    const [alarm] = await active()
    expect(alarm?.messageText).toBe('Zone temperature above high limit')
    expect(Number(await value(host, '.ZoneTemp'))).toBeGreaterThan(26)
    const fault = { equipmentId: alarm?.equipmentId, faultRuleId: 'g36-vav-lowdat' } as Fault
    const raised = Date.parse(alarm?.raisedAt ?? '')
    const trend = await trendOf(fault, raised, raised + minute)
    expect(trend.series.find(({ role }) => role === 'DAT')?.samples).toHaveLength(1)
    await act(host, '.ZoneTempSp', 'auto')
    pass(24 * 60)
    expect(await active()).toEqual([])
  })

  it('opens a valve in its time, warms the zone, and lets it return', async () => {
    // A box with nothing wrong, in the building of a handler that runs until the evening.
    const host = device('montcalm-DRO-ECYVAV-3')
    const zone = async () => Number(await value(host, '.ZoneTemp'))
    const [before, discharge] = [await zone(), Number(await value(host, '.DischargeAirTemp'))]
    const done = await act(host, '.ReheatCmd', 'timed-override', 100)
    expect(done).toMatchObject({ presentValue: 100, activePriority: 8 })
    expect(await value(host, '.ReheatCmd')).toBe(100)
    // What it moves does not move before it does.
    expect(Number(await value(host, '.DischargeAirTemp'))).toBe(discharge)
    pass(1)
    const half = Number(await value(host, '.DischargeAirTemp'))
    pass(1)
    expect(half).toBeLessThan(31)
    expect(Number(await value(host, '.DischargeAirTemp'))).toBeGreaterThan(31)
    pass(118)
    expect((await zone()) - before).toBeGreaterThan(1)
    // The valve follows its release with the next minute, and needs ninety seconds.
    pass(62)
    expect((await point(host, '.ReheatCmd')).activePriority).toBeNull()
    const warmest = await zone()
    expect(Number(await value(host, '.ReheatCmd'))).toBeLessThan(20)
    expect(Number(await value(host, '.DischargeAirTemp'))).toBeLessThan(22)
    pass(14 * 60)
    expect(await zone()).toBeLessThan(warmest - 1)
  })
})

describe('a schedule', () => {
  it('writes its level into what it commands at each transition, and the building follows', async () => {
    // 18:20 in Montréal on a Thursday: nothing else of this file is under way.
    const evening = noon + (3 * 24 + 10) * 60 * minute + 20 * minute
    pass(Math.ceil((evening - services.world.clock.now()) / minute))
    const occupied = await point(ahu1, '.Occupied')
    expect([occupied.presentValue, occupied.activePriority, occupied.priorityArray?.[14]]).toEqual([true, 15, true])
    expect((await point(box, '.ZoneTempSp')).presentValue).toBe(18)
    expect(await value(ahu1, '.FanStatus')).toBe(true)
    pass(11)
    const left = await point(ahu1, '.Occupied')
    expect([left.presentValue, left.activePriority, left.priorityArray?.[14]]).toEqual([false, 15, false])
    expect([await value(ahu1, '.FanStatus'), await value(box, '.Occupied')]).toEqual([false, false])
  })

  it('is run by the controller from when it took it in, and the time before stays as it was', async () => {
    const read = async () =>
      (await services.call('operations', `GET /schedules/${ahu1}`, { as: 'amelie' })).body as {
        hostId: string
        eTag: string
        schedules: { weeklySchedule: object[][] }[]
      }
    const document = await read()
    const [hours] = document.schedules
    if (!hours) throw new Error('no schedule')
    hours.weeklySchedule = hours.weeklySchedule.map(() => [{ start: '00:00', end: '24:00', value: true }])
    const saved = await services.call('operations', `PUT /schedules/${document.hostId}`, {
      as: 'amelie',
      body: document,
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await value(ahu1, '.Occupied')).toBe(false)
    pass(1)
    expect([await value(ahu1, '.Occupied'), await value(ahu1, '.FanStatus')]).toEqual([true, true])
    const past = services.world.clock.now() - 2 * minute
    const fan = (
      await trendOf(
        { equipmentId: seedId('equipment', 'AHU-1'), faultRuleId: 'g36-ahu-fc1' } as Fault,
        past,
        services.world.clock.now() + minute,
      )
    ).series.find(({ role }) => role === 'FANSTS')
    expect([fan?.samples[0]?.[1], fan?.samples.at(-1)?.[1]]).toEqual([false, true])
  })
})

describe('the trend of any point', () => {
  const trends = (body: object, as = 'amelie') => services.call('site', 'POST /x/trends', { as, body })
  const moment = (back: number) => new Date(services.world.clock.now() - back * minute).toISOString()

  it('ends with what the point shows now, and agrees with the trend of a rule it plays a role in', async () => {
    const points = await pointsOf(device('story-3'))
    const own = [await point(ahu1, '.SupplyAirTemp'), await point(ahu1, '.FanStatus'), ...points.slice(0, 4)]
    const window = { from: moment(180), to: moment(0) }
    const { status, body } = await trends({ pointIds: own.map(({ id }) => id), ...window })
    expect([status, body.truncated, body.intervalSec]).toEqual([200, false, 60])
    expect(body.series.map(({ pointId }: { pointId: string }) => pointId)).toEqual(own.map(({ id }) => id))
    for (const [index, { presentValue, unit, kind }] of own.entries()) {
      const series = body.series[index]
      expect([series.samples.at(-1)[1], series.unit, series.kind]).toEqual([
        presentValue,
        unit,
        kind === 'number' ? 'numeric' : 'state',
      ])
    }
    const rule = await trendOf(
      { equipmentId: seedId('equipment', 'AHU-1'), faultRuleId: 'g36-ahu-fc8' } as Fault,
      Date.parse(window.from),
      Date.parse(window.to),
    )
    const seen = new Map(rule.series.find(({ role }) => role === 'SAT')?.samples)
    expect(seen.size).toBeGreaterThan(179)
    expect(
      body.series[0].samples.filter(([at, shown]: [string, number]) => seen.has(at) && seen.get(at) !== shown),
    ).toEqual([])
  })

  it('is thinned to its extremes, gathered to means, or to the last of each stretch', async () => {
    const { id } = await point(ahu1, '.SupplyAirTemp')
    const week = { pointIds: [id], from: moment(6 * 24 * 60), to: moment(0) }
    const samplesOf = async (more: object): Promise<[string, number][]> =>
      (await trends({ ...week, ...more })).body.series[0].samples
    const all = await samplesOf({ maxSamples: 10_000 })
    expect(all.length).toBeGreaterThan(8_000)
    const thinned = await samplesOf({ maxSamples: 200 })
    expect(thinned.length).toBeLessThanOrEqual(200)
    const values = (samples: [string, number][]) => samples.flatMap(([, shown]) => (shown === null ? [] : [shown]))
    expect(Math.max(...values(thinned))).toBe(Math.max(...values(all)))
    const hourly = await samplesOf({ aggregate: 'avg', intervalSec: 3600 })
    expect(hourly.length).toBeGreaterThan(143)
    expect(hourly.length).toBeLessThan(147)
    const hour = all.filter(([at]) => at.slice(0, 13) === hourly[50]?.[0].slice(0, 13)).map(([, shown]) => shown)
    expect(hourly[50]?.[1]).toBeCloseTo(hour.reduce((sum, shown) => sum + shown, 0) / hour.length, 1)
    const last = await samplesOf({ aggregate: 'last', intervalSec: 3600 })
    expect(last.every(([at, shown]) => all.some(([when, value]) => when === at && value === shown))).toBe(true)
  })

  it('is for points one may see, twenty at most, over a month at most', async () => {
    const { id } = await point(ahu1, '.SupplyAirTemp')
    const window = { from: moment(60), to: moment(0) }
    const told = async (body: object, as?: string) => {
      const reply = await trends({ pointIds: [id], ...window, ...body }, as)
      return [reply.status, reply.body.errorCode]
    }
    expect(await told({}, 'claire')).toEqual([200, undefined])
    expect(await told({}, 'paul')).toEqual([404, 4005])
    expect(await told({}, 'nadia')).toEqual([403, 4003])
    expect(await told({ pointIds: ['nothing'] })).toEqual([404, 4005])
    expect(await told({ from: moment(32 * 24 * 60) })).toEqual([422, 4712])
    expect(await told({ from: window.to, to: window.from })).toEqual([422, 4000])
    expect(await told({ pointIds: Array.from({ length: 21 }, (_, at) => `p${at}`) })).toEqual([422, 4000])
  })
})

describe('a filter', () => {
  const pressure = () => value(ahu1, 'FilterPressure')
  const alarms = async (): Promise<Alarm[]> =>
    (await operations('POST /alarms', { deviceIds: [ahu1], isActive: true, pageSize: 200 })).data
  const isReported = async () => (await alarms()).some(({ messageText }) => /filter/i.test(messageText ?? ''))

  it('was reported with a pressure beyond its limit, whenever that was', () => {
    const reported = services.world.store.all<{ raised_at: number; peak_value: number | null }>(
      `SELECT alarm_occurrence.raised_at, peak_value FROM alarm_occurrence
       JOIN alarm ON alarm.id = alarm_id WHERE message = 'filterPressure'`,
    )
    expect(reported.length).toBeGreaterThan(2)
    expect(reported.filter(({ peak_value }) => Number(peak_value) <= 250)).toEqual([])
  })

  it('has no pressure while its fan is off, and is reported again once it runs', async () => {
    await act(ahu1, 'FanCmd', 'override', true)
    pass(20)
    expect(await pressure()).toBeGreaterThan(250)
    expect(await isReported()).toBe(true)
    await act(ahu1, 'FanCmd', 'override', false)
    pass(20)
    expect(await pressure()).toBe(0)
    expect(await isReported()).toBe(false)
    await act(ahu1, 'FanCmd', 'auto')
  })
})
