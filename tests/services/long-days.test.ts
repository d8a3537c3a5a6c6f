/** The two days of a year that are not 24 hours long, under a unit whose rules are watched. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDayOf } from '../../services/kit/local-days'
import { eves } from '../harness/beginnings'
import { type Services, startTestServices } from '../harness/services'

const hour = 3_600_000
const zone = 'America/Toronto'
const hostId = 'ECY303-1C0321'

describe.each([
  { change: 'back', eve: eves.back, midnight: '2026-11-01T04:00:00.000Z', next: '2026-11-02T05:00:00.000Z' },
  { change: 'forward', eve: eves.forward, midnight: '2026-03-08T05:00:00.000Z', next: '2026-03-09T04:00:00.000Z' },
] as const)('the day on which clocks go $change', ({ eve, midnight, next }) => {
  let services: Services
  beforeAll(async () => {
    services = await startTestServices(eve)
    await services.control(`POST /devices/${hostId}/inject`, { kind: 'fanBelt' })
    watchOnly(equipmentId())
  })
  afterAll(() => services.close())

  /** The days of one unit and of one alarm are those of all, each of which would take as long. */
  function watchOnly(id: string): void {
    const { store } = services.world
    store.run(`DELETE FROM job WHERE kind = 'fault.watch' AND payload NOT LIKE '%' || ? || '%'`, id)
    store.run(
      `DELETE FROM job WHERE kind = 'alarm.monitor' AND seq > (SELECT min(seq) FROM job WHERE kind = 'alarm.monitor')`,
    )
  }
  const equipmentId = () =>
    services.world.store.get<{ id: string }>(
      `SELECT equipment_id AS id FROM equipment_device JOIN device ON device.id = device_id
       JOIN equipment ON equipment.id = equipment_id WHERE host_id = ? AND equipment.type = 'Air_Handling_Unit'`,
      hostId,
    )?.id ?? ''
  const fault = async () => {
    const { body } = await services.call('operations', 'POST /faults', {
      as: 'amelie',
      body: { equipmentId: equipmentId(), statuses: ['active', 'cleared'] },
    })
    return body.data.find(({ faultRuleId }: { faultRuleId: string }) => faultRuleId === 'g36-ahu-fc1')
  }

  it('lasts from one local midnight to the next', () => {
    const start = Date.parse(midnight)
    const end = Date.parse(next)
    for (const at of [start, start + 3 * hour, start + 12 * hour, end - 1]) {
      expect([at, localDayOf(at, zone)]).toEqual([at, expect.objectContaining({ start, end })])
    }
    expect(localDayOf(end, zone).start).toBe(end)
    expect(localDayOf(start - 1, zone).end).toBe(start)
  })

  it('passes, hour by hour and at once, with the watch coming back each morning', async () => {
    const { clock } = services.world
    while (clock.now() < Date.parse(midnight) + 30 * hour) clock.advance(hour)
    expect(await fault()).toMatchObject({ status: 'active' })
    const jobs = services.world.store.all<{ due_at: number }>("SELECT due_at FROM job WHERE kind = 'fault.watch'")
    expect(jobs.length).toBeGreaterThan(0)
    expect(jobs.every(({ due_at }) => due_at > services.world.clock.now())).toBe(true)

    services.world.clock.advance(48 * hour)
    expect(Date.parse((await fault()).detectedAt)).toBeGreaterThan(Date.parse(next) + 24 * hour)
  })

  it('has a sample of every minute in a trend that reaches across it, and its fan by the clock on the wall', async () => {
    const { status, body } = await services.call(
      'operations',
      `POST /faults/equipment/${equipmentId()}/rules/g36-ahu-fc1/trends`,
      { as: 'amelie', body: { from: midnight, to: next, extensionDuration: 0, maxSamples: 5000 } },
    )
    expect(status).toBe(200)
    const fan = body.series.find(({ role }: { role: string }) => role === 'VFDSPD')
    const minutes = fan.samples.map(([at]: [string, number]) => Date.parse(at))
    expect(minutes).toHaveLength((Date.parse(next) - Date.parse(midnight)) / 60_000)
    expect(new Set(minutes.map((at: number, index: number) => at - index * 60_000)).size).toBe(1)

    const started = fan.samples.find(([, value]: [string, number]) => value > 0)[0]
    const wall = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    expect(wall.format(Date.parse(started))).toBe('09:00')
  })

  it('is crossed by a trend of three weeks', async () => {
    const from = new Date(Date.parse(midnight) - 18 * 24 * hour).toISOString()
    const { status, body } = await services.call(
      'operations',
      `POST /faults/equipment/${equipmentId()}/rules/g36-ahu-fc1/trends`,
      { as: 'amelie', body: { from, to: new Date(Date.parse(next) + 2 * 24 * hour).toISOString() } },
    )
    expect([status, body.truncated]).toEqual([200, true])
  })
})
