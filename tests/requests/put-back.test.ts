/** Put back: the ordinary form with what was before, for who may; what cannot be put back says why. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

let product: Console
let amelie: Visitor
let tenantId: string
let campus: { tenantId: string; customerId: string; groupId: string; siteId: string }
const apply = '_stage=apply'
const controller = seedId('device', 'montcalm-SCI-ECYVAV-2')
const person = (name: string) => ({
  tenantId,
  userId: userIdOf(name.includes('.') ? `${name}@boreal.example` : name),
})

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  campus = {
    tenantId,
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
})
afterAll(() => product.close())

/** Does a change and answers the page of its record. */
async function recordOf(change: () => Promise<Page>): Promise<Page> {
  const seen = await watch(product, amelie)
  await change()
  const [intent] = await seen.records()
  return amelie.get(href('trailRecord', { tenantId, sequence: String(intent?.sequence) }))
}

async function changeRoles(name: string, fill: Record<string, string>, reason = 'Because'): Promise<Page> {
  const form = await amelie.get(href('userRoles', person(name)))
  const plan = await form.submit(changeForm, { fill })
  return plan.submit(changeForm, { press: apply, fill: { reason } })
}

async function changeNetwork(fill: Record<string, string | null>): Promise<Page> {
  const form = await amelie.get(href('siteNetworkSettings', campus, { device: controller }))
  const plan = await form.submit(changeForm, { fill })
  return plan.submit(changeForm, { press: apply })
}

const networkNow = async () =>
  (await product.services.call('device-configuration', `GET /devices/${controller}/network`, { as: 'marcus' })).body
const rolesNow = async (name: string) =>
  (await amelie.get(href('user', person(name)))).root
    .querySelectorAll('main tbody tr')
    .map((row) => row.structuredText.replace(/\s+/g, ' ').trim())

test('the record of a thing in a customer keeps the menu, the tree and the way down to it', async () => {
  const record = await recordOf(() =>
    changeNetwork({ 'primary.primaryDns': '10.8.1.1', 'keep.primary.primaryDns': null }),
  )
  const links = record.root.querySelectorAll('nav a').map((link) => link.getAttribute('href'))
  expect(links).toContain(href('customerDevices', campus))
  expect(links).toContain(href('site', campus))
  const way = record.root.querySelectorAll('nav[aria-label="Where you are"] a').map((link) => link.text.trim())
  expect(way).toContain('Campus Montcalm')
})

describe('roles', () => {
  test('of the tenant are put back through their form, plan and record', async () => {
    const before = await rolesNow('hugo.lapointe')
    const record = await recordOf(() => changeRoles('hugo.lapointe', { level: 'tenant', tenantRole: 'admin' }))
    const form = await record.follow('Revert…')
    expect(form.address).toContain('putBack=')
    expect(form.text).toMatch(/The values from before record \d+ are filled in/)
    const seen = await watch(product, amelie)
    const plan = await form.submit(changeForm)
    expect(plan.text).toMatch(/Hugo Lapointe Role in Boréal Facilities Administrator User Changes/)
    expect(await seen.performed()).toEqual([])
    await plan.submit(changeForm, { press: apply, fill: { reason: 'Back again' } })
    expect(await rolesNow('hugo.lapointe')).toEqual(before)
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
  })

  test('in customers are put back, and one that was given meanwhile by the change is taken away', async () => {
    const before = await rolesNow('claire')
    const form = await amelie.get(href('userRoles', person('claire')))
    const chosen = (code: string, role: string) => {
      const value = `${customerIdOf(code)}:${role}`
      const select = form.root
        .querySelectorAll('select')
        .find((one) => one.querySelectorAll('option').some((option) => option.getAttribute('value') === value))
      return { [select?.getAttribute('name') ?? '']: value }
    }
    const fill = { level: 'customer', ...chosen('CUS1001', 'customer-admin'), ...chosen('CUS1003', 'customer-user') }
    const record = await recordOf(() => changeRoles('claire', fill))
    expect(await rolesNow('claire')).not.toEqual(before)
    const plan = await (await record.follow('Revert…')).submit(changeForm)
    await plan.submit(changeForm, { press: apply, fill: { reason: 'Back again' } })
    expect((await rolesNow('claire')).sort()).toEqual(before.sort())
  })
})

