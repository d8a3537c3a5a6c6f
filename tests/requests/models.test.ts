/** The controller models: those that are offered, what each is and can run, and where controllers of it are (spec §3, §5). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { productId } from '../../services/seed/catalogue-products'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let tenantId: string
let folder: string
let flags: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-flags-'))
  flags = join(folder, 'features.json')
  await writeFile(flags, '{}')
  product = await startTestConsole({ env: { FEATURES_FILE: flags } })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  product.services.world.faults.clear()
  await writeFile(flags, '{}')
})

const rowsOf = (page: Page) =>
  page.root.querySelectorAll('main tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim())
const modelAt = (type: string) => href('model', { tenantId, productId: productId(type) })

describe('the list of controller models', () => {
  test('is in the menu, names every model of the accepted platforms, and narrows by platform', async () => {
    const home = await amelie.get(href('tenant', { tenantId }))
    const all = await home.follow('Controller models')
    expect(all.address).toBe(href('models', { tenantId }))
    expect(rowsOf(all)).toHaveLength(15)
    expect(rowsOf(all).find((row) => row.startsWith('ECY600'))).toMatch(/ECY-600.*IP.*10.*10.*500/)
    const some = await all.submit('main form[method=get]', { fill: { platform: 'Niagara' } })
    expect(rowsOf(some).length).toBeGreaterThan(0)
    expect(rowsOf(some).every((row) => row.includes('Niagara'))).toBe(true)
    const download = some.root.querySelectorAll('main a').find((one) => one.text === 'Download CSV')
    const file = await (await amelie.raw('GET', download?.getAttribute('href') ?? '')).text()
    expect(file.trim().split('\r\n')).toHaveLength(1 + rowsOf(some).length)
    expect(file).toContain('NIAGARA')
    expect((await some.follow('Clear')).address).toBe(href('models', { tenantId }))
  })

  test('leaves out what flags hide, in the list and by its address', async () => {
    await writeFile(flags, JSON.stringify({ niagara: false, ecyDisplay: false, horyzonC: false }))
    const list = await amelie.get(href('models', { tenantId }))
    expect(rowsOf(list)).toHaveLength(12)
    expect(list.text).not.toMatch(/NIAGARA|ECYDISPLAY|HORYZONC/)
    const file = await (await amelie.raw('GET', href('modelsCsv', { tenantId }))).text()
    expect(file.trim().split('\r\n')).toHaveLength(13)
    expect(file).not.toMatch(/NIAGARA|ECYDISPLAY|HORYZONC/)
    const offered = list.root.querySelectorAll('main input[name=platform]')
    expect(offered.map((option) => option.getAttribute('value'))).toEqual(['IP'])
    const none = await amelie.get(href('models', { tenantId }, { platform: 'Niagara' }))
    expect(none.text).toContain('No model of this platform')
    expect((await none.follow('Clear filters')).address).toBe(href('models', { tenantId }))
    for (const type of ['NIAGARA', 'ECYDISPLAY', 'HORYZONC', 'ECYSTATZ'])
      expect((await amelie.get(modelAt(type))).status).toBe(404)
    expect((await amelie.get(modelAt('ECYVAV'))).status).toBe(200)
  })

  test('is in French for who reads French', async () => {
    amelie.setCookie('lng', 'fr')
    const page = await amelie.get(href('models', { tenantId }))
    amelie.setCookie('lng', 'en')
    expect(page.text).toContain('Modèles d’automates')
  })
})

describe('the page of a model', () => {
  test('says what it is, which packages it can run in which newest version, and why it cannot run others', async () => {
    const page = await amelie.get(modelAt('ECYVAV'))
    expect(page.title).toContain('ECYVAV')
    expect(page.text).toMatch(
      /Variable air volume controller\..*Architecture ARM.*Inputs 4 \(analog, digital, resistance\)/,
    )
    expect(page.text).toMatch(/Licensed points 100 Features in the licence schedules, alarms, historian/)
    expect(rowsOf(page).find((row) => row.startsWith('Platform'))).toMatch(
      /^Platform ?Mandatory Supported 1\.19\.24031\.902$/,
    )
    expect(rowsOf(page).find((row) => row.includes('Not supported'))).toMatch(/This model does not support it\. None$/)
  })

  test('leads to the controllers of it, customer by customer, and each of those back to it', async () => {
    const page = await amelie.get(modelAt('ECYVAV'))
    const montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
    const row = page.root
      .querySelectorAll('main tbody tr')
      .find((one) => one.innerHTML.includes(href('customerDevices', montcalm, { productId: productId('ECYVAV') })))
    const told = Number(row?.querySelector('td')?.text.replace(/\D/g, ''))
    const { body } = await product.services.call(
      'site',
      `GET /x/devices?customerId=${montcalm.customerId}&productId=${productId('ECYVAV')}&pageSize=1`,
      { as: 'amelie' },
    )
    expect(told).toBe(body.totalCount)
    expect(told).toBeGreaterThan(0)
    const list = await page.follow(row?.querySelector('a')?.text ?? '')
    expect(list.root.querySelector('label:has([name=productId][checked])')?.text.trim()).toBe('ECYVAV')
    const device = await amelie.get(href('deviceById', { tenantId, deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1') }))
    expect((await device.follow(/ECYVAV/)).address).toBe(modelAt('ECYVAV'))
  })

  test('shows people of one customer theirs alone', async () => {
    const paul = await englishReader(product, 'paul')
    const page = await paul.get(modelAt('ECYVAV'))
    const links = page.root.querySelectorAll('main tbody a').map((one) => one.getAttribute('href') ?? '')
    expect(links).toEqual([
      href('customerDevices', { tenantId, customerId: customerIdOf('CUS1003') }, { productId: productId('ECYVAV') }),
    ])
  })

  test('still links where a backend cannot count controllers', async () => {
    product.services.world.faults.inject('site', {
      match: 'GET /x/devices',
      kind: 'status',
      status: 404,
      errorCode: 4012,
    })
    const page = await amelie.get(modelAt('ECYVAV'))
    expect(page.status).toBe(200)
    expect(rowsOf(page).filter((row) => row.endsWith('Unknown')).length).toBeGreaterThan(1)
  })

  test('is not there for a model that is not, and not for people without a role', async () => {
    expect((await amelie.get(href('model', { tenantId, productId: 'nothing' }))).status).toBe(404)
    const nadia = await englishReader(product, 'nadia')
    expect((await nadia.get(modelAt('ECYVAV'))).status).toBe(403)
  })
})
