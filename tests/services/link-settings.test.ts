/** What the services keep of a controller and its link alone knows: its settings, packages, time servers and licence. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import { LinkError, type LinkEvents } from '../../services/link/port'
import { type Services, startTestServices } from '../harness/services'

const device = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const syncedAt = Date.parse('2026-03-09T09:17:00.000Z')

let services: Services
let events: LinkEvents
let packages: { name: string; version: string }[] | null = null

beforeAll(async () => {
  services = await startTestServices({
    links: {
      listed: {
        can: new Set(['points', 'time', 'network']),
        async start(own) {
          events = own
        },
        async clocks(ids) {
          return new Map(ids.map((id) => [id, { time: services.world.clock.now() - 90_000, syncedAt }]))
        },
        async packages() {
          if (!packages) throw new LinkError('unreachable')
          return packages
        },
      },
    },
  })
  services.world.store.run(`UPDATE device SET protocol = 'listed' WHERE id = ?`, device)
})
afterAll(() => services.close())

const installed = () =>
  services.world.store.all('SELECT name, version FROM device_package WHERE device_id = ? ORDER BY name', device)

async function sync(): Promise<void> {
  const { status } = await services.call('site', 'POST /devices/sync-state', {
    as: 'amelie',
    body: { deviceIds: [device] },
  })
  expect(status).toBe(202)
  await services.control('POST /clock', { advanceMs: 3_000 })
}

it('a sync stores the packages that the controller lists, and keeps those that are known when it lists none', async () => {
  const before = installed()
  expect(before.length).toBeGreaterThan(1)
  await sync()
  expect(installed()).toEqual(before)
  packages = [{ name: 'platform', version: '1.0.0' }]
  await sync()
  await vi.waitFor(() => expect(installed()).toEqual(packages))
  const counts = services.world.store.get('SELECT packages_total AS total FROM device WHERE id = ?', device)
  expect(counts).toEqual({ total: 1 })
})

it('the last time sync is the one that the link states', async () => {
  const { body } = await services.call('device-configuration', `GET /devices/${device}/time`, { as: 'amelie' })
  expect(body).toMatchObject({ lastNtpSync: new Date(syncedAt).toISOString() })
})

it('the settings that a link reports of a new controller can be saved and sent', () => {
  const { store } = services.world
  for (const table of ['network_setting', 'configuration_state'])
    store.run(`DELETE FROM ${table} WHERE device_id = ?`, device)
  const network = { primary: { enabled: true, ipv4: { dhcpEnabled: true } } }
  events.newSettings(device, { network })
  events.newSettings(device, { network: {} })
  const saved = store.get<{ saved: string }>('SELECT saved FROM network_setting WHERE device_id = ?', device)
  expect(JSON.parse(saved?.saved ?? '')).toEqual(network)
  const states = store.all<{ type: string; version: number }>(
    'SELECT type, content_version AS version FROM configuration_state WHERE device_id = ? ORDER BY type',
    device,
  )
  expect(states).toEqual([
    { type: 'bacnet', version: 1 },
    { type: 'gfx', version: 0 },
    { type: 'network', version: 1 },
    { type: 'time', version: 1 },
    { type: 'users', version: 1 },
  ])
})

it('a licence is exceeded at the times that the link reports, and at no others', async () => {
  const own = seedId('device', 'montcalm-BIB-ECYVAV-7')
  services.world.store.run(`UPDATE device SET protocol = 'listed' WHERE id = ?`, own)
  const site = async (line: string) => (await services.call('site', line, { as: 'amelie' })).body
  const { siteId } = await site(`GET /devices/${own}`)
  const licence = async () => {
    const { data } = await site(`GET /x/licences?siteId=${siteId}&state=exceeded&pageSize=200`)
    const isListed = data.some((one: { device: { id: string } }) => one.device.id === own)
    return [(await site(`GET /devices/${own}/onboarding`)).licenses[0].state, isListed]
  }
  const now = services.world.clock.now()
  expect(await licence()).toEqual(['valid', false])
  events.licenceExceeded(own, [{ from: now + 60_000, until: null }])
  expect(await licence()).toEqual(['valid', false])
  events.licenceExceeded(own, [{ from: now, until: now + 60_000 }])
  expect(await licence()).toEqual(['exceeded', true])
  services.world.clock.advance(60_000)
  expect(await licence()).toEqual(['valid', false])
  events.licenceExceeded(own, [{ from: now, until: null }])
  expect(await licence()).toEqual(['exceeded', true])
  events.licenceExceeded(own, [])
  expect(await licence()).toEqual(['valid', false])
  const other = seedId('device', 'montcalm-BIB-ECYVAV-8')
  events.licenceExceeded(other, [{ from: now, until: null }])
  expect((await site(`GET /devices/${other}/onboarding`)).licenses[0].state).toBe('valid')
})
