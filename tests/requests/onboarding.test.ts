/** From the label on the wall to a controller that is known: journey 8, through the door (domain §6.1, §6.2). */
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf, trailOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let tenantId: string
let montcalm: { tenantId: string; customerId: string }

const library = { id: deviceIdOf('montcalm-BIB-ECYVAV-11'), hostId: 'ECYVAV-1C020B', code: '3VHT-91XA' }
const school = { id: deviceIdOf('montcalm-GEN-ECYPTU207-1'), hostId: 'ECYPTU207-1C0741', code: 'W5N2-D8PK' }
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
const finding = (host: string) => amelie.get(href('customerOnboarding', montcalm, { q: host }))
const typedIn = (page: Page, name: string) =>
  page.root.querySelector(`${changeForm} [name="${name}"]`)?.getAttribute('value')
const rowOf = (page: Page, name: string) =>
  page.root.querySelectorAll('main tbody tr').find((row) => row.querySelector('th')?.text.includes(name))
    ?.structuredText ?? ''

/** The onboarding of any controller, at its nested address. */
async function onboardingOf(
  visitor: Visitor,
  deviceId: string,
  name: 'deviceOnboarding' | 'deviceOnboardingRemoval' | 'deviceStateRequest' = 'deviceOnboarding',
) {
  const { body } = await product.services.call('site', `GET /devices/${deviceId}`, { as: 'marcus' })
  const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  const site = await product.services.call('site', `GET /sites/${body.siteId}`, { as: 'marcus' })
  const place = { groupId: node('group'), siteId: node('site'), buildingId: node('building'), spaceId: body.spaceId }
  return visitor.get(href(name, { tenantId, customerId: site.body.customerId, ...place, deviceId }))
}

/** What an answer weighs on the way to a phone, its head included. */
function bytesOf(file: string): Promise<number> {
  const headers = { cookie: amelie.cookieHeader(), accept: 'text/html', 'accept-encoding': 'br, gzip' }
  return new Promise((resolve, reject) => {
    get(new URL(file, product.origin), { headers, agent: false }, (answer) => {
      answer
        .resume()
        .on('end', () => resolve(answer.socket.bytesRead))
        .on('error', reject)
    }).on('error', reject)
  })
}

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

describe('by phone', () => {
  let page: Page

  test('what waits to be onboarded is listed, and found by a part of its host id', async () => {
    const waiting = await amelie.get(href('customerOnboarding', montcalm))
    expect(waiting.text).toContain('VAV BIB-11')
    expect(waiting.text).toContain('FCU GEN-01')
    expect(waiting.text).not.toContain('VAV BIB-01')
    const found = await finding('1C020')
    expect(found.root.querySelectorAll('main tbody tr').length).toBeGreaterThan(5)
    expect(rowOf(found, 'VAV BIB-11')).toContain('Not onboarded')
  })

  test('a whole host id, in any case, leads straight to the controller, tested', async () => {
    page = await finding(library.hostId.toLowerCase())
    expect(page.address).toMatch(/\/devices\/[^/]+\/onboarding\?test=1$/)
    expect(page.text).toContain('The controller answers')
    expect(typedIn(page, 'hostId')).toBe(library.hostId)
  })

  test('a wrong activation code is told at its field, stays there for whoever typed it, is kept nowhere, and on record as refused', async () => {
    const seen = await watch(product, amelie)
    const refused = await page.submit(changeForm, { fill: { activationCode: 'AAAA-BBBB', reason: 'New wing' } })
    expect(refused.status).toBe(422)
    expect(refused.title).toMatch(/^Error:/)
    expect(summaryOf(refused)).toContainEqual({
      text: 'The activation code is wrong, expired or locked',
      field: 'activationCode',
    })
    expect(typedIn(refused, 'hostId')).toBe(library.hostId)
    expect(refused.root.querySelector('[name=reason]')?.text).toBe('New wing')
    expect(typedIn(refused, 'activationCode')).toBe('AAAA-BBBB')
    expect((await amelie.get(refused.address)).html).not.toContain('AAAA-BBBB')
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome refused'])
    expect(JSON.stringify(await seen.records())).not.toContain('AAAA')
    page = refused
  })

  test('the right one begins it; the steps are shown with their times until it is onboarded', async () => {
    const seen = await watch(product, amelie)
    page = await page.submit(changeForm, { fill: { activationCode: library.code } })
    expect(page.status).toBe(200)
    expect(page.address).toMatch(/\/onboarding$/)
    expect(page.text).toContain('Onboarding in progress')
    expect(rowOf(page, 'Check the label')).toContain('Running')
    expect(page.headers.get('refresh')).toBeNull()
    const auto = await page.follow(/^Refresh every/)
    expect(auto.headers.get('refresh')).toBe(`10; url=${auto.address}`)
    pass(90)
    const done = await auto.follow('Refresh')
    expect(done.headers.get('refresh')).toBeNull()
    expect(done.text).toContain('The controller is onboarded')
    expect(rowOf(done, 'Wait for its first connection')).toMatch(/Done.*2026-03-09/s)
    expect(done.text).toContain('02:00:5E:1C:02:0B')
    expect(done.root.querySelector('[name=activationCode]')).toBeNull()
    expect((await seen.performed()).map(({ method, path }) => [method, path.split('/').at(-1)])).toEqual([
      ['POST', 'onboard'],
    ])
    const records = await seen.records()
    expect(records.map(({ entry, outcome, mutation }) => `${mutation} ${entry} ${outcome}`)).toEqual([
      'device.onboard intent pending',
      'device.onboard outcome done',
    ])
    expect(records[0]).toMatchObject({
      subject: { kind: 'device', id: library.id, name: 'VAV BIB-11' },
      before: { status: 'notOnboarded' },
      after: { hostId: library.hostId, status: 'pending' },
      reason: 'New wing',
    })
    expect(JSON.stringify(records)).not.toContain(library.code)
    page = done
  })

  test('a form from before is answered that it is onboarded already', async () => {
    const again = await amelie.post(page.address, [
      ['hostId', library.hostId],
      ['activationCode', library.code],
      ['_stage', 'apply'],
      ['_key', 'an old page'],
    ])
    expect(again.status).toBe(409)
    expect(again.text).toContain('This host id is already onboarded')
  })

  test('three pages with everything they load weigh at most 100 KB', async () => {
    const loaded = new Set<string>()
    let weight = 0
    for (const address of [
      href('customerOnboarding', montcalm),
      (await finding(school.hostId)).address,
      page.address,
    ]) {
      const { html } = await amelie.get(address)
      const assets = [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js|svg))"/g)].map(([, file]) => file as string)
      for (const file of [address, ...assets.filter((one) => !loaded.has(one))]) {
        loaded.add(file)
        weight += await bytesOf(file)
      }
    }
    console.log(`journey 8: ${weight} bytes`)
    expect(loaded.size).toBeGreaterThan(4)
    expect(weight).toBeLessThan(100_000)
  })
})

