/**
 * What goes wrong on the way of saving, sending, setting passwords, applying templates and restoring backups, at each of
 * their posts: told, nothing typed lost, nothing done twice.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
let templateId: string

const device = (key: string) => seedId('device', `montcalm-${key}`)
const devices = ['SCI-ECYVAV-13', 'SCI-ECYVAV-14'].map(device)
const configuration = (line: string, body?: unknown) =>
  product.services.call('device-configuration', line, { as: 'amelie', body })
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
/** Another number each time. */
let turn = 10
const next = () => {
  turn += 1
  return turn
}
const dns = () => `10.41.3.${next()}`
const saveElsewhere = (kind: 'network' | 'time', value: object) =>
  configuration(`POST /devices/${kind}`, { eTag: null, deviceIds: devices, value })

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  const { body } = await product.services.call('site', `POST /sites/${at.siteId}/configuration-templates`, {
    as: 'amelie',
    body: { name: 'Boxes', sections: { time: { ntpServers: ['time.example'] } } },
  })
  templateId = body.id
})
afterAll(() => product.close())
afterEach(async () => {
  product.services.world.faults.clear()
  // What was sent is taken in before the next one.
  pass(300)
  amelie = await englishReader(product, 'amelie')
})

interface Post {
  service: 'device-configuration' | 'site'
  call: string
  /** How the path of the call ends, where it does not end with what is matched. */
  ends?: string
  /** The plan of something that is still to be done. */
  open(): Promise<Page>
  /** What is typed beside the plan each time, since it never comes back. */
  secret?(): Record<string, string>
  /** Somebody else's save of the same. */
  elsewhere?(): Promise<unknown>
  /** Of several controllers one may refuse. */
  isOfMany: boolean
}

/** Each post of the two journeys that changes something. */
const posts: Record<string, Post> = {
  'network settings that are saved': {
    service: 'device-configuration',
    call: 'POST /devices/network',
    async open() {
      const page = await amelie.get(href('customerNetworkSettings', at, { device: devices }))
      return page.submit(form, { fill: { 'primary.primaryDns': dns(), 'keep.primary.primaryDns': null } })
    },
    elsewhere: () => saveElsewhere('network', { primary: { ipv4: { secondaryDns: dns() } } }),
    isOfMany: true,
  },
  'network settings that are sent': {
    service: 'device-configuration',
    call: 'POST /devices/configuration/send',
    async open() {
      await saveElsewhere('network', { primary: { ipv4: { primaryDns: dns() } } })
      const fields = devices.map((id): [string, string] => ['device', id])
      return amelie.post(href('customerNetworkSending', at), fields)
    },
    isOfMany: true,
  },
  'a password that is set': {
    service: 'device-configuration',
    call: 'POST /devices/admin-user',
    open: () => amelie.get(href('customerAdminPassword', at, { device: devices })),
    secret() {
      const password = `Vogel#${next()}nest`
      return { adminPassword: password, adminPasswordAgain: password }
    },
    elsewhere: () =>
      configuration('POST /devices/admin-user', {
        eTag: null,
        deviceIds: devices,
        adminPassword: `Specht#${next()}nest`,
      }),
    isOfMany: true,
  },
  'a template that is applied': {
    service: 'device-configuration',
    call: 'POST /devices/time',
    async open() {
      await saveElsewhere('time', { ntpServers: [`10.41.4.${next()}`] })
      const page = await amelie.get(href('templateApplying', { ...at, templateId }))
      return page.submit('main form.choices', { fill: { device: devices } })
    },
    elsewhere: () => saveElsewhere('time', { ntpServers: [`10.41.5.${next()}`] }),
    isOfMany: true,
  },
  'a backup that is restored': {
    service: 'site',
    call: 'POST /x/devices/',
    ends: '/restore',
    async open() {
      const dead = await product.services.call('site', `GET /devices/${device('RES-ECY303-1')}`, { as: 'amelie' })
      const { buildingId, spaceId, id: deviceId } = dead.body
      const place = { ...at, siteId: siteIdOf(43), buildingId, spaceId, deviceId }
      const page = await amelie.get(href('deviceReplacing', place, { by: device('GEN-ECY303-1') }))
      return page.follow('Restore Avant la panne')
    },
    isOfMany: false,
  },
}

