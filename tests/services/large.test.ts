import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clear, seed } from '../../services/seed'
import { devicesPerSite, fullSize, type Sizes, streamsOf } from '../../services/seed/large/plan'
import { customerIdOf, estates } from '../../services/seed/people'
import { noon, type Services, startTestServices } from '../harness/services'

/** The same shape, a hundred times smaller. */
const sizes: Sizes = { groups: 4, sites: 50, devices: 1_000, alarms: 10_000, faulty: 15 }
const epoch = Date.parse('2026-03-09')
const customer = customerIdOf(estates.code)

let services: Services
const reseed = (word?: string) => {
  clear(services.world)
  services.world.jobs.runDue(noon)
  seed(services.world, { profile: 'large', epoch, word, sizes })
}
beforeAll(async () => {
  services = await startTestServices()
  reseed()
})
afterAll(() => services.close())

const read = async (line: string) => {
  const reply = await services.call('site', line, { as: 'amelie' })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const find = async (path: string, body: object = {}) => {
  const headers = { 'x-customer-id': customer }
  const reply = await services.call('operations', `POST ${path}`, { as: 'amelie', body, headers })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const counted = (sql: string) => services.world.store.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)?.n ?? 0
const near = (value: number, wanted: number, share = 0.25) => {
  expect(value).toBeGreaterThan(wanted * (1 - share))
  expect(value).toBeLessThan(wanted * (1 + share))
}

describe('the plan of large', () => {
  it('deals 100,000 controllers to 1,000 sites, 2,500 of them to the largest', () => {
    const counts = devicesPerSite(fullSize, streamsOf('plantroom')('sizes'))
    expect(counts).toHaveLength(1_000)
    expect(counts.reduce((a, b) => a + b, 0)).toBe(100_000)
    expect(Math.max(...counts)).toBe(2_500)
    expect(Math.min(...counts)).toBeGreaterThan(20)
  })
})

describe('a small large', () => {
  it('has the numbers it was told, in the counters too', async () => {
    const { data } = await read(`GET /x/customers/${customer}/overview`)
    expect([data.siteGroups, data.sites, data.devices]).toEqual([4, 50, 1_000])
    expect([data.buildings, data.spaces]).toEqual([counted('building'), counted('space')])
    expect(data.alarms).toBe(counted(`alarm WHERE event_state <> 'normal'`))
    expect(counted('alarm')).toBe(10_000)
    expect((await read(`GET /x/devices?customerId=${customer}`)).totalCount).toBe(1_000)
    expect((await find('/alarms')).totalCount).toBe(10_000)
  })

  it('is distributed as it should be', async () => {
    near(counted(`device WHERE model_type = 'ECYVAV'`), 700)
    near(counted('device WHERE offline_since IS NOT NULL'), 26, 0.6)
    near(counted('device WHERE packages_outdated > 0'), 40, 0.5)
    near(counted(`alarm WHERE event_state <> 'normal'`), 120)
    near(counted(`alarm WHERE event_state <> 'normal' AND ack_state = 'unacknowledged'`), 70, 0.35)
    near(counted(`alarm WHERE severity = 'critical'`), 300)
    near(counted(`alarm WHERE severity = 'medium'`), 4_500)
    const busiest = services.world.store.get<{ n: number }>(
      'SELECT count(*) AS n FROM alarm GROUP BY device_id ORDER BY n DESC LIMIT 1',
    )
    expect(busiest?.n).toBeGreaterThan(100)
  })

  it('tells the silent controllers with and without the other filters', async () => {
    const { totalCount } = await read(`GET /x/devices?customerId=${customer}&connected=false`)
    expect(totalCount).toBe(counted('device WHERE onboarded = 0 OR offline_since IS NOT NULL'))
    const { data } = await read(`GET /x/devices?customerId=${customer}&connected=false&pageSize=5&sort=-name`)
    expect(data.every((device: { overallStatus: { connected: boolean } }) => !device.overallStatus.connected)).toBe(
      true,
    )
  })

  it('has faults with their points, and points where somebody looks', async () => {
    const { data, totalCount } = await find('/faults')
    expect(totalCount).toBeGreaterThan(0)
    expect(data[0].ruleName).not.toBe('')
    const bare = services.world.store.get<{ id: string }>(
      'SELECT id FROM device WHERE onboarded = 1 AND id NOT IN (SELECT device_id FROM point) LIMIT 1',
    )
    expect((await read(`GET /devices/${bare?.id}/points`)).length).toBeGreaterThan(0)
  })

  it('refuses to expand the whole tree', async () => {
    const reply = await services.call('site', `GET /customers/${customer}/sites?expand=devices`, { as: 'amelie' })
    expect([reply.status, reply.body.errorCode]).toEqual([422, 4000])
    expect(reply.body.errors).toEqual({ expand: 'errors.expand.tooLarge' })
  })

  it('keeps its counters when things come and go', async () => {
    const before = (await read(`GET /x/customers/${customer}/overview`)).data
    const space = services.world.store.get<{ id: string; site_id: string }>('SELECT id, site_id FROM space LIMIT 1')
    const made = await services.call('site', `POST /spaces/${space?.id}/devices`, {
      as: 'amelie',
      body: { device: { name: 'New' }, quantity: 2 },
    })
    expect(made.status).toBeLessThan(300)
    await services.call('site', 'DELETE /devices', { as: 'amelie', body: [made.body[0].id] })
    const after = (await read(`GET /x/customers/${customer}/overview`)).data
    expect([after.devices - before.devices, after.notOnboarded - before.notOnboarded]).toEqual([1, 1])
    expect((await read(`GET /x/devices?siteId=${space?.site_id}`)).totalCount).toBe(
      counted(`device WHERE site_id = '${space?.site_id}'`),
    )
  })
})

describe('the word of the seed', () => {
  const fingerprint = async () => {
    const answers = [
      await read(`GET /x/customers/${customer}/overview`),
      await read(`GET /x/devices?customerId=${customer}&pageSize=100`),
      await read(`GET /customers/${customer}/sites`),
      await find('/alarms', { pageSize: 100 }),
      await find('/faults'),
    ]
    return createHash('sha256').update(JSON.stringify(answers)).digest('hex')
  }

  it('decides every answer, byte by byte', async () => {
    reseed('one')
    const first = await fingerprint()
    reseed('one')
    expect(await fingerprint()).toBe(first)
    reseed('another')
    expect(await fingerprint()).not.toBe(first)
  })
})