test('network settings are put back for one controller, and only those the change made', async () => {
  const before = await networkNow()
  const record = await recordOf(() =>
    changeNetwork({ 'primary.primaryDns': '10.3.3.3', 'keep.primary.primaryDns': null }),
  )
  expect((await networkNow()).primary.ipv4.primaryDns).toBe('10.3.3.3')
  await changeNetwork({ 'primary.secondaryDns': '10.3.3.4', 'keep.primary.secondaryDns': null })
  const form = await record.follow('Revert…')
  expect(form.root.querySelector('[name="primary.primaryDns"]')?.getAttribute('value')).toBe(
    before.primary.ipv4.primaryDns,
  )
  expect(form.root.querySelector('[name="keep.primary.primaryDns"]')?.hasAttribute('checked')).toBe(false)
  expect(form.root.querySelector('[name="keep.primary.gateway"]')?.hasAttribute('checked')).toBe(true)
  const plan = await form.submit(changeForm)
  await plan.submit(changeForm, { press: apply })
  const now = await networkNow()
  expect(now.primary.ipv4).toEqual({ ...before.primary.ipv4, secondaryDns: '10.3.3.4' })
})

describe('network settings of many controllers', () => {
  const [one, two, three] = ['SCI-ECYVAV-5', 'SCI-ECYVAV-6', 'SCI-ECYVAV-7'].map((key) =>
    seedId('device', `montcalm-${key}`),
  ) as [string, string, string]
  const save = async (device: string[], primaryDns: string) => {
    const form = await amelie.get(href('siteNetworkSettings', campus, { device }))
    const plan = await form.submit(changeForm, {
      fill: { 'primary.primaryDns': primaryDns, 'keep.primary.primaryDns': null },
    })
    return plan.submit(changeForm, { press: apply })
  }
  const nameServers = () =>
    Promise.all(
      [one, two, three].map(async (id) => {
        const answer = await product.services.call('device-configuration', `GET /devices/${id}/network`, {
          as: 'marcus',
        })
        return answer.body.primary.ipv4.primaryDns
      }),
    )
  const ticked = (page: Page) =>
    page.root.querySelectorAll('input[name=device][checked]').map((box) => box.getAttribute('value'))

  test('are put back in one plan, each to its own; what was changed since only where it is chosen', async () => {
    await save([one], '10.6.0.1')
    await save([two], '10.6.0.2')
    await save([three], '10.6.0.3')
    const done = await save([one, two, three], '10.6.0.9')
    await save([three], '10.6.0.4')
    const form = await done.follow('Undo…')
    expect(ticked(form).toSorted()).toEqual([one, two].toSorted())
    expect(form.text).toContain('Changed again since: left out unless you select it')
    expect((await amelie.get(`${form.address}?lng=fr`)).text).toContain('Modifié de nouveau depuis')
    await amelie.get(`${form.address}?lng=en`)

    const seen = await watch(product, amelie)
    const plan = await form.submit(changeForm)
    expect(plan.text).toContain('Revert 2 controllers')
    expect(await seen.performed()).toEqual([])
    const back = await plan.submit(changeForm, { press: apply, fill: { reason: 'Back again' } })
    expect(back.address).toMatch(/\/changes\//)
    expect(await nameServers()).toEqual(['10.6.0.1', '10.6.0.2', '10.6.0.4'])
    expect((await seen.outcomes()).toSorted()).toEqual([
      ...Array(2).fill('intent pending'),
      ...Array(2).fill('outcome done'),
    ])
    expect((await seen.records())[0]?.reason).toBe('Back again')

    const later = await amelie.get(form.address)
    expect(ticked(later)).toEqual([])
    expect(later.root.querySelectorAll('input[name=device][disabled]')).toHaveLength(2)
    expect((await later.submit(changeForm)).text).toContain('Select at least one row')
    const chosen = await later.submit(changeForm, { fill: { device: three } })
    expect(chosen.text).toContain('Changed again since')
    await chosen.submit(changeForm, { press: apply })
    expect(await nameServers()).toEqual(['10.6.0.1', '10.6.0.2', '10.6.0.3'])
  })

  test('are there only under the customer they were saved in, and for who may save them', async () => {
    const done = await save([one, two], '10.6.1.9')
    const at = { ...campus, changeId: done.address.match(/changes\/([\w-]{36})/)?.[1] ?? '' }
    expect((await amelie.get(href('networkPuttingBack', at))).status).toBe(200)
    const elsewhere = href('networkPuttingBack', { ...at, customerId: customerIdOf('CUS1001') })
    expect((await amelie.get(elsewhere)).status).toBe(404)
    const seen = await watch(product, amelie)
    const posted = await amelie.raw('POST', elsewhere, { body: new URLSearchParams({ device: one }) })
    expect(posted.status).toBe(404)
    expect(await seen.performed()).toEqual([])
    const usha = await englishReader(product, 'usha')
    expect([403, 404]).toContain((await usha.get(href('networkPuttingBack', at))).status)
  })
})

test('spaces of a building are put back in the form of many, filled in with what each was', async () => {
  const at = { ...campus, buildingId: seedId('building', '41-1') }
  const form = await amelie.get(href('spacesEditing', at))
  const was = [0, 1].map((row) => form.root.querySelector(`[name="space[${row}].name"]`)?.getAttribute('value') ?? '')
  const plan = await form.submit(changeForm, {
    fill: { 'space[0].name': 'Wrong floor', 'space[1].name': 'Wrong room' },
  })
  const saved = await plan.submit(changeForm, { press: apply })
  const changeId = new URL(saved.address, product.origin).searchParams.get('changed') ?? ''
  const again = await amelie.get(href('spacesEditing', at))
  const field = again.root.querySelector('input[value="Wrong room"][name$=".name"]')?.getAttribute('name') ?? ''
  const since = await again.submit(changeForm, { fill: { [field]: 'Named anew since' } })
  await since.submit(changeForm, { press: apply })
  const record = await amelie.get(href('change', { tenantId, changeId }))
  const back = await record.follow('Undo…')
  expect(back.text).toContain('what was changed again since stays as it is')
  const named = (page: Page, name: string) =>
    page.root
      .querySelectorAll(`input[value="${name}"]`)
      .filter((input) => /name$/.test(input.getAttribute('name') ?? ''))
  expect(named(back, was[0] ?? '')).toHaveLength(1)
  expect(named(back, 'Named anew since')).toHaveLength(1)
  expect(back.root.querySelectorAll('[name^="space["][name$=".name"]')).toHaveLength(2)
  const second = await back.submit(changeForm)
  expect(second.text).toMatch(/Wrong floor/)
  await second.submit(changeForm, { press: apply })
  const after = await amelie.get(href('spacesEditing', at))
  expect(named(after, 'Wrong floor')).toHaveLength(0)
  expect(named(after, was[0] ?? '')).toHaveLength(1)
  expect(named(after, 'Named anew since')).toHaveLength(1)
  const elsewhere = href('spacesEditing', { ...at, buildingId: seedId('building', '41-2') }, { putBack: changeId })
  expect((await amelie.get(elsewhere)).status).toBe(404)
})

describe('an edit', () => {
  /** Edits one text field of a thing in its own form and answers the record's page. */
  const edit = (address: string, field: string, value: string) =>
    recordOf(async () => {
      const form = await amelie.get(address)
      return form.submit(changeForm, { fill: { [field]: value } })
    })
  const shown = async (address: string, field: string) => {
    const input = (await amelie.get(address)).root.querySelector(`main form[method=post] [name="${field}"]`)
    return input?.tagName === 'TEXTAREA' ? input.text.trim() : input?.getAttribute('value')
  }

  test.each([
    'customerSettings',
    'groupSettings',
    'siteSettings',
    'buildingSettings',
    'spaceSettings',
    'userSettings',
  ] as const)('in %s is put back in the same form', async (name) => {
    const place = await amelie.get(href('deviceById', { tenantId, deviceId: controller }))
    const [, buildingId = '', spaceId = ''] = place.address.match(/buildings\/([^/]+)\/spaces\/([^/]+)/) ?? []
    const address = href(name, { ...campus, buildingId, spaceId, ...person('mei.chen') })
    const field = name === 'userSettings' ? 'lastName' : 'name'
    const before = await shown(address, field)
    const record = await edit(address, field, 'Something else')
    expect(await shown(address, field)).toBe('Something else')
    const form = await record.follow('Revert…')
    expect(form.text).toMatch(/The values from before record \d+ are filled in/)
    await form.submit(changeForm)
    expect(await shown(address, field)).toBe(before)
  })

  test('that was made again since is marked, field by field', async () => {
    const address = href('customerSettings', campus)
    const before = await shown(address, 'description')
    const record = await edit(address, 'description', 'First')
    await edit(address, 'description', 'Second')
    const form = await record.follow('Revert…')
    expect(form.text).toContain('Changed again since that record')
    expect(form.text).toContain('Description: now Second')
    await form.submit(changeForm)
    expect(await shown(address, 'description')).toBe(before)
  })
})

describe('put back', () => {
  test('is filled in only on the page of the same thing, and only for who may see the record', async () => {
    const record = await recordOf(() => changeRoles('mei.chen', { level: 'tenant', tenantRole: 'admin' }))
    const sequence = record.address.split('/').at(-1) ?? ''
    const filled = (page: Page) => page.text.includes('The values from before record')
    expect(filled(await amelie.get(href('userRoles', person('mei.chen'), { putBack: sequence })))).toBe(true)
    expect(filled(await amelie.get(href('userRoles', person('hugo.lapointe'), { putBack: sequence })))).toBe(false)
    expect(filled(await amelie.get(href('userRoles', person('mei.chen'), { putBack: '999999' })))).toBe(false)
    const claire = await englishReader(product, 'claire')
    expect(filled(await claire.get(href('userRoles', person('claire'), { putBack: sequence })))).toBe(false)
    const lyon = tenantIdOf(product.services.world, 'lakeshore')
    const marcus = await englishReader(product, 'marcus')
    expect((await marcus.get(href('trailRecord', { tenantId: lyon, sequence }))).status).toBe(404)
  })

  test('of a refusal is not offered, and of what cannot be undone the page says why, in both languages', async () => {
    const seen = await watch(product, amelie)
    await amelie.post(href('userRoles', person('mei.chen')), [['level', 'galaxy']])
    const [refusal] = await seen.records()
    const refused = await amelie.get(href('trailRecord', { tenantId, sequence: String(refusal?.sequence) }))
    expect(refused.text).not.toContain('Revert')

    const saved = await changeNetwork({ 'primary.primaryDns': '10.3.3.9', 'keep.primary.primaryDns': null })
    const sent = await recordOf(async () => {
      const plan = await saved.submit(changeForm, { press: 'Send to 1 controller now' })
      return plan.submit(changeForm, { press: apply })
    })
    expect(sent.text).toContain('save the earlier settings, then send again')
    amelie.setCookie('lng', 'fr')
    const french = await amelie.get(sent.address)
    amelie.setCookie('lng', 'en')
    expect(french.text).toContain('enregistrez les paramètres précédents, puis envoyez de nouveau')
  })
})

describe('roles of many people', () => {
  const people = [person('hugo.lapointe'), person('mei.chen')] as const
  const give = async (role: string) => {
    const ids = people.map(({ userId }) => userId)
    const form = await amelie.get(href('usersRoleGiving', { tenantId }, { user: ids }))
    const plan = await form.submit(changeForm, { fill: { role } })
    return plan.submit(changeForm, { press: apply, fill: { reason: 'For the summer' } })
  }
  const ticked = (page: Page) =>
    page.root.querySelectorAll('input[name=user][checked]').map((box) => box.getAttribute('value'))

  test('are put back in one plan, each to their own; what was changed since only where it is chosen', async () => {
    await changeRoles('mei.chen', { level: 'tenant', tenantRole: 'user' })
    const before = await Promise.all([rolesNow('hugo.lapointe'), rolesNow('mei.chen')])
    const done = await give('admin')
    await changeRoles('mei.chen', { level: 'tenant', tenantRole: 'user' })
    await give('admin')
    await changeRoles('mei.chen', {
      level: 'customer',
      'customerRole[0]': `${customerIdOf('CUS1001')}:customer-user`,
    })
    const form = await done.follow('Undo…')
    expect(ticked(form)).toEqual([people[0].userId])
    expect(form.text).toContain('Changed again since: left out unless you select it')

    const seen = await watch(product, amelie)
    const plan = await form.submit(changeForm, { fill: { user: people.map(({ userId }) => userId) } })
    expect(plan.text).toContain('Revert roles of 2 people')
    expect(await seen.performed()).toEqual([])
    await plan.submit(changeForm, { press: apply, fill: { reason: 'Summer is over' } })
    expect(await Promise.all([rolesNow('hugo.lapointe'), rolesNow('mei.chen')])).toEqual(before)
    expect((await seen.outcomes()).toSorted()).toEqual([
      ...Array(2).fill('intent pending'),
      ...Array(2).fill('outcome done'),
    ])
    expect(ticked(await amelie.get(form.address))).toEqual([])
    expect(done.text).toContain('Role User → becomes Administrator')
  })

  test('are there only in the tenant of the change, and for who gives roles in all of it', async () => {
    const done = await give('admin')
    const changeId = done.address.match(/changes\/([\w-]{36})/)?.[1] ?? ''
    const claire = await englishReader(product, 'claire')
    expect((await claire.get(href('usersRolesPuttingBack', { tenantId, changeId }))).status).toBe(404)
    const marcus = await englishReader(product, 'marcus')
    const elsewhere = href('usersRolesPuttingBack', {
      tenantId: tenantIdOf(product.services.world, 'lakeshore'),
      changeId,
    })
    expect((await marcus.get(elsewhere)).status).toBe(404)
    const seen = await watch(product, amelie)
    const posted = await marcus.raw('POST', elsewhere, { body: new URLSearchParams({ user: people[0].userId }) })
    expect(posted.status).toBe(404)
    expect(await seen.performed()).toEqual([])
  })
})
