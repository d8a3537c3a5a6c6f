/** The past of simulated controllers: it ends now, counts elapsed minutes, and stays as it was after every change. */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Point } from '../../services/contracts/points'
import { readHistory, readLast } from '../../services/history/points'
import { seedId } from '../../services/kit/deterministic'
import { localDayOf } from '../../services/kit/local-days'
import { type Services, startTestServices, stopWatching } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.reset()
  stopWatching(services)
})

const minute = 60_000
const hour = 60 * minute
const now = () => services.world.clock.now()
const site = async (line: string, body?: unknown) => {
  const reply = await services.call('site', line, { as: 'amelie', body })
  expect([line, Math.floor(reply.status / 100)], JSON.stringify(reply.body)).toEqual([line, 2])
  return reply.body
}
const handler = seedId('device', 'story-1')
const box = seedId('device', 'story-2')
const pointsOf = (deviceId: string): Promise<Point[]> => site(`GET /devices/${deviceId}/points`)
const idsOf = async (...deviceIds: string[]) => (await Promise.all(deviceIds.map(pointsOf))).flat().map(({ id }) => id)
const idOf = async (deviceId: string, name: string) =>
  (await pointsOf(deviceId)).find((point) => point.name.endsWith(`.${name}`))?.id ?? ''
const read = async (ids: readonly string[], from: number, to: number, everyMinutes = 1) =>
  new Map(await readHistory(services.world, ids, { from, to, everyMinutes }))
const currentOf = async (id: string) => (await readLast(services.world, [id], now())).get(id)?.value
const equipment = (name: string) =>
  services.world.store.get<{ id: string }>('SELECT id FROM equipment WHERE name = ? ORDER BY id LIMIT 1', name)?.id ??
  ''

describe('the end of a history', () => {
  it('is now, whatever the window', async () => {
    const ids = await idsOf(box)
    const all = await read(ids, now() - hour, now() + 48 * hour)
    for (const readings of all.values()) expect([readings.length, readings.at(-1)?.at]).toEqual([61, now()])
    expect([...(await read(ids, now() + minute, now() + hour)).values()].flat()).toEqual([])
    const last = await readLast(services.world, ids, now() + hour)
    expect([...last.values()].filter(({ at }) => at > now())).toEqual([])
    expect(last.size).toBe(ids.length)
  })

  it('has what each point shows now', async () => {
    const points = await pointsOf(box)
    const last = await readLast(
      services.world,
      points.map(({ id }) => id),
      now(),
    )
    expect(points.map(({ id }) => last.get(id)?.value)).toEqual(points.map(({ presentValue }) => presentValue))
  })
})

describe('a day on which clocks change', () => {
  it.each([
    ['America/Montreal', '2026-03-08T12:00:00Z', 23],
    ['America/Montreal', '2025-11-02T12:00:00Z', 25],
    ['Europe/Paris', '2025-03-30T12:00:00Z', 23],
    ['Europe/Paris', '2025-10-26T12:00:00Z', 25],
  ])('of %s has every elapsed minute once, and its people by the clock on the wall (%s)', async (zone, at, hours) => {
    services.world.store.run('UPDATE site SET time_zone = ?', zone)
    const { start, end } = localDayOf(Date.parse(at), zone)
    expect((end - start) / hour).toBe(hours)
    const fan = await idOf(handler, 'FanStatus')
    const power = await idOf(handler, 'ReturnAirTemp')
    const readings = await read([fan, power], start - hour, end + hour)
    for (const id of [fan, power])
      expect(readings.get(id)?.map((reading) => reading.at)).toEqual(
        Array.from({ length: (hours + 2) * 60 }, (_, index) => start - hour + index * minute),
      )
    // Nothing jumps where an hour is doubled or skipped.
    const values = readings.get(power)?.map(({ value }) => Number(value)) ?? []
    const steps = values.slice(1).map((value, index) => Math.abs(value - Number(values[index])))
    expect(Math.max(...steps)).toBeLessThan(1)

    const wall = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    const dayBefore = localDayOf(start - 1, zone)
    const occupied = await idOf(box, 'Occupied')
    services.world.store.run("UPDATE host_schedule SET schedules = '[]'")
    services.world.store.run('DELETE FROM schedule_run')
    for (const day of [{ start, end }, dayBefore]) {
      const states = (await read([occupied], day.start, day.end)).get(occupied) ?? []
      const begin = states.find(({ value }) => value === true)
      expect(wall.format(begin?.at)).toBe('06:30')
      expect(wall.format(states.findLast(({ value }) => value === true)?.at)).toBe('18:29')
    }
  })
})

