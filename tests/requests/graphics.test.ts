/** Graphics of controllers: uploaded to one and to many, built, sent, downloaded, and refused (domain §5.9). */
import { request as plainRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { type ZipEntry, zipOf } from '../../services/kit/zip'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
let one: typeof at & { buildingId: string; spaceId: string; deviceId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const deviceId = device('SCI-ECYVAV-1')
  const { body } = await product.services.call('site', `GET /devices/${deviceId}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: node('group'),
    siteId: node('site'),
  }
  one = { ...at, buildingId: body.buildingId, spaceId: body.spaceId, deviceId }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear('device-configuration'))

const device = (key: string) => seedId('device', `montcalm-${key}`)
const pageOf = (key: string) => amelie.get(href('deviceGraphics', { ...one, deviceId: device(key) }))
/** Where the page of a controller leads for its file. */
const contentOf = async (key: string) =>
  (await pageOf(key)).root.querySelector('main a[href$="/content"]')?.getAttribute('href') ?? ''
const asked = (...keys: string[]) => amelie.get(href('siteGraphicsFile', at, { device: keys.map(device) }))
const infoOf = async (key: string) =>
  (await product.services.call('device-configuration', `GET /devices/${device(key)}/gfx`, { as: 'amelie' })).body
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1_000)

const main = (inside = '') =>
  Buffer.from(
    `<?xml version="1.0"?><Project><Props><Name>Lobby</Name><Version>7.1</Version>${inside}</Props></Project>`,
  )
const gfx = (name = 'Lobby.gfx', bytes = zipOf([{ name: 'Main.xml', bytes: main() }])) =>
  new File([Uint8Array.from(bytes)], name)
const zip = (...entries: ZipEntry[]) => gfx('Lobby.gfx', zipOf(entries))
const upload = (page: Page, file: File) => page.submit(form, { files: { file } })

test('a controller tells its file, how it is built and sent, and both logs', async () => {
  const page = await pageOf('SCI-ECYVAV-1')
  expect(page.text).toMatch(/Graphics file ?VAV SCI-01\.gfx ?Download/)
  expect(page.text).toMatch(/Project ?VAV SCI-01/)
  expect(page.text).toContain('Build log')
  expect(page.text).toContain('Send log')
})

test('one that never got a file has an empty state that leads to the upload, and no error', async () => {
  const { body } = await product.services.call('site', `GET /devices/${deviceIdOf('story-3')}`, { as: 'amelie' })
  const page = await amelie.get(href('deviceById', { ...at, deviceId: body.id }))
  const address = page.address.split('?')[0]
  const graphics = await amelie.get(`${address}/configuration/graphics`)
  expect([graphics.status, graphics.text.includes('has no graphics yet')]).toEqual([200, true])
})

test('one file for three controllers, streamed on by one call, followed while it is built, then sent', async () => {
  const keys = ['SCI-ECYVAV-1', 'SCI-ECYVAV-2', 'SCI-ECYVAV-3']
  const page = await asked(...keys)
  expect(page.text).toContain('Upload for 3 controllers')
  const seen = await watch(product, amelie)
  const board = await upload(page, gfx())
  expect((await seen.performed()).map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual(['PUT gfx'])
  expect(board.address).toMatch(/\/configuration\/graphics\?change=/)
  expect(board.html).toContain('http-equiv="refresh"')
  expect(board.root.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('0 built, 3 being built, 0 failed')
  const paused = await board.follow('Pause')
  expect(paused.html).not.toContain('http-equiv="refresh"')

  const busy = await asked('SCI-ECYVAV-1')
  expect(busy.text).toContain('its file is still being built')
  const some = await asked('SCI-ECYVAV-1', 'SCI-ECYVAV-4')
  const goTo = some.root.querySelectorAll('input[type=hidden][name=device]').map((input) => input.getAttribute('value'))
  expect(goTo).toEqual([device('SCI-ECYVAV-4')])
  const single = await pageOf('SCI-ECYVAV-1')
  expect(single.html).toContain('http-equiv="refresh"')
  expect(single.text).not.toContain('Send now')

  pass(30)
  const built = await amelie.get(board.address)
  expect(built.root.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('3 built, 0 being built, 0 failed')
  expect((await pageOf('SCI-ECYVAV-1')).text).toMatch(/COMPLETED/)
  const stepsIn = (html: Page) =>
    Object.fromEntries(
      html.root.querySelectorAll('td span[title]').flatMap((one) => {
        const title = one.getAttribute('title') ?? ''
        return /^[a-z]+$/.test(title) ? [[title, one.text]] : []
      }),
    )
  const logged = await pageOf('SCI-ECYVAV-1')
  expect(stepsIn(logged)).toMatchObject({ queue: 'Queue', unzip: 'Unpack', package: 'Package' })
  const french = await (await product.signedIn('amelie')).get(logged.address)
  expect(stepsIn(french)).toMatchObject({ queue: 'Attente', unzip: 'Décompression', package: 'Empaquetage' })
  const plan = await built.submit('main form[action$="/configuration/graphics/sending"]')
  expect(plan.text).toContain('the built file')
  await plan.submit(form, { press: '_stage=apply' })
  for (let at = 0; at < 5; at += 1) await product.services.world.clock.advance(60_000)
  expect(await infoOf('SCI-ECYVAV-2')).toMatchObject({ fileName: 'Lobby.gfx', sendState: 'succeed', isDirty: false })
  const records = (await seen.records()).filter(({ entry }) => entry === 'outcome')
  expect(new Set(records.map(({ mutation }) => mutation))).toEqual(new Set(['graphics.upload', 'configuration.send']))
})

test.each([
  ['no archive', gfx('Lobby.gfx', Buffer.from('nothing')), 'This file is not a readable archive'],
  ['another kind of file', gfx('Lobby.txt'), 'Choose a .gfx or a .zip file'],
  ['a path that leads outside', zip({ name: '../Main.xml', bytes: main() }), 'paths that point outside it'],
  ['no Main.xml', zip({ name: 'Other.xml', bytes: main() }), 'Main.xml is missing'],
])('a file that is %s is refused with the check that failed, and nothing changes', async (_, file, words) => {
  const before = await infoOf('SCI-ECYVAV-4')
  const refused = await upload(await asked('SCI-ECYVAV-4'), file)
  expect(refused.status).toBe(422)
  expect(summaryOf(refused)[0]?.text).toContain(words)
  expect(await infoOf('SCI-ECYVAV-4')).toEqual(before)
})

test('no file chosen, and more controllers than one file may go to', async () => {
  const nothing = await upload(await asked('SCI-ECYVAV-4'), new File([], ''))
  expect([nothing.status, summaryOf(nothing)[0]?.field]).toEqual([422, 'file'])
  const many = await amelie.get(href('customerGraphicsFile', at, { all: 1 }))
  expect(many.text).toContain('50')
  expect(many.root.querySelector('input[type=file]')).toBeNull()
})

test('a build that fails says why on the page of its controller, and is not sent', async () => {
  const broken = Buffer.from(main().toString().replace('7.1', '9.9'))
  const board = await upload(await asked('SCI-ECYVAV-7'), zip({ name: 'Main.xml', bytes: broken }))
  pass(30)
  const { processState } = await infoOf('SCI-ECYVAV-7')
  if (processState !== 'failed') expect(board.status).toBe(422)
  else {
    const page = await pageOf('SCI-ECYVAV-7')
    expect(page.text).toContain('The last build failed')
    const plan = await amelie.post(href('siteGraphicsSending', at), [['device', device('SCI-ECYVAV-7')]])
    expect(plan.text).toContain('it has no built file')
  }
})

test('of two controllers one refuses: it is named, and the other has the file', async () => {
  const { hostId } = (await product.services.call('site', `GET /devices/${device('SCI-ECYVAV-9')}`, { as: 'amelie' }))
    .body
  const { body } = await product.services.control(`POST /devices/${hostId}/inject`, { kind: 'partialWrite' })
  const done = await upload(await asked('SCI-ECYVAV-8', 'SCI-ECYVAV-9'), gfx('Mixed.gfx'))
  await product.services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
  expect(done.text).toContain('1 of 2 done')
  expect((await infoOf('SCI-ECYVAV-8')).fileName).toBe('Mixed.gfx')
  expect((await infoOf('SCI-ECYVAV-9')).fileName).not.toBe('Mixed.gfx')
})

test('a file is downloaded as it was uploaded, by who may read logs, and from its own customer', async () => {
  pass(30)
  const address = await contentOf('SCI-ECYVAV-8')
  const answer = await amelie.raw('GET', address)
  expect(answer.headers.get('content-disposition')).toContain('filename="Mixed.gfx"')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.equals(Buffer.from(await gfx().arrayBuffer()))).toBe(true)
  const usha = await englishReader(product, 'usha')
  expect((await usha.raw('GET', address)).status).toBe(403)
  await product.services.control('POST /services/device-configuration/inject', {
    match: `GET /devices/${device('SCI-ECYVAV-8')}/gfx`,
    kind: 'answer',
    body: JSON.stringify({ fileName: "L'été \ud800(1).gfx", processState: '', sendState: '' }),
    times: 1,
  })
  const odd = await amelie.raw('GET', address)
  expect([odd.status, odd.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="L__t_ _(1).gfx"; filename*=UTF-8''L%27%C3%A9t%C3%A9%20%EF%BF%BD%281%29.gfx`,
  ])
  const elsewhere = href('deviceGraphicsContent', {
    ...one,
    customerId: customerIdOf('CUS1002'),
    deviceId: device('SCI-ECYVAV-8'),
  })
  expect((await amelie.raw('GET', elsewhere)).status).not.toBe(200)
})

