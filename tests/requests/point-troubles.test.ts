/** What goes wrong on the way of journeys 4, 5 and 14, at each of their posts: told, nothing typed lost, nothing done twice. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { href, placeParams } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import type { ServiceFault } from '../../services/kit/faults'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inVain, listenUpstream } from '../harness/upstream'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

let product: Console
let amelie: Visitor
let montcalm: { tenantId: string; customerId: string }
let fan: Parameters<typeof href<'point'>>[1]
/** Overrides of Montcalm and units without an airflow, each used once. */
let held: string[]
const boxes = ['01', '02', '03', '04', '05', '07', '08', '10', '11', '13', '14', '15'].map((number) =>
  equipmentIdOf(`VAV SCI-${number}`),
)

const call = (line: string, body?: unknown) => product.services.call('site', line, { as: 'marcus', body })
const reason = 'The belt is changed'

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  const deviceId = deviceIdOf('story-1')
  const { body: device } = await call(`GET /devices/${deviceId}`)
  const laurier = { tenantId, customerId: customerIdOf('CUS1001') }
  fan = {
    ...placeParams(laurier, device.path),
    deviceId,
    pointId: seedId('point', `${deviceId}/analogOutput/4`),
  } as typeof fan
  const { body } = await call(`GET /x/overrides?customerId=${montcalm.customerId}&level=8&pageSize=200`)
  held = body.data.map((one: { deviceId: string; pointId: string }) => `${one.deviceId}.${one.pointId}.8`)
  amelie = await englishReader(product, 'amelie')
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

interface Post {
  /** The call that does it. */
  match: string
  /** What was typed is in the page that comes back. */
  typed: readonly string[]
  /** The page with everything filled in, before it is sent. */
  filled(): Promise<Page>
  send(page: Page): Promise<Page>
  /** Takes back what may have been done. */
  after?(): Promise<unknown>
}

const apply = (page: Page, fill = {}) => page.submit(changeForm, { fill, press: '_stage=apply' })

const posts: Record<string, Post> = {
  'journey 4: an override for two hours': {
    get match() {
      return `PUT /points/${fan.pointId}/timed-override`
    },
    typed: ['45', reason],
    filled: () => amelie.get(href('pointOverride', fan)),
    send: (page) =>
      page.submit('main form#write', { fill: { pointValue: '45', duration: '2', unit: 'hours', reason } }),
    after: () => call(`PUT /points/${fan.pointId}/auto`, {}),
  },
  'journey 5: clearing forgotten overrides': {
    match: 'POST /x/overrides/release',
    typed: [reason],
    filled: () => amelie.get(href('overridesClearing', montcalm, { override: held.splice(0, 2) })),
    send: (page) => apply(page, { reason }),
  },
  'journey 14: mapping a missing point': {
    match: 'PUT /points/mapped-points',
    typed: ['SaFlow'],
    async filled() {
      const page = await amelie.get(href('pointsMapping', montcalm, { equipment: boxes.shift() }))
      return page.submit(changeForm)
    },
    send: (page) => apply(page),
  },
}

const fail = (post: Post, fault: Partial<ServiceFault>) =>
  product.services.world.faults.inject('site', {
    kind: 'status',
    match: post.match,
    times: 1,
    ...fault,
  } as ServiceFault)

/** What of the call was performed. */
async function doneBy(seen: Awaited<ReturnType<typeof watch>>, { match }: Post): Promise<number> {
  const [, path = ''] = match.split(' ')
  return (await seen.performed()).filter((one) => one.path.includes(path)).length
}

describe.each(Object.entries(posts))('%s', (_, post) => {
  afterEach(async () => post.after?.())

  const refusals: [string, Partial<ServiceFault>, number, RegExp][] = [
    ['a service that is down for the moment', { status: 503, errorCode: 5003 }, 503, /starting or under maintenance/],
    ['4004', { status: 404, errorCode: 4004 }, 409, /A required item was not found/],
  ]
  test.each(refusals)('%s comes back with everything typed, and is done once when it is sent again', async (...row) => {
    const [, fault, status, said] = row
    const page = await post.filled()
    fail(post, fault)
    const seen = await watch(product, amelie)
    const answer = await post.send(page)
    expect(answer.status).toBe(status)
    for (const typed of post.typed) expect(answer.html).toContain(typed)
    expect(answer.root.querySelector('main [role=alert], main .notice')?.text).toMatch(said)
    expect(await doneBy(seen, post)).toBe(0)
    const again = await post.send(answer)
    expect(again.status).toBe(200)
    expect(await doneBy(seen, post)).toBe(1)
  })

  test('a call that breaks before it is made, and one that runs out of time, are told as not known', async () => {
    for (const fault of [{ status: 500 }, { status: 504, errorCode: 5004 }]) {
      const page = await post.filled()
      fail(post, fault)
      const seen = await watch(product, amelie)
      const answer = await post.send(page)
      expect(answer.address).toContain('/changes/')
      expect(await doneBy(seen, post)).toBe(0)
      expect((await seen.outcomes()).some((one) => /done/.test(one))).toBe(false)
    }
  })

  test('a call that was made and that nobody answered is looked up, told as done, and not done again', async () => {
    const page = await post.filled()
    fail(post, { status: 500, after: true })
    const seen = await watch(product, amelie)
    const answer = await post.send(page)
    expect(answer.address).toContain('/changes/')
    expect(answer.text).toMatch(/(\d) of \1 done/)
    const twice = await post.send(page)
    expect(twice.status).toBe(200)
    expect(await doneBy(seen, post)).toBe(1)
  })

  test('a session that ended leads to sign-in, and nothing is done', async () => {
    const page = await post.filled()
    fail(post, { status: 401 })
    const seen = await watch(product, amelie)
    const answer = await post.send(page)
    expect([answer.address, ...answer.passed].join(' ')).toMatch(/login|identity/)
    expect(await doneBy(seen, post)).toBe(0)
    amelie = await englishReader(product, 'amelie')
  })
})

