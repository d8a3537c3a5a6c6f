/** A plan has an address: Back, a reload and a second tab show it again, and what was done is not offered once more. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let campus: { tenantId: string; customerId: string; groupId: string; siteId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  campus = {
    tenantId,
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const device = ['SCI-ECYVAV-1', 'SCI-ECYVAV-2'].map((key) => seedId('device', `montcalm-${key}`))
const apply = 'button[value=apply]'

/** The plan of giving controllers a first name server. */
async function networkPlan(primaryDns: string, by = amelie): Promise<Page> {
  const page = await by.get(href('siteNetworkSettings', campus, { device }))
  return page.submit(changeForm, { fill: { 'primary.primaryDns': primaryDns, 'keep.primary.primaryDns': null } })
}

/** What a plan brings back, but for who drew it when. */
const carried = (page: Page) => fieldsOf(page).filter(([name]) => name !== '_token')

describe('the plan of a change', () => {
  test('has an address that shows it again, reads nothing of it anew and sends nothing', async () => {
    const seen = await watch(product, amelie)
    const plan = await networkPlan('10.7.1.1')
    expect(plan.address).toMatch(/settings\?device=.*&draft=[\w-]{43}$/)
    expect(plan.passed).toHaveLength(1)
    const again = await amelie.get(plan.address)
    expect(again.status).toBe(200)
    expect(again.text).toContain('10.7.1.1 Changes')
    expect(carried(again)).toEqual(carried(plan))
    const french = await amelie.get(`${plan.address}&lng=fr`)
    expect(french.root.querySelector(apply)).not.toBeNull()
    await amelie.get(`${plan.address}&lng=en`)
    expect(await seen.performed()).toEqual([])
    expect(await seen.outcomes()).toEqual([])
  })

  test('is there though its person makes others at the same moment', async () => {
    const form = await amelie.get(href('siteNetworkSettings', campus, { device }))
    for (const round of [1, 2, 3, 4]) {
      const wanted = Array.from({ length: 4 }, (_, at) => `10.8.${round}.${at + 1}`)
      const plans = await Promise.all(
        wanted.map((primaryDns) =>
          form.submit(changeForm, { fill: { 'primary.primaryDns': primaryDns, 'keep.primary.primaryDns': null } }),
        ),
      )
      expect(plans.map(({ text }, at) => text.includes(`${wanted[at]} Changes`))).toEqual([true, true, true, true])
    }
  })

  test('is shown to nobody else, at no other address, and to nobody who may not make the change', async () => {
    const plan = await networkPlan('10.7.1.2')
    for (const other of ['marcus', 'claire']) {
      const theirs = await (await englishReader(product, other)).get(plan.address)
      expect(theirs.html).not.toContain('10.7.1.2')
    }
    const stranger = await product.visitor().get(plan.address)
    expect(stranger.address).toMatch(/^\/login/)
    const draft = new URL(plan.address, product.origin).searchParams.get('draft') ?? ''
    const elsewhere = await amelie.get(href('siteNetworkSettings', campus, { device: device.slice(1), draft }))
    expect(elsewhere.root.querySelector(apply)).toBeNull()
    expect(elsewhere.html).not.toContain('10.7.1.2')
  })

  test('is not shown to whoever lost the right to make it', async () => {
    const usha = { tenantId: campus.tenantId, userId: userIdOf('usha') }
    const give = async (tenantRole: string) => {
      const page = await amelie.get(href('userRoles', usha))
      const plan = await page.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
      const done = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'For a day' } })
      expect(done.address).not.toContain('draft=')
    }
    await give('admin')
    const theirs = await englishReader(product, 'usha')
    const plan = await networkPlan('10.7.1.7', theirs)
    expect((await theirs.get(plan.address)).html).toContain('10.7.1.7')
    await give('no-access')
    const later = await theirs.get(plan.address)
    expect([403, 404]).toContain(later.status)
    expect(later.html).not.toContain('10.7.1.7')
  })

  test('is done once: its address leads to what was done, and the same form to the same page', async () => {
    const plan = await networkPlan('10.7.1.3')
    const seen = await watch(product, amelie)
    const done = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(done.address).toMatch(/\/changes\//)
    expect(await seen.performed()).toHaveLength(1)

    const back = await amelie.get(plan.address)
    expect(back.status).toBe(200)
    expect(back.text).toContain('This change was already made')
    expect(back.text).toContain('10.7.1.3')
    expect(back.root.querySelector(apply)).toBeNull()
    expect((await back.follow('Show result')).address).toBe(done.address)
    const again = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(again.address).toBe(done.address)
    expect(await seen.performed()).toHaveLength(1)

    amelie.setCookie('lng', 'fr')
    expect((await amelie.get(plan.address)).text).toContain('Cette modification a déjà été faite')
    amelie.setCookie('lng', 'en')
  })

  test('of what is gone since says that it was done', async () => {
    const { tenantId, customerId } = campus
    const made = await (await amelie.get(href('newGroup', { tenantId, customerId }))).submit(changeForm, {
      fill: { name: 'Short-lived' },
    })
    const groupId = made.address.match(/groups\/([\w-]{36})/)?.[1] ?? ''
    const page = await amelie.get(href('groupDeletion', { tenantId, customerId, groupId }))
    // Its page begins with the plan; one that was asked for has an address like any other.
    const plan = await amelie.post(page.address, [...carried(page), ['_stage', 'plan'], ['reason', 'Not needed']])
    const done = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Not needed' } })
    expect(done.status).toBe(200)
    const back = await amelie.get(plan.address)
    expect(back.status).toBe(404)
    expect(back.text).toContain('This change was already made')
    expect((await back.follow('Show result')).text).toContain('Short-lived')
  })

  test('that was refused stays to be looked at', async () => {
    const plan = await networkPlan('10.7.1.4')
    product.services.world.faults.inject('device-configuration', { kind: 'status', status: 422, errorCode: 5003 })
    const refused = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(refused.status).toBe(422)
    product.services.world.faults.clear()
    const back = await amelie.get(plan.address)
    expect(back.root.querySelector(apply)).not.toBeNull()
    expect(back.text).not.toContain('already made')
  })

  test('that carries a secret is answered to its post and kept nowhere', async () => {
    const page = await amelie.get(href('siteNetworkSettings', campus, { device }))
    const plan = await page.submit(changeForm, {
      fill: { 'primary.primaryDns': '10.7.1.5', 'keep.primary.primaryDns': null, guestPassword: 'canary-3f1b' },
    })
    expect(plan.status).toBe(200)
    expect(plan.root.querySelector(apply)).not.toBeNull()
    expect(plan.passed).toEqual([])
    expect(plan.html).not.toContain('canary-3f1b')
  })

  test('and the form it leads back to have an address, and a form that was kept for its person is not pushed out', async () => {
    const cookie = amelie.cookie('plantroom') ?? ''
    const plan = await networkPlan('10.7.1.6')
    const form = await plan.submit(changeForm, { press: '_stage=edit' })
    expect(form.address).toContain('draft=')
    expect(form.address).not.toBe(plan.address)
    expect((await amelie.get(form.address)).html).toContain('10.7.1.6')
    expect((await amelie.get(plan.address)).root.querySelector(apply)).not.toBeNull()

    const settings = href('customerSettings', campus)
    const edit = await amelie.get(settings)
    product.services.world.faults.inject('tenant', { kind: 'status', status: 401 })
    const sent = await amelie.raw('POST', settings, {
      body: new URLSearchParams([
        ...fieldsOf(edit).filter(([name]) => name !== 'description'),
        ['description', 'Typed as the session ended'],
      ]),
    })
    product.services.world.faults.clear()
    const draft = new URL(sent.headers.get('location') ?? '', product.origin).searchParams.get('returnTo') ?? ''
    expect(draft).toContain('draft=')
    amelie = await englishReader(product, 'amelie')
    expect(amelie.cookie('plantroom')).not.toBe(cookie)
    const kept: string[] = []
    for (let round = 0; round < 22; round += 1) kept.push((await networkPlan(`10.7.2.${round}`)).address)
    expect((await amelie.get(draft)).html).toContain('Typed as the session ended')
    expect((await amelie.get(kept[0] ?? '')).root.querySelector(apply)).toBeNull()
    expect((await amelie.get(kept[3] ?? '')).root.querySelector(apply)).not.toBeNull()
  })
})
