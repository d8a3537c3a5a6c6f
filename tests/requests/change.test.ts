/** What is promised of every change: planned before it is done, done once, refused plainly, and told as it was. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ChangeName, capabilitiesFor } from '../../app/changes'
import { href } from '../../app/hrefs'
import { may } from '../../app/permissions'
import { closeStore, openStore } from '../../app/store/store.server'
import { ChainCheck } from '../../app/trail/chain.server'
import { chainOf } from '../../app/trail/chain-of.server'
import { sweep } from '../../app/trail/trail.server'
import type { ServiceName } from '../../services/contracts/endpoint'
import { seedId } from '../../services/kit/deterministic'
import type { ServiceFault } from '../../services/kit/faults'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import type { Page, Visitor } from '../harness/visitor'
import { isFull } from '../promises/size'
import { changeForm, englishReader, fieldsOf, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let tenantId: string
let montcalm: { tenantId: string; customerId: string }
let campus: { tenantId: string; customerId: string; groupId: string; siteId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  campus = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const person = (name: string) => ({ tenantId, userId: userIdOf(`${name}@boreal.example`) })
const controllers = (...keys: string[]) => keys.map((key) => seedId('device', `montcalm-${key}`))
const fail = (service: ServiceName, fault: ServiceFault) => product.services.world.faults.inject(service, fault)
const apply = '_stage=apply'

/** The plan of giving somebody a role in the tenant. */
async function rolePlan(who: { userId: string }, tenantRole: string, by = amelie): Promise<Page> {
  const page = await by.get(href('userRoles', { tenantId, userId: who.userId }))
  return page.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
}

/** The plan of giving controllers a first name server. */
async function networkPlan(devices: string[], primaryDns: string, by = amelie): Promise<Page> {
  const page = await by.get(href('siteNetworkSettings', campus, { device: devices }))
  return page.submit(changeForm, { fill: { 'primary.primaryDns': primaryDns, 'keep.primary.primaryDns': null } })
}