test.each([
  ['has no lease left for whoever writes', { status: 429, errorCode: 4011 }],
  ['is down before anything is written', { status: 500 }],
])('a service that %s leaves the form as it was typed, and nothing is done', async (_, fault) => {
  const post = posts['journey 4: an override for two hours'] as Post
  const page = await post.filled()
  fail({ ...post, match: 'PUT /points/subscribe' }, fault)
  const seen = await watch(product, amelie)
  const answer = await post.send(page)
  expect(answer.address).toContain('/override')
  for (const typed of post.typed) expect(answer.html).toContain(typed)
  expect(answer.root.querySelector('main [role=alert], main .notice')?.text).toBeTruthy()
  expect(await doneBy(seen, post)).toBe(0)
})

describe('what is mixed, and what moved', () => {
  test('an override of whose one point the service says why not tells that beside the form', async () => {
    const post = posts['journey 4: an override for two hours'] as Post
    const body = JSON.stringify({
      errorCode: 4100,
      errors: [
        { entityId: fan.pointId, key: 'errors.deviceOffline', details: { type: 'deviceOffline', errorCode: 4303 } },
      ],
    })
    const page = await post.filled()
    fail(post, { kind: 'answer', status: 409, body })
    const answer = await post.send(page)
    expect(answer.text).toContain('The controller is offline')
    expect(answer.html).toContain(reason)
  })

  test('an override that somebody else put there meanwhile is not overwritten unseen', async () => {
    const post = posts['journey 4: an override for two hours'] as Post
    const shown = await amelie.get(href('point', fan))
    const page = await post.filled()
    const { body } = await call('PUT /points/subscribe', { deviceId: fan.deviceId, pointIds: [fan.pointId] })
    const theirs = { pointValue: 80, subscriptionId: body.subscriptionId, deviceId: fan.deviceId }
    await call(`PUT /points/${fan.pointId}/override`, theirs)
    const seen = await watch(product, amelie)
    const answer = await post.send(page)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Someone else changed this level')
    expect(answer.text).toContain('This level now has 80 %, set by Marcus Reid')
    for (const typed of post.typed) expect(answer.html).toContain(typed)
    // From the page of the point it is the same.
    const fill = { pointValue: '45', duration: '2', unit: 'hours', reason }
    expect((await shown.submit('main form[action$="/override"]', { fill })).status).toBe(422)
    expect(await doneBy(seen, post)).toBe(0)
    // Nor is what one has not seen given back.
    const mine = await amelie.get(href('point', fan))
    await call(`PUT /points/${fan.pointId}/override`, { ...theirs, pointValue: 90 })
    product.services.world.clock.advance(1_000)
    await call(`PUT /points/${fan.pointId}/override`, { ...theirs, pointValue: 90 })
    expect((await mine.submit('main form[action$="/automatic"]')).status).toBe(422)
    // Whoever saw it may.
    const again = await post.send(await post.filled())
    expect(again.text).toContain('Held at 45 % by Amélie Tremblay')
    await call(`PUT /points/${fan.pointId}/auto`, {})
  })

  test('overrides that were given back or set anew meanwhile are told in a plan to agree to again', async () => {
    const post = posts['journey 5: clearing forgotten overrides'] as Post
    const [first = '', second = ''] = held
    const page = await post.filled()
    await call(`PUT /points/${first.split('.')[1]}/auto`, {})
    const answer = await post.send(page)
    expect(answer.status).toBe(409)
    expect(answer.html).toContain(reason)
    const seen = await watch(product, amelie)
    await post.send(answer)
    const ends = (await seen.records()).filter(({ entry }) => entry === 'outcome')
    expect(ends.map(({ subject, outcome }) => [subject.id, outcome])).toEqual([[second.split('.')[1], 'done']])
  })

  test('a unit that changed between its plan and the call is refused by the service, told, and nothing is done twice', async () => {
    const post = posts['journey 14: mapping a missing point'] as Post
    const page = await post.filled()
    fail(post, { status: 409, errorCode: 4009 })
    const seen = await watch(product, amelie)
    const answer = await post.send(page)
    expect(answer.status).toBe(409)
    expect(answer.html).toContain('SaFlow')
    const again = await post.send(answer)
    expect(again.text).toContain('100% covered')
    expect(await doneBy(seen, post)).toBe(1)
  })
})