describe('a controller that does not connect', () => {
  test('is told so by the test, fails with its reason in words, and can be tried again', async () => {
    const { store, clock } = product.services.world
    store.run(
      `INSERT INTO injection (id, device_id, kind, params, from_at, until_at) VALUES ('cable', ?, 'offline', '{}', ?, NULL)`,
      school.id,
      clock.now(),
    )
    const page = await finding(school.hostId)
    expect(page.text).toContain('The controller cannot be reached')
    expect(page.text).toContain('Check its power and its network cable')
    const begun = await page.submit(changeForm, { fill: { activationCode: school.code } })
    expect(begun.text).toContain('Onboarding in progress')
    pass(20 * 60)
    const failed = await amelie.get(begun.address)
    expect(failed.text).toContain('The onboarding failed')
    expect(failed.text).toContain('The controller did not connect in time')
    expect(rowOf(failed, 'Wait for its first connection')).toContain('Failed')
    const french = await product.signedIn('amelie')
    const inFrench = await french.get(begun.address)
    expect(inFrench.root.querySelector('html')?.getAttribute('lang')).toBe('fr')
    expect(inFrench.text).toContain('L’automate ne s’est pas connecté à temps')

    store.run(`DELETE FROM injection WHERE id = 'cable'`)
    const { body } = await product.services.call('site', `GET /devices/${school.id}`, { as: 'amelie' })
    const again = await failed.submit(changeForm, {
      fill: { hostId: school.hostId, activationCode: body.additionalProperties.$activationCode },
    })
    expect(again.text).toContain('Onboarding in progress')
    pass(90)
    expect((await amelie.get(again.address)).text).toContain('The controller is onboarded')
  })
})

test('of what was onboarded before there were records only what is known is told', async () => {
  const page = await onboardingOf(amelie, deviceIdOf('montcalm-BIB-ECYVAV-1'))
  const [steps] = page.root.querySelectorAll('main table.rows')
  expect(steps?.querySelectorAll('thead th').map((one) => one.text)).toEqual(['Step', 'State'])
  expect(steps?.querySelectorAll('tbody tr')).toHaveLength(7)
  expect(page.text).toContain('Host id')
  expect(page.text).not.toContain('Requested by')
  expect(page.text).not.toContain('Not set')
})

