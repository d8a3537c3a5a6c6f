/** Tenants come, change and go: by whom, how it is told, and what the trail keeps (spec §5, §6, domain §9.1, §9.4). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { rootTenantId } from '../../services/contracts/permissions'
import { tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf, watch } from './on-record'

let product: Console
let marcus: Visitor
let amelie: Visitor
let usha: Visitor
const idOf = (code: string) => tenantIdOf(product.services.world, code)
const apply = '_stage=apply'

beforeAll(async () => {
  product = await startTestConsole()
  ;[marcus, amelie, usha] = (await Promise.all(
    ['marcus', 'amelie', 'usha'].map((login) => englishReader(product, login)),
  )) as [Visitor, Visitor, Visitor]
})
afterAll(() => product.close())

const rowsOf = (page: Page) => page.root.querySelectorAll('main tbody tr').map((row) => row.structuredText)
const typedIn = (page: Page, name: string) =>
  page.root.querySelector(`[name="${name}"]`)?.getAttribute('value') ??
  page.root.querySelector(`textarea[name="${name}"]`)?.textContent
const known = async (tenantId: string) =>
  (await product.services.call('tenant', `GET /tenants/${tenantId}`, { as: 'marcus' })).body

describe('the list of tenants', () => {
  test('shows a super-admin all of them with state, domains and people', async () => {
    const page = await marcus.get(href('tenants', {}))
    expect(page.text).toContain('10 of 10')
    expect(rowsOf(page).find((row) => row.includes('Delta Retrofit'))).toMatch(/Offboarded[\s\S]*Disabled/)
    expect(rowsOf(page).find((row) => row.includes('Boréal'))).toMatch(
      /boreal[\s\S]*Onboarded[\s\S]*boreal.example[\s\S]*14/,
    )
  })

  test('is narrowed by name, code and state, and stays so in the file beside it', async () => {
    const states = await Promise.all(
      ['onboarded', 'notOnboarded', 'disabled'].map(
        async (state) => rowsOf(await marcus.get(href('tenants', {}, { state }))).length,
      ),
    )
    expect(states).toEqual([7, 2, 1])
    const file = await marcus.raw('GET', href('tenantsCsv', {}, { state: 'notOnboarded' }))
    expect(file.headers.get('content-type')).toContain('text/csv')
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual(['Tenant', 'Atlantic Comfort', 'Prairie Automation'])
    expect(rowsOf(await marcus.get(href('tenants', {}, { q: 'summit' })))).toHaveLength(1)
  })

  test('shows everybody else only where they belong, and nobody without a role anything', async () => {
    const page = await amelie.get(href('tenants', {}))
    expect(rowsOf(page)).toHaveLength(1)
    expect(page.text).toContain('Administrator')
    expect(page.text).not.toContain('Create tenant')
    const nadia = await englishReader(product, 'nadia')
    expect((await nadia.get(href('tenants', {}))).status).toBe(403)
  })
})

describe('a new tenant', () => {
  test('is created at once, with its domains one by one, and stands on the trail of the root tenant', async () => {
    const seen = await watch(product, marcus, 'root')
    const page = await (await marcus.get(href('tenants', {}))).follow('Create tenant')
    const made = await page.submit(changeForm, {
      fill: {
        name: 'Harbour Controls',
        domains: 'harbour.example\r\n--\r\n@Quay.example, pier.example',
        reason: 'Signed',
      },
    })
    expect(made.text).toContain('This tenant is not onboarded')
    const told = made.root.querySelector('main [role=status]')
    expect(told?.text).toContain('Harbour Controls was created')
    const change = await marcus.get(told?.querySelector('a')?.getAttribute('href') ?? '')
    expect([change.status, change.text.includes('1 of 1 done')]).toEqual([200, true])
    const [tenantId = ''] = new URL(made.address, product.origin).pathname.split('/').slice(2)
    expect(await known(tenantId)).toMatchObject({
      tenantId: 'harbour-controls',
      onboardingStatus: 'notOnboarded',
      domains: ['harbour.example', 'quay.example', 'pier.example'],
    })
    expect((await seen.records()).map(({ entry, outcome, subject }) => [entry, outcome, subject.name])).toEqual([
      ['intent', 'pending', 'Harbour Controls'],
      ['outcome', 'done', 'Harbour Controls'],
    ])
    expect((await seen.records()).at(-1)).toMatchObject({
      mutation: 'tenant.create',
      tenantId: rootTenantId,
      subject: { kind: 'tenant', id: tenantId },
      reason: 'Signed',
    })
  })

  test('is read in the letters of its domains, beside the names that are kept', async () => {
    const shown = '例え.テスト (xn--r8jz45g.xn--zckzah)'
    const made = await (await marcus.get(href('newTenant', {}))).submit(changeForm, {
      fill: { name: 'Example Asia', domains: '例え.テスト\nplain.example', reason: '' },
    })
    expect(made.text).toContain(shown)
    expect(made.text).toContain('plain.example')
    expect(made.text).not.toContain('plain.example (')
    expect(made.text).not.toContain('Anybody can have an address')
    const [tenantId = ''] = new URL(made.address, product.origin).pathname.split('/').slice(2)
    expect(await known(tenantId)).toMatchObject({ domains: ['xn--r8jz45g.xn--zckzah', 'plain.example'] })
    for (const page of [
      await marcus.get(href('tenants', {}, { q: 'Example Asia' })),
      await marcus.get(href('tenantOnboarding', { tenantId })),
      await marcus.get(href('newUser', { tenantId })),
    ])
      expect(page.text, page.address).toContain(shown)
    expect(typedIn(await marcus.get(href('tenantSettings', { tenantId })), 'domains')).toContain(
      'xn--r8jz45g.xn--zckzah',
    )
  })

  test('that the service refuses comes back as it was filled in, each domain named at its field', async () => {
    const seen = await watch(product, marcus, 'root')
    const refused = await (await marcus.get(href('newTenant', {}))).submit(changeForm, {
      fill: { name: 'Second Lake', domains: 'second.example\nlakeshore.example\nnot a domain' },
    })
    expect(refused.status).toBe(422)
    const [first] = summaryOf(refused)
    expect(first).toEqual({ text: 'lakeshore.example: This domain belongs to another tenant', field: 'domains' })
    expect(typedIn(refused, 'name')).toBe('Second Lake')
    expect(typedIn(refused, 'domains')).toContain('lakeshore.example')
    expect(await seen.performed()).toEqual([])
    expect((await seen.records()).at(-1)).toMatchObject({ outcome: 'refused' })
  })

  test('needs a name of two letters and a code that is one', async () => {
    const refused = await (await marcus.get(href('newTenant', {}))).submit(changeForm, {
      fill: { name: 'X', tenantId: 'Not A Code' },
    })
    expect(summaryOf(refused).map(({ field }) => field)).toEqual(['name', 'tenantId'])
    const taken = await refused.submit(changeForm, { fill: { name: 'Summit Two', tenantId: 'summit' } })
    expect(summaryOf(taken)).toEqual([{ text: 'Another tenant already uses this code', field: 'tenantId' }])
  })

  test('is nothing for an administrator of one tenant', async () => {
    expect((await amelie.get(href('newTenant', {}))).status).toBe(403)
    const seen = await watch(product, amelie)
    expect(
      (await amelie.raw('POST', href('newTenant', {}), { body: new URLSearchParams({ name: 'Mine' }) })).status,
    ).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
  })
})

describe('what is known of a tenant', () => {
  test('names its default customer, and warns of a domain that is anybody’s', async () => {
    const at = { tenantId: idOf('boreal') }
    const about = await amelie.get(href('tenant', at))
    expect(about.text).toMatch(/Default customer ?Groupe Immobilier Laurier/)
    const settings = await marcus.get(href('tenantSettings', { tenantId: idOf('piedmont') }))
    const saved = await settings.submit(changeForm, { fill: { domains: 'piedmont.example\r\nGmail.com' } })
    expect(saved.text).toContain('gmail.com Anybody can have an address at this domain')
  })
})

describe('the settings of a tenant', () => {
  test('are its own administrator’s: name and domains, not whether it is disabled', async () => {
    const at = { tenantId: idOf('boreal') }
    const seen = await watch(product, amelie)
    const page = await (await amelie.get(href('tenant', at))).follow('Edit tenant')
    expect(page.root.querySelector('[name=isDisabled]')).toBeNull()
    expect(typedIn(page, 'domains')).toBe('boreal.example')
    const done = await page.submit(changeForm, { fill: { domains: 'boreal.example\nnord.example' } })
    expect(done.address).toContain(`${href('tenant', at)}?changed=`)
    expect(done.text).toContain('nord.example')
    expect((await seen.records()).at(-1)).toMatchObject({
      mutation: 'tenant.edit',
      outcome: 'done',
      before: { domains: 'boreal.example' },
      after: { domains: 'boreal.example\nnord.example' },
    })
    const forced = await page.submit(changeForm, { fill: { name: 'Boréal', isDisabled: 'on' } })
    expect(forced.status).toBeLessThan(500)
    expect(await known(at.tenantId)).toMatchObject({ isDisabled: false })
  })

  test('that somebody else saved meanwhile are shown side by side, and nothing is overwritten', async () => {
    const at = { tenantId: idOf('summit') }
    const page = await marcus.get(href('tenantSettings', at))
    const other = await marcus.get(href('tenantSettings', at))
    await other.submit(changeForm, { fill: { name: 'Summit Group' } })
    const stale = await page.submit(changeForm, { fill: { name: 'Summit Controls' } })
    expect(stale.status).toBe(409)
    expect(stale.text).toMatch(/Summit Controls Group[\s\S]*Summit Controls[\s\S]*Summit Group/)
    expect(await known(at.tenantId)).toMatchObject({ name: 'Summit Group' })
    const settled = await stale.submit(changeForm, { fill: { '_take.name': 'yours' } })
    expect(settled.status).toBe(200)
    expect(await known(at.tenantId)).toMatchObject({ name: 'Summit Controls' })
  })

  test('disable it for its people, and enable it again', async () => {
    const at = { tenantId: idOf('piedmont') }
    const form = await marcus.get(href('tenantSettings', at))
    const disabled = await form.submit(changeForm, { fill: { isDisabled: 'on' } })
    expect(disabled.text).toContain('This tenant is disabled')
    await (await marcus.get(href('tenantSettings', at))).submit(changeForm, { fill: { isDisabled: null } })
    expect(await known(at.tenantId)).toMatchObject({ isDisabled: false })
    expect(
      (await marcus.get(href('tenantSettings', { tenantId: rootTenantId }))).root.querySelector('[name=isDisabled]'),
    ).toBeNull()
  })

  test('are denied to a user, once on record, and another tenant’s are not there', async () => {
    const seen = await watch(product, amelie)
    const at = { tenantId: idOf('boreal') }
    expect((await usha.get(href('tenantSettings', at))).status).toBe(403)
    const body = new URLSearchParams({ name: 'Usha’s', domains: '' })
    expect((await usha.raw('POST', href('tenantSettings', at), { body })).status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
    const foreign = href('tenantSettings', { tenantId: idOf('lakeshore') })
    expect((await amelie.get(foreign)).status).toBe(404)
    expect((await amelie.raw('POST', foreign, { body })).status).toBe(404)
    expect(await seen.performed()).toEqual([])
  })
})

describe('onboarding and offboarding', () => {
  test('onboarding invites one administrator of the right domain', async () => {
    const at = { tenantId: idOf('atlantic') }
    const seen = await watch(product, marcus, 'atlantic')
    const page = await (await marcus.get(href('tenant', at))).follow('Onboard')
    const refused = await page.submit(changeForm, { fill: { adminEmail: 'zoe@elsewhere.example' } })
    expect(summaryOf(refused)).toEqual([
      { text: 'This e-mail address is outside the domains of the tenant', field: 'adminEmail' },
    ])
    const done = await refused.submit(changeForm, { fill: { adminEmail: 'zoe@atlantic.example' } })
    expect(done.text).toContain('This tenant is being onboarded')
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome refused', 'intent pending', 'outcome done'])
    const again = await page.submit(changeForm, { fill: { adminEmail: 'ben@atlantic.example' } })
    expect(again.status).toBe(422)
    expect(again.text).toContain('already onboarded')
  })

  test('offboarding says whom it concerns, asks for the name, the controllers and a reason, and then shuts out', async () => {
    const at = { tenantId: idOf('boreal') }
    const seen = await watch(product, marcus)
    const page = await (await marcus.get(href('tenant', at))).follow('Offboard')
    expect(page.text).toMatch(/Customers 4.*People 14.*Controllers 1\d\d.*Onboarded controllers 1\d\d/)
    const wrong = await page.submit(changeForm)
    expect(summaryOf(wrong).map(({ field }) => field)).toEqual(['force'])
    const plan = await wrong.submit(changeForm, { fill: { force: 'on' } })
    expect(plan.text).toMatch(/Onboarded Offboarded/)
    const { name } = await known(at.tenantId)
    expect(plan.text).toContain(`Type “${name}” to confirm`)
    const misspelt = await plan.submit(changeForm, { press: apply, fill: { confirmName: 'Boreal' } })
    expect(summaryOf(misspelt).map(({ field }) => field)).toEqual(['confirmName', 'reason'])
    const noReason = await misspelt.submit(changeForm, { press: apply, fill: { confirmName: name } })
    expect(noReason.text).toContain('Enter a reason')
    expect(await seen.performed()).toEqual([])
    const done = await noReason.submit(changeForm, { press: apply, fill: { reason: 'The contract ended' } })
    expect(done.text).toContain('This tenant is being offboarded')
    expect((await seen.records()).at(-1)).toMatchObject({
      mutation: 'tenant.offboard',
      outcome: 'done',
      reason: 'The contract ended',
      before: { onboardingStatus: 'onboarded', customers: 4, people: 14 },
    })
  })

  test('the root tenant and one that is not onboarded cannot be offboarded', async () => {
    expect((await marcus.get(href('tenantOffboarding', { tenantId: rootTenantId }))).text).toContain('protected')
    expect((await marcus.get(href('tenant', { tenantId: rootTenantId }))).text).not.toContain('Offboard')
    expect((await marcus.get(href('tenantOffboarding', { tenantId: idOf('prairie') }))).text).toContain(
      'Only an onboarded tenant can be offboarded',
    )
  })
})

test('taken initials are found by their beginning, with the person they stand for', async () => {
  const page = await marcus.get(href('tenantInitials', { tenantId: rootTenantId }, { q: 'm' }))
  expect(rowsOf(page)).toHaveLength(1)
  expect(page.text).toContain('Marcus Reid')
})

test('all of it reads French', async () => {
  const french = await product.signedIn('marcus')
  french.setCookie('lng', 'fr')
  expect((await french.get(href('tenants', {}, { state: 'disabled' }))).text).toMatch(/Delta Retrofit.*Désactivé/)
  const refused = await (await french.get(href('newTenant', {}))).submit(changeForm, { fill: { name: '' } })
  expect(summaryOf(refused)[0]?.text).toBe('Saisissez un nom')
})
