/**
 * Every state that sending and building can be in, as the page of a controller and its board show it: brought about on a
 * clock that stands still until it is moved, by controllers that are slow, silent, unwilling or gone (domain §5.1).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { zipOf } from '../../services/kit/zip'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader, changeForm as form } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
})
afterAll(() => product.close())

type Kind = 'time' | 'network' | 'graphics'
const views = {
  time: ['deviceTime', 'siteTime'],
  network: ['deviceNetwork', 'siteNetwork'],
  graphics: ['deviceGraphics', 'siteGraphics'],
} as const

/** In the science building, or another by its letters. */
const device = (number: number, building = 'SCI') => seedId('device', `montcalm-${building}-ECYVAV-${number}`)
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
const site = (line: string) => product.services.call('site', line, { as: 'amelie' })
const inject = async (number: number, body: object) => {
  const { hostId } = (await site(`GET /devices/${device(number)}`)).body
  expect((await product.services.control(`POST /devices/${hostId}/inject`, body)).status).toBeLessThan(300)
}

/** What a controller's own page and its line on the board say. */
async function seen(kind: Kind, number: number, building = 'SCI') {
  const { buildingId, spaceId, id: deviceId } = (await site(`GET /devices/${device(number, building)}`)).body
  const [own, board] = views[kind]
  const page = await amelie.get(href(own, { ...at, buildingId, spaceId, deviceId }))
  const name = `VAV ${building}-${String(number).padStart(2, '0')}`
  const list = await amelie.get(href(board, at, { q: name }))
  const row = list.root.querySelectorAll('main tbody tr').find(({ text }) => text.includes(name))
  return { page: page.text, row: row?.text ?? '' }
}

async function saveAndSend(kind: 'time' | 'network', number: number, value: object) {
  const body = { eTag: null, deviceIds: [device(number)], value }
  const call = (line: string, body: object) =>
    product.services.call('device-configuration', line, { as: 'amelie', body })
  expect((await call(`POST /devices/${kind}`, body)).status).toBe(200)
  const sent = { deviceIds: [device(number)], configurationTypes: [kind] }
  expect((await call('POST /devices/configuration/send', sent)).status).toBe(202)
}
const servers = (name: string) => ({ ntpServers: [`${name}.example`] })

describe('a send', () => {
  test('that never was, is queued, taken in, and there', async () => {
    const never = await seen('time', 11, 'BIB')
    expect([never.row, never.page]).toEqual([
      expect.stringMatching(/Not sent yet\s*never/),
      expect.stringContaining('Time: Never sent'),
    ])
    await saveAndSend('time', 1, servers('one'))
    for (const [seconds, words] of [
      [0, 'Queued'],
      [1.5, 'Sending'],
      [60, 'Sent'],
    ] as const) {
      pass(seconds)
      const { page, row } = await seen('time', 1)
      expect([row, page]).toEqual([expect.stringContaining(words), expect.stringContaining(`Time: ${words}`)])
    }
    expect((await seen('time', 1)).page).toContain('applied and confirmed')
  })

  test('to a controller that is offline waits for it for a day, and has failed then', async () => {
    await saveAndSend('time', 6, servers('six'))
    expect((await seen('time', 6)).row).toContain('Waiting for the controller')
    pass(23.9 * 3_600)
    expect((await seen('time', 6)).page).toContain('Waiting for the controller')
    pass(0.2 * 3_600)
    const { page, row } = await seen('time', 6)
    expect(row).toMatch(/Failed.*See why|See why.*Failed/s)
    expect(page).toContain('The controller did not come back within 24 hours')
  })

  test('whose controller is lost while it takes it in has failed ten minutes later', async () => {
    await saveAndSend('time', 2, servers('two'))
    pass(1.5)
    expect((await seen('time', 2)).row).toContain('Sending')
    await inject(2, { kind: 'offline' })
    pass(9 * 60)
    expect((await seen('time', 2)).row).toContain('Sending')
    pass(2 * 60)
    const { page, row } = await seen('time', 2)
    expect(row).toContain('Failed')
    expect(page).toContain('The connection was lost for more than 10 minutes')
  })

  test('that the controller rejects has failed, with its code', async () => {
    await inject(3, { kind: 'rejectConfig', params: { type: 'time', code: 'TIM-104' } })
    await saveAndSend('time', 3, servers('three'))
    pass(60)
    const { page, row } = await seen('time', 3)
    expect(row).toContain('Failed')
    expect(page).toContain('rejected the configuration with code TIM-104')
  })

  test('of settings that do not bring the controller back has failed once it went back to its own', async () => {
    await saveAndSend('network', 9, { primary: { ipv4: { gateway: '10.41.1.254' } } })
    pass(30)
    expect((await seen('network', 9)).row).toContain('Sending')
    pass(170)
    const { page, row } = await seen('network', 9)
    expect(row).toContain('Failed')
    expect(page).toContain('could not be reached with the new settings for 120 seconds and went back')
    expect(page).toMatch(/Primary: Gateway ?10\.41\.1\.254 ?10\.41\.1\.254 ?10\.41\.1\.1/)
  })
})

describe('a graphics file', () => {
  const upload = async (number: number, marker = '') => {
    const page = await amelie.get(href('siteGraphicsFile', at, { device: device(number) }))
    const main = Buffer.from(`${marker}<Project><Props><Name>Lobby</Name></Props></Project>`)
    const bytes = Uint8Array.from(zipOf([{ name: 'Main.xml', bytes: main }]))
    const done = await page.submit(form, { files: { file: new File([bytes], 'Lobby.gfx') } })
    expect([done.status, done.address]).toEqual([200, expect.stringContaining('change=')])
  }

  test('is received, queued, built and completed', async () => {
    await upload(13)
    // On the board what is built is what waits to be sent.
    for (const [seconds, words, onBoard = words] of [
      [0, 'Received'],
      [0.5, 'Queued'],
      [2, 'In progress'],
      [30, 'Completed', 'Not sent yet'],
    ] as const) {
      pass(seconds)
      const { page, row } = await seen('graphics', 13)
      expect([row, page]).toEqual([expect.stringContaining(onBoard), expect.stringContaining(`Build ${words}`)])
    }
  })

  test('that cannot be built has failed, and says at which step', async () => {
    await upload(14, '<?build-fails validate A page is missing?>')
    pass(30)
    const { page, row } = await seen('graphics', 14)
    expect(row).toContain('Failed')
    expect(page).toContain('A page is missing')
  })
})
