/** A tunnel whose controller takes longer than a page may: what is said meanwhile, and its address afterwards. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { LinkError, type LinkEvents, type LinkRefusal } from '../../services/link/port'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, watch } from './on-record'

const handler = deviceIdOf('story-1')
const link = /https:\/\/tunnels\.late\/way/
const filled = { deleteAfterMin: '15', service: 'https', reason: 'Look at the supply fan' }

let product: Console
let amelie: Visitor
let address: string
let events: LinkEvents
let answer: (refusal?: LinkRefusal) => void = () => {}

beforeAll(async () => {
  product = await startTestConsole({
    services: {
      links: {
        late: {
          can: new Set(['tunnel']),
          async start(own) {
            events = own
          },
          tunnelAborted: (deviceId, tunnelId) => events.tunnelProgress(deviceId, { tunnelId, is: 'closed' }),
          async openTunnel() {
            const refusal = await new Promise<LinkRefusal | undefined>((resolve) => {
              answer = resolve
            })
            if (refusal) throw new LinkError(refusal)
            return { url: 'https://tunnels.late/way' }
          },
        },
      },
    },
  })
  const { world } = product.services
  world.store.run(`UPDATE device SET protocol = 'late' WHERE id = ?`, handler)
  amelie = await englishReader(product, 'amelie')
  const tenantId = tenantIdOf(world, 'boreal')
  const device = await amelie.get(href('deviceById', { tenantId, deviceId: handler }))
  address = `${device.address.split('?')[0]}/tunnels`
})
afterAll(() => product.close())

/** Opens one, and returns the page that is there while the controller has not answered. */
async function opened(): Promise<Page> {
  const page = await (await amelie.get(address)).submit('main form#tunnel', { fill: filled })
  expect(page.address).toContain('/changes/')
  expect(page.text).toContain('This change is still in progress')
  expect(page.text).not.toMatch(link)
  return page
}
const settled = (page: Page) =>
  vi.waitFor(
    async () => {
      const now = await amelie.get(page.address)
      expect(now.text).not.toContain('This change is still in progress')
      return now
    },
    { timeout: 10_000, interval: 100 },
  )

test('is under way until its controller answers; then its page has the address, for its person, once', async () => {
  const seen = await watch(product, amelie)
  const page = await opened()
  expect(await seen.outcomes()).toEqual(['intent pending'])
  answer()
  const done = await settled(page)
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
  expect((await seen.performed()).map(({ method, status }) => [method, status])).toEqual([['POST', 201]])
  const marcus = await englishReader(product, 'marcus')
  expect((await (await marcus.get(page.address)).follow('Show tunnel')).html).not.toMatch(link)
  const tunnel = await done.follow('Show tunnel')
  expect(tunnel.address).toMatch(/\/tunnels\/[^/]+%5E[^/]+$/)
  expect(tunnel.html).toMatch(link)
  expect(product.log()).not.toContain('tunnels.late')
})

test('that is refused late was not opened, and says why', async () => {
  const site = (line: string) => product.services.call('site', line, { as: 'amelie' })
  const [{ tunnelId }] = (await site(`GET /devices/${handler}/tunnels`)).body
  expect((await site(`DELETE /devices/${handler}/tunnels/${encodeURIComponent(tunnelId)}`)).status).toBe(204)
  const seen = await watch(product, amelie)
  const page = await opened()
  answer('unreachable')
  const failed = await settled(page)
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome refused'])
  expect(failed.text).toContain('The controller is offline')
  expect((await failed.follow('Show tunnels')).text).toContain('Failed')
  expect(await seen.performed()).toEqual([])
})
