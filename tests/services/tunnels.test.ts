import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import { type Called, type Services, startTestServices } from '../harness/services'

const minute = 60_000
const hour = 60 * minute
const clinic = seedId('device', 'story-7')

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const call = (line: string, body?: unknown, as = 'amelie') => services.call('site', line, { as, body })
const told = ({ status, body }: Called) => [status, body.errorCode]
const ok = async (line: string, body?: unknown, as?: string) => {
  const reply = await call(line, body, as)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
const advance = (ms: number) => services.control('POST /clock', { advanceMs: ms })

afterEach(async () => {
  const { data } = await ok('GET /x/tunnels?pageSize=200')
  for (const { tunnelId, device, createdAt } of data) {
    if (Date.parse(createdAt) < services.world.clock.now() - 20 * minute) continue
    await ok(`DELETE /devices/${device.id}/tunnels/${encodeURIComponent(tunnelId)}`)
  }
})

describe('tunnels', () => {
  const handler = seedId('device', 'story-1')
  const plant = seedId('device', 'story-6')
  const open = (device: string, body: object = {}, as?: string) => call(`POST /devices/${device}/tunnels`, body, as)
  const list = (device: string) => ok(`GET /devices/${device}/tunnels`)

  it('are closed at once, as often as asked', async () => {
    const { tunnelId } = (await open(handler)).body
    const line = `DELETE /devices/${handler}/tunnels/${encodeURIComponent(tunnelId)}`
    expect(line).toContain('%5E')
    expect(told(await call(line, undefined, 'usha'))).toEqual([403, 4003])
    expect((await call(line)).status).toBe(204)
    expect((await call(line)).status).toBe(204)
    expect((await list(handler))[0].status).toBe('closed')
    expect(told(await call(`DELETE /devices/${plant}/tunnels/${encodeURIComponent(tunnelId)}`))).toEqual([404, 4005])
    expect(told(await call(`DELETE /devices/${handler}/tunnels/none`))).toEqual([404, 4005])
  })

  it('are two a controller and ten a person at most', async () => {
    expect((await open(handler)).status).toBe(201)
    expect(told(await open(handler))).toEqual([409, 4308])
    const fleet = await ok(`GET /x/devices?productId=${seedId('product', 'ECYPTU207')}&connected=true&pageSize=200`)
    const statuses: number[] = []
    for (const { id } of fleet.data.slice(0, 5)) {
      statuses.push((await open(id)).status, (await open(id)).status)
    }
    // Three were open before: two here, and the one of the old kind.
    expect(statuses.filter((status) => status === 201)).toHaveLength(7)
  })

  it('need a controller that can hold one', async () => {
    expect(told(await open(seedId('device', 'story-2')))).toEqual([422, 4305])
    expect(told(await open(seedId('device', 'story-4')))).toEqual([409, 4303])
    expect(told(await open(clinic))).toEqual([409, 4304])
    expect(told(await open(handler, {}, 'usha'))).toEqual([403, 4003])
    expect(told(await open(handler, {}, 'paul'))).toEqual([404, 4005])
    for (const deleteAfterMin of [4, 1441, 7.5, '60']) {
      const reply = await open(handler, { deleteAfterMin })
      expect(reply.body).toMatchObject({
        errorCode: 4000,
        errors: { deleteAfterMin: ['errors.tunnels.deleteAfterMin'] },
      })
    }
    expect(told(await open(handler, { service: 'telnet' }))).toEqual([422, 4000])
  })

  it('of a customer are listed together, and counted', async () => {
    const { customerId } = await ok(`GET /sites/${seedId('site', 1)}`)
    await open(handler)
    const found = await ok(`GET /x/tunnels?customerId=${customerId}`)
    expect([found.totalCount, found.data[0].device.name]).toEqual([2, 'AHU-1 Controller'])
    expect((await ok(`GET /x/customers/${customerId}/overview`)).data.openTunnels).toBe(2)
    expect((await ok(`GET /x/tunnels?customerId=${customerId}&status=closing`)).totalCount).toBe(0)
    expect((await ok('GET /x/tunnels')).totalCount).toBe(3)
    expect((await ok('GET /x/tunnels', undefined, 'claire')).totalCount).toBe(1)
    expect(told(await call(`GET /x/tunnels?customerId=${customerId}`, undefined, 'usha'))).toEqual([403, 4003])
  })

  it('open a moment later, tell their address once, and close by themselves', async () => {
    const reply = await open(handler, { reason: 'Fan' })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    expect(reply.body).toMatchObject({
      isLegacy: false,
      status: 'requested',
      service: 'https',
      targetPort: 443,
      expiresAt: '2026-03-09T18:00:00.000Z',
      createdBy: { fullName: 'Amélie Tremblay' },
    })
    const [, ulid = ''] = reply.body.tunnelId.split('^')
    expect(reply.body.tunnelId).toMatch(/^[0-9a-f]{8}\^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(reply.body.url).toBe(`https://${ulid.toLowerCase()}.tunnels.local/`)

    const mine = async () => (await list(handler)).find((one: Called['body']) => one.tunnelId === reply.body.tunnelId)
    expect(await mine()).not.toHaveProperty('url')
    await advance(1)
    expect((await mine()).status).toBe('opening')
    await advance(2_000)
    expect((await mine()).status).toBe('open')
    await advance(hour)
    expect((await mine()).bytesOut).toBeGreaterThan(0)
    await advance(5 * hour)
    expect(await mine()).toMatchObject({ status: 'closed', closedAt: '2026-03-09T18:00:00.000Z' })
  })

  it('break with the connection of their controller', async () => {
    const { tunnelId } = (await open(handler)).body
    await advance(5_000)
    await services.control('POST /devices/ECY600-0A1001/inject', { kind: 'offline' })
    const all = await list(handler)
    expect(all.find((one: Called['body']) => one.tunnelId === tunnelId).status).toBe('failed')
    await advance(2 * minute)
    expect(told(await open(handler))).toEqual([409, 4303])
  })

  it('of the old kind can be seen and closed', async () => {
    const [legacy] = await list(plant)
    expect(legacy).toMatchObject({ tunnelId: 'tun-4711-08f2', isLegacy: true, status: 'open', expiresAt: null })
    expect((await call(`DELETE /devices/${plant}/tunnels/${legacy.tunnelId}`)).status).toBe(204)
    expect((await list(plant))[0].status).toBe('closed')
  })
})