/** Expects a hundred thousand readings to be what they were, which takes `toEqual` a while: it only says what differs. */
function expectSame(read: unknown, before: unknown): void {
  if (!isDeepStrictEqual(read, before)) expect(read).toEqual(before)
}

describe('what was', () => {
  /** All readings of both controllers up to now, and the same in each later look. */
  const remember = async (ids: readonly string[]) => {
    const [from, to] = [now() - 30 * hour, now()]
    const before = await read(ids, from, to)
    const trend = async () => {
      const { series } = await site('POST /x/trends', {
        pointIds: ids.slice(0, 20),
        from: new Date(from).toISOString(),
        to: new Date(to - minute).toISOString(),
        maxSamples: 10_000,
      })
      return series.map(({ samples }: { samples: unknown }) => samples)
    }
    const trendBefore = await trend()
    return async () => {
      expectSame(await read(ids, from, to), before)
      expectSame(await trend(), trendBefore)
      // Whatever the window is cut to.
      const part = await read(ids, to - 3 * hour, to - hour)
      for (const [id, readings] of part)
        expectSame(
          readings,
          before.get(id)?.filter(({ at }) => at >= to - 3 * hour && at < to - hour),
        )
    }
  }
  const change = async (name: string, body: object) => {
    const { eTag } = await site(`GET /equipment/${equipment(name)}`)
    await site(`PUT /equipment/${equipment(name)}`, { eTag, ...body })
  }

  it('stays when another handler feeds a box, and the box follows the new one from then on, without a jump', async () => {
    const ids = await idsOf(box, handler)
    const zone = await idOf(box, 'ZoneTemp')
    const fan = await idOf(box, 'AhuFanStatus')
    const command = await idOf(handler, 'FanCmd')
    const { subscriptionId } = await site('PUT /points/subscribe', { deviceId: handler, pointIds: [command] })
    await site(`PUT /points/${command}/override`, { pointValue: false, subscriptionId, deviceId: handler })
    services.world.clock.advance(hour)
    expect(await currentOf(fan)).toBe(false)
    const stays = await remember(ids)
    const zoneBefore = Number(await currentOf(zone))
    await change('VAV 12-04', { parentEquipmentId: null })
    await stays()
    services.world.clock.advance(2 * minute)
    expect(await currentOf(fan)).toBe(true)
    expect(Math.abs(Number(await currentOf(zone)) - zoneBefore)).toBeLessThan(0.3)
    services.world.clock.advance(3 * hour)
    await stays()
    await change('VAV 12-04', { parentEquipmentId: equipment('AHU-1') })
    services.world.clock.advance(26 * hour)
    await stays()
  })

  it('stays when equipment is linked elsewhere, renamed, and deleted', async () => {
    const ids = await idsOf(box, handler)
    const stays = await remember(ids)
    await change('VAV 12-04', { name: 'VAV 12-04 north' })
    await stays()
    await site(`POST /equipment/devices/${box}/unlink`, { equipmentIds: [equipment('VAV 12-04 north')] })
    await stays()
    services.world.clock.advance(hour)
    await site(`POST /equipment/devices/${box}/link`, { equipmentIds: [equipment('VAV 12-04 north')] })
    services.world.clock.advance(hour)
    await stays()
    await site(`DELETE /equipment/${equipment('AHU-1')}?force=true`)
    services.world.clock.advance(hour)
    await stays()
  })

  it('stays when a site is moved, to other weather and another time zone', async () => {
    const ids = await idsOf(box, handler)
    const stays = await remember(ids)
    const outdoor = await idOf(handler, 'OutsideAirTemp')
    const before = Number(await currentOf(outdoor))
    const { site_id: siteId } = services.world.store.get<{ site_id: string }>(
      'SELECT site_id FROM device WHERE id = ?',
      handler,
    ) ?? { site_id: '' }
    const { eTag } = await site(`GET /sites/${siteId}`)
    await site(`PUT /sites/${siteId}`, { eTag, latitude: 33.7, longitude: -84.4, timeZone: 'Europe/Paris' })
    await stays()
    services.world.clock.advance(2 * minute)
    expect(Math.abs(Number(await currentOf(outdoor)) - before)).toBeGreaterThan(3)
    services.world.clock.advance(26 * hour)
    await stays()
  })
})
