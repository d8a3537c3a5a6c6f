/** What is written while it is read: whoever stops reading, at whatever moment, ends their own download and nothing else. */
import { connect } from 'node:net'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { seeded } from '../harness/seeded'
import type { Visitor } from '../harness/visitor'

let product: Console
let marcus: Visitor

beforeAll(async () => {
  product = await startTestConsole()
  marcus = await product.signedIn('marcus')
})
afterAll(() => product.close())

const boreal = () => tenantIdOf(product.services.world, 'boreal')
const montcalm = () => ({ tenantId: boreal(), customerId: customerIdOf('CUS1004') })
const campus = () => ({ ...montcalm(), groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) })

const files: [name: string, address: () => string][] = [
  ['the trail as a table', () => href('trailCsv', { tenantId: boreal() })],
  ['the whole trail', () => href('trailExport', { tenantId: boreal() })],
  ['a part of the trail', () => href('trailExport', { tenantId: boreal() }, { outcome: 'done' })],
  ['everybody', () => href('allUsersCsv', {})],
  ['the people of a tenant', () => href('usersCsv', { tenantId: boreal() })],
  ['the tenants', () => href('tenantsCsv', {})],
  ['the customers', () => href('customersCsv', { tenantId: boreal() })],
  ['the controllers of a customer', () => href('customerDevicesCsv', montcalm())],
  ['the sites of a customer', () => href('customerSitesCsv', montcalm())],
  ['a site with everything in it', () => href('siteCsv', campus())],
  ['the tunnels of a customer', () => href('customerTunnelsCsv', montcalm())],
]

test('a file is named after its customer or tenant, its content and its day, for every client', async () => {
  const nameOf = async (address: string) => (await marcus.raw('GET', address)).headers.get('content-disposition')
  marcus.setCookie('zone', 'Pacific%2FKiritimati')
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
  const named = `attachment; filename="universite-montcalm-controllers-${day}.csv"; filename*=UTF-8''Universit%C3%A9-Montcalm-controllers-${day}.csv`
  expect(await nameOf(href('customerDevicesCsv', montcalm()))).toBe(named)
  expect(await nameOf(href('usersCsv', { tenantId: boreal() }))).toContain(`"boreal-facilities-people-${day}.csv"`)
  expect(await nameOf(href('tenantsCsv', {}))).toContain(`"tenants-${day}.csv"`)
  marcus.setCookie('zone', 'Etc%2FUTC')
})

/** Asks over a socket of its own and breaks it off after so long; whether anything had come by then. */
function breakOff(address: string, after: number): Promise<boolean> {
  const { port, host } = new URL(product.origin)
  return new Promise((resolve) => {
    let hasCome = false
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `GET ${address} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${marcus.cookieHeader()}\r\naccept-encoding: br, gzip\r\n\r\n`,
      )
      setTimeout(() => socket.resetAndDestroy(), after)
    })
    socket.once('data', () => {
      hasCome = true
      socket.pause()
    })
    socket.once('error', () => undefined)
    socket.once('close', () => resolve(hasCome))
  })
}

test.each<[string, () => string, Record<string, string | null>]>([
  ['a page', () => href('models', { tenantId: boreal() }), { identity: null, gzip: 'gzip', 'gzip, br': 'br' }],
  ['a file', () => href('customerDevicesCsv', montcalm()), { identity: null, gzip: 'gzip', br: null }],
])('%s is the same however it is compressed on the way', async (_, address, codings) => {
  const whole = await (await marcus.raw('GET', address())).text()
  for (const [accepted, coding] of Object.entries(codings)) {
    const answer = await marcus.raw('GET', address(), { headers: { 'accept-encoding': accepted } })
    expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, coding])
    expect(readIn(await answer.text())).toBe(readIn(whole))
  }
})

/** A file whole; of a page what is read in it, without the second it was written at: each has a nonce and keys of its own. */
const readIn = (text: string) =>
  parse(text)
    .querySelector('main')
    ?.structuredText.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, '') ?? text

describe('a download whose reader goes away', () => {
  const random = seeded(20260309)

  test.each(files)('%s', async (_, address) => {
    const whole = performance.now()
    expect((await marcus.raw('GET', address())).status).toBe(200)
    const usual = performance.now() - whole
    const before = product.pid()
    for (let turn = 0; turn < 12; turn += 1) await breakOff(address(), random() * usual * 1.2)
    const answer = await marcus.raw('GET', address())
    expect(answer.status).toBe(200)
    expect((await answer.text()).length).toBeGreaterThan(0)
    expect(product.pid()).toBe(before)
  })

  test('is nothing to be troubled by', () => {
    const troubles = product.log().split('\n')
    expect(troubles.filter((line) => /unhandled|unexpected|ERR_STREAM/.test(line))).toEqual([])
  })
})