test.each(['who downloads goes away', 'the service closes the connection'])('%s: the console stands', async (how) => {
  const address = await contentOf('SCI-ECYVAV-11')
  if (how.startsWith('the service'))
    product.services.world.faults.inject('device-configuration', {
      kind: 'truncate',
      match: `GET /devices/${device('SCI-ECYVAV-11')}/gfx/content`,
      times: 1,
    })
  const cookie = `plantroom=${amelie.cookie('plantroom')}`
  const ended = await new Promise<string>((resolve) => {
    const request = plainRequest(new URL(address, product.origin), { headers: { cookie } }, (answer) => {
      answer.on('error', () => resolve('cut'))
      answer.on('close', () => resolve('cut'))
      answer.on('end', () => resolve(answer.complete ? `${answer.statusCode} whole` : 'cut'))
      if (how.startsWith('who')) answer.once('data', () => request.destroy())
      else answer.resume()
    })
    request.on('error', () => resolve('cut'))
    request.end()
  })
  expect(['cut', '502 whole']).toContain(ended)
  await pause(0)
  expect((await amelie.get(href('deviceGraphics', one))).status).toBe(200)
})

test('somebody who may only look has no upload, in French too', async () => {
  const usha = await product.signedIn('usha')
  usha.setCookie('lng', 'fr')
  expect((await usha.get(href('siteGraphicsFile', at, { device: one.deviceId }))).status).toBe(403)
  const page = await usha.get(href('deviceGraphics', one))
  expect(page.text).toContain('Fichier graphique')
  expect(page.text).not.toContain('Télécharger')
})