describe.each(Object.entries(posts))('%s', (_, { service, call, ends, open, secret, elsewhere, isOfMany }) => {
  const end = ends ?? call.replace('POST ', '')
  const apply = (page: Page, fill: Record<string, string> = {}) =>
    page.submit(form, { press: '_stage=apply', fill: { ...secret?.(), ...fill } })
  const fail = (fault: { status: number; errorCode?: number; after?: boolean }) =>
    product.services.world.faults.inject(service, { kind: 'status', match: call, times: 1, ...fault })
  const madeSince = async ({ performed }: Awaited<ReturnType<typeof watch>>) =>
    (await performed()).filter(({ path }) => path.endsWith(end)).length

  test.each([
    ['is not taken for the moment', { status: 503, errorCode: 5003 }],
    ['is told that something of it is not there', { status: 404, errorCode: 4004 }],
  ])('that %s comes back as its plan, and is done once when it is sent again', async (_, fault) => {
    const plan = await open()
    const seen = await watch(product, amelie)
    fail(fault)
    const refused = await apply(plan, { reason: 'Typed once' })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.root.querySelector(`${form} textarea[name=reason]`)?.text.trim()).toBe('Typed once')
    expect(refused.root.querySelector('[role=alert]')?.text).toMatch(/\w/)
    expect(await madeSince(seen)).toBe(0)
    const done = await apply(refused)
    expect([done.status, done.address]).toEqual([200, expect.stringMatching(/\/changes\/|change=|replacing/)])
    expect(await madeSince(seen)).toBe(1)
  })

  test('that breaks is told as not known where nothing shows that it was done', async () => {
    const plan = await open()
    const seen = await watch(product, amelie)
    fail({ status: 500, errorCode: 5099 })
    const told = await apply(plan)
    expect([told.status, told.address]).toEqual([200, expect.stringContaining('/changes/')])
    expect(told.text).toMatch(/outcome is unknown/i)
    expect(await madeSince(seen)).toBe(0)
  })

  test('that was done and that nobody answered is told as done or as not known, and not done again', async () => {
    const plan = await open()
    const seen = await watch(product, amelie)
    fail({ status: 504, after: true })
    const told = await apply(plan)
    expect(told.status).toBe(200)
    expect(told.text).toMatch(/\d of \d done|outcome is unknown/i)
    expect(await madeSince(seen)).toBe(1)
    const again = await apply(plan)
    expect(again.status).toBeLessThan(500)
    expect(await madeSince(seen)).toBe(1)
  })

  test('whose session ends under the plan leads to sign-in, and nothing is done', async () => {
    const plan = await open()
    const seen = await watch(product, await englishReader(product, 'amelie'))
    fail({ status: 401 })
    const answer = await apply(plan)
    expect([answer.address, ...answer.passed].join(' ')).toMatch(/login|identity/)
    expect(await madeSince(seen)).toBe(0)
  })

  test.runIf(isOfMany)('of which one controller refuses: it is named with its reason, the other has it', async () => {
    const plan = await open()
    const { hostId, name } = (await product.services.call('site', `GET /devices/${devices[0]}`, { as: 'amelie' })).body
    const { body } = await product.services.control(`POST /devices/${hostId}/inject`, { kind: 'partialWrite' })
    const done = await apply(plan)
    await product.services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
    expect(done.address).toContain('/changes/')
    expect(done.text).toContain('1 of 2 done')
    const [first] = done.root.querySelectorAll('main .folded > li, main tbody tr')
    expect(first?.text).toMatch(new RegExp(`Failed.*${name}|${name}.*Failed`, 's'))
  })

  test.runIf(elsewhere)('that somebody else saved meanwhile is not written over unseen', async () => {
    const plan = await open()
    await elsewhere?.()
    const seen = await watch(product, amelie)
    const moved = await apply(plan, { reason: 'Typed once' })
    expect([moved.status, moved.text.includes('Changed meanwhile')]).toEqual([409, true])
    expect(moved.root.querySelector(`${form} textarea[name=reason]`)?.text.trim()).toBe('Typed once')
    expect(await madeSince(seen)).toBe(0)
  })
})

test('a send that breaks after the save: what is saved stays, and sending is offered again', async () => {
  const page = await amelie.get(href('customerNetworkSettings', at, { device: devices }))
  const plan = await page.submit(form, { fill: { 'primary.primaryDns': dns(), 'keep.primary.primaryDns': null } })
  product.services.world.faults.inject('device-configuration', {
    kind: 'status',
    match: 'POST /devices/configuration/send',
    times: 1,
    status: 503,
    errorCode: 5003,
  })
  const answer = await plan.submit(form, { press: 'Save and send to 2 controllers of Campus Montcalm' })
  expect(answer.status).toBe(503)
  expect(answer.text).toContain('The settings of 2 controllers are saved')
  const sent = await answer.submit(form, { press: '_stage=apply' })
  expect(sent.address).toMatch(/\/network\?change=/)
})
