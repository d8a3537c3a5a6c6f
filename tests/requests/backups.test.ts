/** Backups of controllers: made, followed, put back, deleted; and a controller that takes the place of a dead one (domain §8.2). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, summaryOf, watch } from './on-record'

type At = { tenantId: string; customerId: string; groupId: string; siteId: string }
let product: Console
let amelie: Visitor
let usha: Visitor
let at: At
let box: At & { buildingId: string; spaceId: string; deviceId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  usha = await englishReader(product, 'usha')
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  box = await placeOf('SCI-ECYVAV-2')
})
afterAll(() => product.close())

const device = (key: string) => seedId('device', `montcalm-${key}`)
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
const site = (line: string, body?: unknown) => product.services.call('site', line, { as: 'amelie', body })
const configuration = (line: string, body?: unknown) =>
  product.services.call('device-configuration', line, { as: 'amelie', body })
const zoneOf = async (key: string) => (await configuration(`GET /devices/${device(key)}/time`)).body.timeZone
const placeOf = async (key: string) => {
  const { body } = await site(`GET /devices/${device(key)}`)
  return { ...at, buildingId: body.buildingId, spaceId: body.spaceId, deviceId: body.id }
}
const apply = (page: Page, fill: Record<string, string> = {}) => page.submit(form, { press: '_stage=apply', fill })

describe('a backup of a controller', () => {
  test('needs a template to be kept with, which is made from the controller', async () => {
    const none = await amelie.get(href('deviceBackups', box))
    expect(none.text).toContain('This controller has no backups')
    const first = await none.follow('Create backup')
    expect(first.text).toContain('this site has none for this model')
    const template = await first.follow('Create template from this controller')
    expect(template.text).toContain('Filled in from VAV SCI-02')
    const made = await template.submit(form, {
      fill: { name: 'Boîtes', 'network-primary-gateway': '', 'bacnet-general-location': 'Rénové' },
    })
    expect(made.text).toContain('Boîtes was created')
  })

  test('is asked for by name and parts, and followed on the page until it is completed', async () => {
    const page = await amelie.get(href('newBackup', box))
    const refused = await page.submit(form, { fill: { name: '', part: [] } })
    expect([refused.status, summaryOf(refused).map(({ field }) => field)]).toEqual([422, ['name', 'part']])
    const seen = await watch(product, amelie)
    const asked = await refused.submit(form, {
      fill: { name: 'Avant les travaux', part: ['timeZone', 'bacnet', 'gfx'] },
    })
    expect(asked.text).toMatch(/Avant les travaux ?Queued/)
    expect(asked.text).toContain('Time, BACnet, Graphics')
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    const live = await amelie.raw('GET', href('deviceBackups', box))
    expect(live.headers.get('refresh')).toContain('/backups')
    pass(2)
    expect((await amelie.get(href('deviceBackups', box))).text).toContain('Running')
    pass(20)
    const done = await amelie.raw('GET', href('deviceBackups', box))
    expect(done.headers.get('refresh')).toBeNull()
    expect(await done.text()).toContain('Completed')
  })

  test('is not made by a controller that is offline, nor for who may not', async () => {
    const silent = await placeOf('SCI-ECYVAV-6')
    const refused = await (await amelie.get(href('newBackup', silent))).submit(form, { fill: { name: 'Trop tard' } })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('The controller is offline')])
    expect((await usha.get(href('deviceBackups', box))).text).not.toContain('Create backup')
    expect((await usha.get(href('newBackup', box))).status).toBe(403)
  })

  test('is put back: its plan says of each part what becomes of it, and one change saves and sends', async () => {
    const value = { timeZone: 'Asia/Tokyo' }
    await configuration('POST /devices/time', { eTag: null, deviceIds: [box.deviceId], value })
    await configuration('POST /devices/configuration/send', { deviceIds: [box.deviceId], configurationTypes: ['time'] })
    pass(60)
    expect(await zoneOf('SCI-ECYVAV-2')).toBe('Asia/Tokyo')
    const inStep = await (await amelie.get(href('deviceBackups', box))).follow('Restore: Avant les travaux')
    expect(inStep.text).toMatch(/Time.{0,20}saved and sent/)
    expect(inStep.text).not.toContain('are lost')
    // What is not sent yet goes with it, and a part that nobody has words for keeps its own.
    await configuration('POST /devices/time', {
      eTag: null,
      deviceIds: [box.deviceId],
      value: { timeZone: 'Asia/Seoul' },
    })
    product.services.world.store.run(
      `UPDATE template_backup SET includes = json_insert(includes, '$[#]', 'lighting') WHERE name = ?`,
      'Avant les travaux',
    )
    const plan = await (await amelie.get(href('deviceBackups', box))).follow('Restore: Avant les travaux')
    expect(plan.text).toMatch(/Time.{0,20}saved over unsent settings, and sent/)
    expect(plan.text).toContain('and they are lost')
    expect(plan.text).toMatch(/lighting.{0,20}stays in the backup/)
    expect(plan.text).not.toContain('main:')
    expect(plan.text).toMatch(/Graphics.*built, waiting to be sent/)
    const seen = await watch(product, amelie)
    const done = await apply(plan, { reason: 'The wrong zone' })
    expect(done.text).toContain('1 of 1 done')
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      'POST restore',
    ])
    pass(120)
    expect(await zoneOf('SCI-ECYVAV-2')).toBe('America/Toronto')
  })
})

describe('a controller that takes the place of a dead one', () => {
  let page: Page
  const address = () => href('deviceReplacing', box, { by: device('BIB-ECYVAV-11') })
  const check = () => page.text.slice(page.text.indexOf('4 · Check'))

  test('is chosen among those of its model at the site, new ones first', async () => {
    const { hostId } = (await site(`GET /devices/${box.deviceId}`)).body
    await product.services.control(`POST /devices/${hostId}/inject`, { kind: 'offline' })
    const choose = await (await amelie.get(href('device', box))).follow('Replace…')
    const options = choose.root.querySelectorAll('[name=by] option')
    expect(options[0]?.getAttribute('value')).toBe(device('BIB-ECYVAV-11'))
    expect(options.map((option) => option.text).join()).not.toContain('AHU')
    page = await choose.submit('main form[method=get]', { fill: { by: device('BIB-ECYVAV-11') } })
    expect(page.address).toBe(address())
    expect(page.text).toMatch(/1 · Onboard the new controller ?To do/)
  })

  test('is onboarded, gets the template and the backup, and the page says so whenever it is opened', async () => {
    const onboarding = await page.follow('Onboard controller')
    await onboarding.submit(form, { fill: { activationCode: '3VHT-91XA' } })
    pass(600)
    page = await amelie.get(address())
    expect(page.text).toMatch(/1 · Onboard the new controller ?Done/)
    expect(check()).toMatch(/^4 · Check ?To do/)

    const plan = await page.submit('main form:has([name=section])', {})
    expect(plan.text).toContain('Save on 1 controller')
    const saved = await apply(plan, { reason: 'A new box' })
    const sending = await saved.submit('main form[action$="/configuration/sending"]', {})
    await apply(sending)
    pass(300)

    page = await amelie.get(address())
    expect(page.text).toMatch(/2 · Apply a template ?Done/)
    const restoring = await page.follow('Restore Avant les travaux')
    expect(restoring.text).toContain('The BACnet instance and the name of the other controller are not restored')
    page = await apply(restoring)
    expect(page.address).toBe(address())
    expect(page.text).toMatch(/3 · Restore the backup ?Done/)
    pass(600)
    page = await amelie.get(address())
    expect(check()).toMatch(/^4 · Check ?Done/)
    expect(page.text).toContain('Delete the old controller')
    const instance = async (id: string) =>
      (await configuration(`GET /devices/${id}/bacnet`)).body.general.deviceInstance
    expect(await instance(device('BIB-ECYVAV-11'))).not.toBe(await instance(box.deviceId))

    await product.services.control('POST /services/device-configuration/inject', {
      match: `GET /devices/${device('BIB-ECYVAV-11')}/info`,
      kind: 'status',
      status: 500,
      times: 1,
    })
    page = await amelie.get(address())
    expect(check()).toMatch(/^4 · Check ?To do/)
  })

  test('leads straight to what restoring its newest backup does, unless none is wanted yet', async () => {
    const choose = await amelie.get(href('deviceReplacing', box))
    const [newest, ...others] = choose.root.querySelectorAll('main select[name=backup] option')
    expect(newest?.text).toMatch(/^Avant les travaux · \d{4}-\d\d-\d\d \d\d:\d\d/)
    expect(others.at(-1)?.text).toBe('None yet: show the steps')
    const by = device('BIB-ECYVAV-11')
    const restoring = await choose.submit('main form[method=get]', { fill: { by } })
    expect(restoring.root.querySelector('h1')?.text).toBe('Restore Avant les travaux')
    expect(restoring.address).toContain(by)
    const steps = await choose.submit('main form[method=get]', { fill: { by, backup: '' } })
    expect(steps.address).toBe(address())
    const unknown = await choose.submit('main form[method=get]', { fill: { by, backup: 'another' } })
    expect(unknown.address).toBe(address())
  })

  test('is not there for who may not, nor one of another site', async () => {
    expect((await usha.get(address())).status).toBe(403)
    expect((await amelie.get(href('deviceReplacing', box, { by: device('RES-ECYVAV-1') }))).status).toBe(404)
  })
})

test('a backup is deleted once its name is typed', async () => {
  const deletion = await (await amelie.get(href('deviceBackups', box))).follow('Delete: Avant les travaux')
  const other = { ...(await placeOf('SCI-ECYVAV-3')), backupId: deletion.address.match(/backups\/([^/]+)/)?.[1] ?? '' }
  const ofOther = href('backupDeletion', other)
  expect((await amelie.get(ofOther)).status).toBe(404)
  const posted = await amelie.post(ofOther, [
    ['_stage', 'apply'],
    ['_key', 'x'],
    ['confirmName', 'Avant les travaux'],
  ])
  expect(posted.status).toBe(404)
  const plan = await deletion.submit(form, {})
  expect((await apply(plan)).status).toBe(422)
  const gone = await apply(plan, { confirmName: 'Avant les travaux' })
  expect(gone.text).toContain('This controller has no backups')
})