/** The bytes a browser posts when Apply is pressed; the same ones for every click. */
const click = (plan: Page, by = amelie) =>
  by.raw('POST', plan.address, { body: new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']]) })

/** Roles as the tenant service lists them, by the last digit of their ids. */
async function rolesOf({ userId }: { userId: string }): Promise<string[]> {
  const { body } = await product.services.call('tenant', `GET /tenants/${tenantId}/users/${userId}/permissions`, {
    as: 'marcus',
  })
  const names = { [product.services.settings.roleIds.admin]: 'admin', [product.services.settings.roleIds.user]: 'user' }
  return body.map((one: { roleId: string }) => names[one.roleId] ?? one.roleId)
}

describe('a plan', () => {
  test('shows what is and what will be, and sends nothing', async () => {
    const seen = await watch(product, amelie)
    const roles = await rolePlan(person('hugo.lapointe'), 'admin')
    expect(roles.status).toBe(200)
    expect(roles.text).toMatch(/Hugo Lapointe Role in Boréal Facilities User Administrator Changes/)
    const network = await networkPlan(controllers('SCI-ECYVAV-1', 'SCI-ECYVAV-2'), '10.9.9.9')
    expect(network.text).toMatch(/VAV SCI-01 Primary: Primary DNS server \S+ 10\.9\.9\.9 Changes/)
    expect(await seen.performed()).toEqual([])
    expect(await seen.outcomes()).toEqual([])
  })

  test('leads back to its form with everything that was filled in', async () => {
    const plan = await networkPlan(controllers('SCI-ECYVAV-1', 'SCI-ECYVAV-2'), '10.9.9.9')
    const form = await plan.submit(changeForm, { press: '_stage=edit', fill: { reason: 'New resolver' } })
    expect(form.status).toBe(200)
    expect(form.root.querySelector('[name="primary.primaryDns"]')?.getAttribute('value')).toBe('10.9.9.9')
    expect(form.root.querySelector('[name="keep.primary.primaryDns"]')?.hasAttribute('checked')).toBe(false)
    expect(form.root.querySelector('[name="keep.primary.gateway"]')?.hasAttribute('checked')).toBe(true)
    expect(form.root.querySelector('[name=reason]')?.getAttribute('value')).toBe('New resolver')
  })

  test('that would change nothing cannot be applied', async () => {
    const plan = await rolePlan(person('grace.okafor'), 'admin')
    expect(plan.text).toContain('Nothing would change')
    expect(plan.root.querySelectorAll(`${changeForm} button[value=apply]`)).toHaveLength(0)
    const seen = await watch(product, amelie)
    expect((await click(plan)).status).toBe(422)
    expect(await seen.performed()).toEqual([])
    expect(await seen.outcomes()).toEqual(['refusal refused'])
  })
})

describe('an applied plan', () => {
  test('is done as it was shown, and is on record with who, what, why, before and after', async () => {
    const who = person('hugo.lapointe')
    const seen = await watch(product, amelie)
    const done = await (await rolePlan(who, 'admin')).submit(changeForm, {
      press: apply,
      fill: { reason: 'Takes over the night shift' },
    })
    expect(done.status).toBe(200)
    expect(done.address).toMatch(new RegExp(`/users/${who.userId}\\?changed=`))
    expect((await seen.performed()).map(({ method, entityIds }) => [method, entityIds])).toEqual([
      ['POST', [who.userId]],
      ['DELETE', [who.userId]],
    ])
    const [intent, outcome, ...more] = await seen.records()
    expect(more).toEqual([])
    expect(intent).toMatchObject({
      entry: 'intent',
      outcome: 'pending',
      mutation: 'user.changeRoles',
      reason: 'Takes over the night shift',
      calls: [],
      actor: { name: 'Amélie Tremblay', role: 'admin' },
      subject: { kind: 'user', id: who.userId, name: 'Hugo Lapointe' },
      before: { tenantRole: 'user' },
      after: { tenantRole: 'admin' },
    })
    expect(outcome).toMatchObject({
      entry: 'outcome',
      outcome: 'done',
      intentSequence: intent?.sequence,
      changeId: intent?.changeId,
    })
    expect(outcome?.calls.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 200', 'DELETE 200'])
    const keys = (await seen.performed()).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys.every((key) => key?.startsWith(intent?.changeId ?? '-'))).toBe(true)
  })

  test('with its key but another form is planned anew, not done', async () => {
    const plan = await networkPlan(controllers('SCI-ECYVAV-3'), '10.9.7.1')
    expect((await click(plan)).status).toBe(303)
    const seen = await watch(product, amelie)
    const altered = fieldsOf(plan).map(([name, value]): [string, string] => [
      name,
      name === 'primary.primaryDns' ? '10.9.7.2' : value,
    ])
    const answer = await amelie.post(plan.address, [...altered, ['_stage', 'apply']])
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('10.9.7.2')
    expect(await seen.performed()).toEqual([])
  })

  test('without a key, or with a plan nobody was shown, is not done', async () => {
    const plan = await rolePlan(person('mei.chen'), 'admin')
    const seen = await watch(product, amelie)
    const without = (name: string) => fieldsOf(plan).filter(([field]) => field !== name)
    expect((await amelie.post(plan.address, [...without('_key'), ['_stage', 'apply']])).status).toBe(200)
    expect((await amelie.post(plan.address, [...without('_plan'), ['_stage', 'apply']])).status).toBe(409)
    expect(await seen.performed()).toEqual([])
  })

  test('after somebody else changed the same comes back with the row marked, and nothing is sent', async () => {
    const who = person('mei.chen')
    const plan = await rolePlan(who, 'admin')
    const [moved, stays] = controllers('SCI-ECYVAV-5', 'SCI-ECYVAV-7')
    const network = await networkPlan([moved, stays] as string[], '10.9.6.1')
    await (await rolePlan(who, 'no-access')).submit(changeForm, { press: apply, fill: { reason: 'Left' } })
    await (await networkPlan([moved as string], '10.9.6.2')).submit(changeForm, { press: apply })

    const seen = await watch(product, amelie)
    const again = await plan.submit(changeForm, { press: apply, fill: { reason: 'Promotion' } })
    expect(again.status).toBe(409)
    expect(again.text).toContain('The data changed while you were reviewing')
    expect(again.text).toContain('Changed meanwhile')
    expect(again.root.querySelector('textarea[name=reason]')?.text.trim()).toBe('Promotion')
    const both = await network.submit(changeForm, { press: apply })
    expect(both.status).toBe(409)
    const marked = both.root.querySelectorAll('main tbody tr').filter((row) => row.text.includes('Changed meanwhile'))
    expect(marked.map((row) => row.text)).toEqual([expect.stringContaining('VAV SCI-05')])
    expect(await seen.performed()).toEqual([])
    expect((await seen.records()).map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['refused', { because: 'moved' }],
      ['refused', { because: 'moved' }],
    ])
    const applied = await both.submit(changeForm, { press: apply })
    expect(applied.text).toContain('2 of 2 done')
  })

  test('that takes something away asks for a reason, at its field, and keeps what was filled in', async () => {
    const who = person('sofia.marchetti')
    const plan = await rolePlan(who, 'no-access')
    const seen = await watch(product, amelie)
    const asked = await plan.submit(changeForm, { press: apply, fill: { reason: '   ' } })
    expect(asked.status).toBe(422)
    expect(summaryOf(asked)).toEqual([{ text: 'Enter a reason. It is saved in the audit trail', field: 'reason' }])
    expect(asked.title).toMatch(/^Error: /)
    expect(asked.text).toMatch(/Sofia Marchetti.*User/)
    expect(await seen.performed()).toEqual([])
    expect((await seen.records()).map(({ detail }) => detail)).toEqual([{ because: 'reason' }])
    const done = await asked.submit(changeForm, { press: apply, fill: { reason: 'Moved to Lyon' } })
    expect(done.status).toBe(200)
    expect(await rolesOf(who)).toEqual([])
    expect((await seen.records()).at(-1)).toMatchObject({ outcome: 'done', reason: 'Moved to Lyon' })
  })
})

describe('somebody who may not', () => {
  /** Inside what they can see it is forbidden; what they cannot see is not there. */
  const who: [login: string, customer: string, status: (name: ChangeName) => number][] = [
    ['usha', 'CUS1004', () => 403],
    ['paul', 'CUS1003', () => 403],
    ['paul', 'CUS1004', (name) => (askedChange(name).of === 'customer' ? 404 : 403)],
    ['nadia', 'CUS1004', (name) => (askedChange(name).of === 'customer' ? 404 : 403)],
    ['claire', 'CUS1001', (name) => (name === 'user.changeRoles' ? 409 : 403)],
  ]

  /** Everyone inside a place may ask its controllers how they are and say what was done about a fault, and everybody changes their own profile. Administrators of a customer take away there what has run out. */
  const isFor = (login: string, name: ChangeName) =>
    capabilitiesFor(name).some((one) => may(login === 'usha' ? 'user' : 'customer-user', one)) ||
    askedChange(name).of === 'oneself' ||
    (login === 'claire' && name === 'user.takeRunOut')

  test.each(who)('%s at %s is told so, once on record, and nothing is sent', async (login, customer, status) => {
    const visitor = await englishReader(product, login)
    const device = controllers('SCI-ECYVAV-1')[0] ?? ''
    // Every change in full; on every run each of a few people. That every refusal is on record is promise A7.
    const turn = who.findIndex(([one, at]) => one === login && at === customer)
    const refused = changesAsked.filter((one) => !isFor(login, one) || status(one) === 404)
    const names = refused.filter((name, place) => isFull || status(name) === 409 || place % 3 === turn % 3)
    const seen = await watch(product, amelie)
    for (const name of names) {
      const fields = new URLSearchParams([
        ['device', device],
        ['level', 'tenant'],
        ['tenantRole', 'admin'],
        ['_stage', 'apply'],
        ['_key', 'guessed'],
      ])
      const answer = await visitor.raw(
        'POST',
        askedChange(name).address({ ...campus, customerId: customerIdOf(customer) }),
        { body: fields },
      )
      expect([name, answer.status]).toEqual([name, status(name)])
    }
    expect(await seen.performed()).toEqual([])
    expect(
      (await seen.records()).map(({ entry, outcome, mutation, detail }) => [mutation, entry, outcome, detail?.because]),
    ).toEqual(
      names.map((name) => {
        if (status(name) === 409) return [name, 'refusal', 'refused', 'planUnavailable']
        return [name, 'refusal', 'denied', status(name) === 403 ? 'role' : 'hidden']
      }),
    )
  })

  test('a customer’s administrator cannot reach beyond the customer with the ids of others', async () => {
    const claire = await englishReader(product, 'claire')
    const own = {
      ...montcalm,
      customerId: customerIdOf('CUS1002'),
      groupId: seedId('group', 'Health campuses'),
      siteId: siteIdOf(4),
    }
    const [foreign] = controllers('SCI-ECYVAV-1')
    const seen = await watch(product, amelie)
    for (const address of [
      href('siteNetworkSettings', own),
      href('siteNetworkSettings', { ...own, siteId: campus.siteId }),
    ]) {
      const plan = await claire.post(address, [
        ['device', foreign as string],
        ['primary.primaryDns', '10.6.6.6'],
      ])
      expect(plan.text).not.toContain('VAV SCI-01')
      expect(plan.root.querySelectorAll('button[value=apply]')).toHaveLength(0)
    }
    const deploy = await claire.post(href('newDeployment', own), [
      ['device', foreign as string],
      ['wish[0]', 'install:weather@2.1.0'],
    ])
    expect(deploy.text).not.toContain('SCI-01')
    expect(deploy.root.querySelectorAll('button[value=apply]')).toHaveLength(0)
    expect(await seen.performed()).toEqual([])
  })
})

describe('a form that cannot be used', () => {
  const forms: [name: string, address: () => string, fill: Record<string, string | null>, fields: string[]][] = [
    ['roles', () => href('userRoles', person('etienne.roy')), { level: 'galaxy', tenantRole: 'admin' }, ['level']],
    [
      'network',
      () => href('siteNetworkSettings', campus, { device: controllers('SCI-ECYVAV-1') }),
      {
        'primary.gateway': '10.0.0.256',
        'keep.primary.gateway': null,
        'primary.subnetPrefixLength': 'twenty',
        'keep.primary.subnetPrefixLength': null,
      },
      ['primary.subnetPrefixLength', 'primary.gateway'],
    ],
    ['packages', () => href('newDeployment', montcalm, { device: controllers('SCI-ECYVAV-1') }), {}, ['wish']],
  ]

  /** With every space alike: French has some that do not break. */
  const plain = (words: string) => words.replace(/\s/g, ' ')

  test.each(
    forms.flatMap(([name, ...rest]) => (['en', 'fr'] as const).map((language) => [name, language, ...rest] as const)),
  )(
    '%s, in %s, comes back with each problem at its field and everything typed, and is on record',
    async (name, language, address, fill, fields) => {
      amelie.setCookie('lng', language)
      const seen = await watch(product, amelie)
      const page = await amelie.get(address())
      const answer = await page.submit(changeForm, { fill })
      amelie.setCookie('lng', 'en')
      expect(answer.status).toBe(422)
      expect(answer.title).toMatch(language === 'en' ? /^Error: / : /^Erreur/)
      const summary = summaryOf(answer)
      expect(summary.map(({ field }) => field.replace(/\[\d+\]$/, '')).sort()).toEqual([...fields].sort())
      for (const { text } of summary) {
        if (name !== 'roles') expect(text).not.toMatch(/errors[.:]|field\./)
        expect(plain(answer.text).split(plain(text)).length).toBeGreaterThan(2)
      }
      for (const [name, value] of Object.entries(fill)) {
        const input = answer.root
          .querySelectorAll(`[name="${name}"]`)
          .find((one) => one.getAttribute('type') !== 'hidden')
        if (input?.tagName === 'INPUT' && value !== null && input.getAttribute('type') !== 'radio')
          expect(input.getAttribute('value')).toBe(value)
      }
      expect(await seen.performed()).toEqual([])
      expect((await seen.records()).map(({ outcome, detail }) => [outcome, detail?.because])).toEqual([
        ['refused', 'invalid'],
      ])
    },
  )

  test.each([
    [
      'en',
      'The form had errors: Host id and Reason.',
      /The form had errors: [^.]*Subnet prefix length[^.]* and [^.]*Gateway/,
    ],
    [
      'fr',
      'Le formulaire contenait des erreurs : Identifiant d’hôte et Motif.',
      /contenait des erreurs : [^.]*Longueur du préfixe de sous-réseau[^.]* et [^.]*Passerelle/,
    ],
  ])('is told in the trail, in %s, by the labels of its fields', async (language, ofTunnel, ofNetwork) => {
    const opening = await amelie.get(href('customerTunnels', montcalm))
    await opening.submit('main form#tunnel', { fill: { hostId: '', reason: '' } })
    const settings = await amelie.get(href('siteNetworkSettings', campus, { device: controllers('SCI-ECYVAV-1') }))
    await settings.submit(changeForm, {
      fill: {
        'primary.gateway': '10.0.0.256',
        'keep.primary.gateway': null,
        'primary.subnetPrefixLength': 'twenty',
        'keep.primary.subnetPrefixLength': null,
      },
    })
    amelie.setCookie('lng', language)
    const list = await amelie.get(href('trail', { tenantId }))
    const record = await amelie.get(list.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    const file = await (await amelie.raw('GET', href('trailCsv', { tenantId }))).text()
    amelie.setCookie('lng', 'en')
    expect(plain(list.text)).toContain(ofTunnel)
    expect(plain(list.text)).toMatch(ofNetwork)
    expect(plain(record.text)).toMatch(ofNetwork)
    expect(plain(file)).toContain(ofTunnel)
  })

  test('roles with a level that is not offered say so in words', async () => {
    const page = await amelie.get(href('userRoles', person('etienne.roy')))
    const answer = await page.submit(changeForm, { fill: { level: 'galaxy' } })
    expect(summaryOf(answer)).toEqual([{ text: 'Choose one of the options shown', field: 'level' }])
  })
})

describe('a service that does not do what is asked', () => {
  /** What the service answers the write; what the person gets; what is on record. */
  const answers: [name: string, fault: ServiceFault, status: number, outcome: string][] = [
    ['refuses with 409', { kind: 'status', status: 409, errorCode: 4009 }, 409, 'refused'],
    ['refuses with 422', { kind: 'status', status: 422, errorCode: 4501 }, 422, 'refused'],
    ['refuses with 403', { kind: 'status', status: 403, errorCode: 4003 }, 403, 'refused'],
    ['says that it is not ready', { kind: 'status', status: 503, errorCode: 5003 }, 503, 'failed'],
    ['fails with 500', { kind: 'status', status: 500 }, 200, 'unknown'],
    ['is not available behind a gateway', { kind: 'status', status: 503 }, 200, 'unknown'],
    ['is lost behind a gateway', { kind: 'status', status: 504 }, 200, 'unknown'],
    ['hangs up', { kind: 'drop' }, 200, 'unknown'],
    ['hangs up after doing it', { kind: 'drop', after: true }, 200, 'done'],
    ['answers nonsense after doing it', { kind: 'garbage', after: true }, 200, 'done'],
    ['answers half after doing it', { kind: 'truncate' }, 200, 'done'],
    ['sends somewhere else', { kind: 'redirect' }, 200, 'unknown'],
    ['does it too late', { kind: 'delay', delayMs: 9_000 }, 200, 'unknown'],
  ]

  test.each(answers)('%s: the person and the trail are told so', async (name, fault, status, outcome) => {
    const dns = `10.8.${answers.findIndex(([one]) => one === name)}.1`
    const plan = await networkPlan(controllers('SCI-ECYVAV-8', 'SCI-ECYVAV-10'), dns)
    const seen = await watch(product, amelie)
    fail('device-configuration', { match: 'POST /devices/network', ...fault })
    const answer = await plan.submit(changeForm, { press: apply, fill: { reason: 'Kept words' } })
    expect(answer.status).toBe(status)
    expect(await seen.outcomes()).toEqual([
      'intent pending',
      'intent pending',
      `outcome ${outcome}`,
      `outcome ${outcome}`,
    ])
    const made = (await seen.records()).flatMap(({ entry, calls }) => (entry === 'outcome' ? [calls.length] : []))
    expect(made).toEqual([1, 1])
    if (outcome === 'done') {
      const details = (await seen.records()).flatMap(({ entry, detail }) => (entry === 'outcome' ? [detail] : []))
      expect(details).toEqual([{ because: 'lookedUp' }, { because: 'lookedUp' }])
      expect(answer.text).toContain('2 of 2 done')
      return
    }
    if (outcome === 'unknown') {
      expect(answer.address).toMatch(/\/changes\/[0-9a-f-]{36}$/)
      expect(answer.text).toContain('the outcome is unknown')
      expect(answer.text).not.toContain('Try again in a moment')
      const back = await answer.follow('Back to the form you filled in')
      expect(back.root.querySelector('[name="primary.primaryDns"]')?.getAttribute('value')).toBe(dns)
      expect(back.html).toContain('Kept words')
      if (fault.kind === 'delay') await vi.waitFor(async () => expect(await seen.performed()).toHaveLength(1), 5_000)
      return
    }
    expect(await seen.performed()).toEqual([])
    expect(answer.root.querySelector('textarea[name=reason]')?.text.trim()).toBe('Kept words')
    product.services.world.faults.clear()
    const again = await answer.submit(changeForm, { press: apply })
    expect(again.text).toContain('2 of 2 done')
    expect(await seen.performed()).toHaveLength(1)
  })

  test('is asked once and never again by itself', async () => {
    const plan = await rolePlan(person('etienne.roy'), 'admin')
    const seen = await watch(product, amelie)
    fail('tenant', { match: 'POST /tenants', kind: 'status', status: 503, errorCode: 5003, times: 1 })
    expect((await plan.submit(changeForm, { press: apply })).status).toBe(503)
    expect(await seen.performed()).toEqual([])
    expect((await seen.records()).at(-1)?.calls).toHaveLength(1)
  })

  test('while the plan is made anew leaves the form as it was, and nothing is sent', async () => {
    const plan = await networkPlan(controllers('SCI-ECYVAV-8'), '10.8.99.1')
    const seen = await watch(product, amelie)
    fail('device-configuration', { match: 'GET /', kind: 'status', status: 500 })
    const answer = await plan.submit(changeForm, { press: apply })
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(await seen.performed()).toEqual([])
    expect((await seen.records()).map(({ outcome, detail }) => [outcome, detail?.because])).toEqual([
      ['refused', 'planUnavailable'],
    ])
  })
})

describe('a change that goes through in part', () => {
  test('of several controllers tells for each whether it was saved, and the rest can be done', async () => {
    const [late, fine] = controllers('SCI-ECYVAV-13', 'SCI-ECYVAV-14') as [string, string]
    const plan = await networkPlan([late, fine], '10.7.1.1')
    const seen = await watch(product, amelie)
    fail('device-configuration', { match: 'POST /devices/network', kind: 'delay', delayMs: 1_500, times: 1 })
    const applying = plan.submit(changeForm, { press: apply })
    await vi.waitFor(async () => expect(await seen.outcomes()).toEqual(['intent pending', 'intent pending']), {
      timeout: 1_400,
      interval: 20,
    })
    const { body } = await product.services.call('device-configuration', `GET /devices/${late}/network`, {
      as: 'marcus',
    })
    const theirs = { eTag: body.eTag, deviceIds: [late], value: { primary: { ipv4: { primaryDns: '10.7.1.2' } } } }
    expect(
      (await product.services.call('device-configuration', 'POST /devices/network', { as: 'marcus', body: theirs }))
        .status,
    ).toBe(200)

    const result = await applying
    expect(result.address).toMatch(/\/changes\//)
    expect(result.text).toContain('1 of 2 done')
    expect(result.text).toContain('Not all changes were made')
    const told = result.root.querySelectorAll('main .folded > li').map((one) => one.structuredText.replace(/\s+/g, ' '))
    expect(told).toEqual([expect.stringMatching(/Failed.*VAV SCI-13/), expect.stringMatching(/Done.*VAV SCI-14/)])
    const endings = (await seen.records()).filter(({ entry }) => entry === 'outcome')
    expect(endings.map(({ subject, outcome }) => [subject.id, outcome])).toEqual([
      [late, 'failed'],
      [fine, 'done'],
    ])
    const rest = await result.submit(changeForm, { press: 'Retry 1 remaining item' })
    expect(rest.text).toMatch(/VAV SCI-13 Primary: Primary DNS server 10\.7\.1\.2 10\.7\.1\.1 Changes/)
    expect(rest.text).not.toContain('VAV SCI-14')
    expect((await rest.submit(changeForm, { press: apply })).text).toContain('1 of 1 done')
    expect((await seen.performed()).at(-1)?.entityIds).toEqual([late])
  })
})

describe('a console that is killed between sending and hearing', () => {
  test('has written down what it was about to do, shows it as open, and closes it as unknown until it is read', async () => {
    const plan = await networkPlan(controllers('SCI-ECYVAV-15'), '10.5.5.5')
    const seen = await watch(product, amelie)
    fail('device-configuration', { match: 'POST /devices/network', kind: 'delay', delayMs: 3_000, times: 1 })
    const cut = expect(click(plan)).rejects.toThrow()
    await vi.waitFor(async () => expect(await seen.outcomes()).toEqual(['intent pending']), {
      timeout: 2_500,
      interval: 20,
    })
    await product.stop('SIGKILL')
    await cut
    await product.start()
    const [intent] = await seen.records()
    const change = href('change', { tenantId, changeId: intent?.changeId ?? '' })
    const second = click(plan)
    expect((await amelie.get(change)).text).toContain('This change is still in progress')
    const led = await second
    expect([led.status, led.headers.get('location')]).toEqual([303, change])
    expect(await seen.outcomes()).toEqual(['intent pending'])

    await product.stop()
    await openStore(product)
    expect(await sweep()).toBe(0)
    expect(await sweep(91_000)).toBe(1)
    expect(await sweep(91_000)).toBe(0)
    const check = new ChainCheck()
    for await (const record of chainOf(tenantId)) expect(check.add(record)).toBeNull()
    await closeStore()
    await product.start()
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome unknown'])
    // The service got to it after all: whoever looks has it read.
    await vi.waitFor(
      async () => expect((await amelie.get(change)).text).toContain('We read it again: the change was made'),
      10_000,
    )
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome unknown', 'outcome done'])
  }, 60_000)
})

test('every write the services performed is in the trail, call by call', async () => {
  const seen = await watch(product, amelie)
  await (await rolePlan(person('etienne.roy'), 'admin')).submit(changeForm, { press: apply })
  await (await networkPlan(controllers('ART-ECYVAV-2'), '10.4.4.4')).submit(changeForm, { press: apply })
  const told = (await seen.records()).flatMap(({ calls }) => calls.map(({ method, path }) => `${method} ${path}`))
  const done = (await seen.performed()).map(({ method, path }) => `${method} ${path.replace(/^.*?\/api\/v1/, '')}`)
  expect(told.sort()).toEqual(done.sort())
})