test('a label nobody has read yet leads to the controllers of its model that wait', async () => {
  const clinic = { tenantId, customerId: customerIdOf('CUS1002') }
  const guesses = await amelie.get(href('customerOnboarding', clinic, { q: 'ECYSTATR-0BEEF1' }))
  expect(guesses.text).toContain('No controller has the host id ECYSTATR-0BEEF1 yet')
  const chosen = await guesses.follow('Clinic Thermostat')
  expect(typedIn(chosen, 'hostId')).toBe('ECYSTATR-0BEEF1')
  const nothing = await amelie.get(href('customerOnboarding', clinic, { q: 'no such thing' }))
  expect(nothing.text).toContain('No controller found for “no such thing”')
})

test('a host id of another model is refused by the service at its field, with the form as it was', async () => {
  const page = await onboardingOf(amelie, deviceIdOf('story-7'))
  const refused = await page.submit(changeForm, { fill: { hostId: 'ECYVAV-0A5001', activationCode: '7K4M-Q2ZD' } })
  expect(refused.status).toBe(422)
  expect(summaryOf(refused)).toContainEqual({ text: 'This host id does not fit the controller model', field: 'hostId' })
  expect(typedIn(refused, 'hostId')).toBe('ECYVAV-0A5001')
  const empty = await page.submit(changeForm, { fill: { hostId: '', activationCode: '' } })
  expect(summaryOf(empty).map(({ field }) => field)).toEqual(['hostId', 'activationCode'])
})

describe('removing an onboarding', () => {
  test('shows what goes with it, asks why, and takes the identity away', async () => {
    const seen = await watch(product, amelie)
    const handler = deviceIdOf('story-1')
    const plan = await (await onboardingOf(amelie, handler)).follow('Remove onboarding…')
    expect(plan.text).toMatch(/Open tunnels.*1.*0/)
    expect(plan.text).toContain('ECY600-0A1001')
    const without = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(summaryOf(without).map(({ field }) => field)).toEqual(['reason'])
    expect(await seen.performed()).toEqual([])
    const done = await without.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Sent in for repair' } })
    expect(done.address).toMatch(/\/onboarding$/)
    expect(done.text).toContain('Steps of the onboarding that was removed')
    expect(done.text).not.toMatch(/Not onboarded ?Removed/)
    expect((await seen.records()).at(-1)).toMatchObject({
      mutation: 'device.offboard',
      outcome: 'done',
      reason: 'Sent in for repair',
      before: { hostId: 'ECY600-0A1001', status: 'onboarded', openTunnels: 1 },
    })
  })

  test('while packages are deployed to it is refused, and nothing is lost', async () => {
    const plan = await onboardingOf(amelie, deviceIdOf('story-3'), 'deviceOnboardingRemoval')
    const refused = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Not ours' } })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('The controller is busy with a deployment or a send')
    expect(refused.root.querySelector('[name=reason]')?.text).toBe('Not ours')
  })
})

test('a controller is asked for its state by anyone of the tenant, and shown again after five seconds', async () => {
  const seen = await watch(product, amelie)
  const usha = await englishReader(product, 'usha')
  const asked = await (await onboardingOf(usha, library.id)).submit('main form[action$="/state-request"]')
  expect(asked.text).toContain('The state of the controller was requested')
  const device = asked.address.replace(/\/state-request.*/, '')
  expect(asked.headers.get('refresh')).toBe(`5; url=${device}`)
  expect((await usha.get(device)).headers.get('refresh')).toBeNull()
  expect((await seen.performed()).map(({ path }) => path.split('/').at(-1))).toEqual(['sync-state'])
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
})

describe('somebody who may not', () => {
  test('sees how far it is and is refused to onboard, on record', async () => {
    const usha = await englishReader(product, 'usha')
    const page = await onboardingOf(usha, deviceIdOf('story-7'))
    expect(page.status).toBe(200)
    expect(page.root.querySelector('[name=activationCode]')).toBeNull()
    expect(page.html).not.toContain('7K4M-Q2ZD')
    const seen = await watch(product, amelie)
    const refused = await usha.post(page.address, [
      ['hostId', 'ECYSTATR-0A5001'],
      ['activationCode', '7K4M-Q2ZD'],
      ['_stage', 'apply'],
      ['_key', 'hers'],
    ])
    expect(refused.status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
    expect(await seen.performed()).toEqual([])
    expect((await trailOf(amelie, tenantId)).at(-1)?.actor.name).toBe('Usha Raman')
  })

  test('finds nothing of a customer that is not theirs', async () => {
    const paul = await englishReader(product, 'paul')
    expect((await paul.get(href('customerOnboarding', montcalm))).status).toBe(404)
    expect((await onboardingOf(paul, school.id)).status).toBe(404)
  })
})