describe('the pages on the way', () => {
  test('stand while another service is down: the point without its alarms and schedules, the rules without their rows', async () => {
    product.services.world.faults.inject('operations', { kind: 'status', status: 500 })
    const page = await amelie.get(href('point', fan))
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/\d %/)
    const rules = await amelie.get(href('customerRules', montcalm))
    expect([rules.status, rules.root.querySelectorAll('main tbody tr').length]).toEqual([200, 0])
    product.services.world.faults.clear()
    product.services.world.faults.inject('site', { kind: 'status', status: 500, match: 'GET /x/overrides' })
    const ledger = await amelie.get(href('customerOverrides', montcalm))
    expect([ledger.status, ledger.root.querySelectorAll('main tbody tr').length]).toEqual([200, 0])
  })

  test('say in the words of the catalogue that 15 seconds are over', async () => {
    product.services.world.faults.inject('operations', { kind: 'delay', delayMs: 60_000, match: 'GET /x/rules' })
    let isAnswered = false
    const page = await inVain(product, { path: '/x/rules', waits: 14_000 }, async (passed) => {
      const answer = amelie.get(href('customerRules', { ...montcalm, customerId: fan.customerId }))
      answer.finally(() => {
        isAnswered = true
      })
      await passed
      await amelie.get(href('profile', {}))
      expect(isAnswered).toBe(false)
      await product.pass(1_000)
      return answer
    })
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/request to the operations API timed out/)
  })
})

describe('calls that follow one another', () => {
  /** Answers a page while time passes for the console: so many milliseconds at each call to operations that `isNext`. */
  async function pageAfter(
    address: string,
    steps: readonly number[],
    isNext: (url: string) => boolean = () => true,
  ): Promise<Page> {
    const upstream = listenUpstream(product.services)
    let isAnswered = false
    const answer = amelie.get(address).finally(() => {
      isAnswered = true
    })
    const calls = () => upstream.heard().some(({ service, url }) => service === 'operations' && isNext(url))
    for (const step of steps) {
      await vi.waitFor(() => expect(isAnswered || calls()).toBe(true), { timeout: 10_000, interval: 10 })
      await product.pass(step)
    }
    // What was left to wait for longer than these steps would be waited for now.
    await vi.waitFor(() => expect(isAnswered).toBe(true), { timeout: 5_000 })
    upstream.stop()
    return answer
  }

  test('have 16 seconds in all: what came before they were over is shown', async () => {
    const { faults } = product.services.world
    // The list and the numbers of its views are asked for at once, related alarms once the list is there.
    const together = 2
    let asked = 0
    faults.inject('operations', { kind: 'delay', delayMs: 1_500, match: 'POST /alarms', times: together })
    faults.inject('operations', { kind: 'delay', delayMs: 600_000, match: 'POST /alarms' })
    const isNext = (url: string) => {
      if (!url.endsWith('/alarms')) return false
      asked += 1
      return asked >= together
    }
    // The first calls have 15 seconds, of which little passes by the clock: the machine may be slow to answer them.
    const page = await pageAfter(href('customerAlarms', montcalm, { view: 'all' }), [3_000, 13_000], isNext)
    expect(page.status).toBe(200)
    expect(page.root.querySelectorAll('main tbody tr').length).toBeGreaterThan(40)
    expect(page.text).toContain('Related alarms beyond this page could not be read in time')
  })

  test('of a list of faults are made at once where they need nothing of one another', async () => {
    product.services.world.faults.inject('operations', { kind: 'delay', delayMs: 600_000 })
    const upstream = listenUpstream(product.services)
    const heard: string[] = []
    const answer = amelie.get(href('customerFaults', montcalm))
    await vi.waitFor(
      () => {
        heard.push(...upstream.heard().map(({ url }) => url))
        expect(heard.filter((url) => url.endsWith('/faults/equipmenttype'))).toHaveLength(2)
      },
      { timeout: 5_000 },
    )
    await product.pass(16_000)
    expect((await answer).status).toBe(200)
    upstream.stop()
  })

  test.each([
    'customer',
    'customerAlarms',
    'customerFaults',
    'customerShift',
    'customerRules',
    'customerSchedules',
    'customerOverrides',
    'customerPoints',
  ] as const)('of %s have 16 seconds in all where none is answered', async (name) => {
    product.services.world.faults.inject('operations', { kind: 'delay', delayMs: 600_000 })
    const page = await pageAfter(href(name, montcalm), [15_000, 1_000])
    expect(page.status).toBeLessThan(500)
    expect(page.root.querySelector('main h1')).not.toBeNull()
  })
})
