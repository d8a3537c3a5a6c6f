/** Configuration templates of a site: kept, filled in from a controller, applied section by section, sent (domain §8.2). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, summaryOf, watch } from './on-record'

let folder: string
let flags: string
let product: Console
let amelie: Visitor
let usha: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
let estrie: typeof at & { templateId: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-flags-'))
  flags = join(folder, 'features.json')
  await writeFile(flags, '{}')
  product = await startTestConsole({ env: { FEATURES_FILE: flags } })
  ;[amelie, usha] = await Promise.all([englishReader(product, 'amelie'), englishReader(product, 'usha')])
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  estrie = { ...at, siteId: siteIdOf(43), templateId: seedId('template', 'residence') }
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})

const device = (key: string) => seedId('device', `montcalm-${key}`)
const templateOf = async (id: string) =>
  (await product.services.call('site', `GET /configuration-templates/${id}`, { as: 'amelie' })).body
const timeOf = async (key: string) =>
  (await product.services.call('device-configuration', `GET /devices/${device(key)}/time`, { as: 'amelie' })).body
const idIn = (page: Page) => page.address.match(/templates\/([^/?]+)/)?.[1] ?? ''
const names = (page: Page) => page.root.querySelectorAll('main tbody th').map(({ text }) => text.trim())

describe('the templates of a site', () => {
  test('stand beside the kinds of its configuration, with what they hold, as rows and as a file', async () => {
    const configuration = await amelie.get(href('siteConfiguration', estrie))
    const list = await configuration.follow('Templates')
    expect(list.address).toBe(href('siteTemplates', estrie))
    expect(names(list)).toEqual(['Centrale de résidence'])
    expect(list.text).toMatch(/ECY-?303.*BACnet, Network/)
    const none = await amelie.get(href('siteTemplates', estrie, { q: 'chaufferie' }))
    expect(none.text).toContain('No template matches')
    expect(names(await amelie.get(href('siteTemplates', estrie, { q: 'RESIDENCE' })))).toHaveLength(1)
    const file = await amelie.raw('GET', href('siteTemplatesCsv', estrie))
    expect(await file.text()).toContain('Centrale de résidence,')
    expect((await amelie.get(href('siteTemplates', at))).text).toContain('This site has no templates')
  })

  test('say on a page of their own what they hold and where they were applied', async () => {
    const page = await amelie.get(href('template', estrie))
    expect(page.text).toMatch(/Primary: Primary DNS server ?10\.43\.0\.53/)
    expect(page.text).not.toContain('Gateway')
    expect(page.text).toContain('AHU RES-01')
    expect(page.text).toContain('Avant la panne')
    const elsewhere = await amelie.get(href('template', { ...estrie, siteId: at.siteId }))
    expect(elsewhere.status).toBe(404)
  })

  test('are looked at by who may, and changed by who may', async () => {
    const page = await usha.get(href('template', estrie))
    expect(page.status).toBe(200)
    expect(page.root.querySelector(`a[href="${href('templateSettings', estrie)}"]`)).toBeNull()
    expect((await usha.get(href('templateSettings', estrie))).status).toBe(403)
    const seen = await watch(product, amelie)
    const refused = await usha.post(href('newTemplate', at), [
      ['name', 'x'],
      ['_stage', 'apply'],
    ])
    expect(refused.status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
  })
})

describe('a template', () => {
  let page: Page

  test('is filled in from a controller, without what belongs to it alone', async () => {
    const empty = await amelie.get(href('newTemplate', at))
    const filled = await empty.submit('main form[method=get]', { fill: { device: device('SCI-ECYVAV-1') } })
    expect(filled.text).toContain('Filled in from VAV SCI-01')
    const value = (name: string) => filled.root.querySelector(`[name="${name}"]`)?.getAttribute('value')
    expect(filled.root.querySelector('[name=time-timeZone] option[selected]')?.getAttribute('value')).toBe(
      'America/Toronto',
    )
    expect(value('network-primary-gateway')).toMatch(/^10\./)
    expect(filled.root.querySelector('[name*=ipAddress]')).toBeNull()
    expect(filled.root.querySelector('[name*=deviceInstance]')).toBeNull()
    expect(filled.root.querySelector('[name*=assword]')).toBeNull()
  })

  test('that holds what cannot be comes back with each problem beside its field, and all that was typed', async () => {
    const refused = await (await amelie.get(href('newTemplate', at))).submit(form, {
      fill: {
        name: 'Salles',
        'time-ntpServers': 'not a server!',
        'bacnet-ip-udpPort': '80',
        'network-primary-gateway': '10.41.1.300',
      },
    })
    expect(refused.status).toBe(422)
    expect(summaryOf(refused).map(({ field }) => field)).toEqual([
      'time-ntpServers',
      'bacnet-ip-udpPort',
      'network-primary-gateway',
    ])
    expect(refused.root.querySelector('[name=bacnet-ip-udpPort]')?.getAttribute('value')).toBe('80')
  })

  test('is kept with what is filled in alone, and its name once in a site', async () => {
    const fill = {
      name: 'Salles de cours',
      'time-timeZone': 'America/Halifax',
      'time-autoTime': 'on',
      'time-ntpServers': 'time.example',
      'network-primary-primaryDns': '10.41.0.99',
    }
    const seen = await watch(product, amelie)
    page = await (await amelie.get(href('newTemplate', at))).submit(form, { fill })
    expect(page.text).toContain('Salles de cours was created')
    expect(page.text).toMatch(/Time zone ?America\/Halifax/)
    expect((await templateOf(idIn(page))).sections).toEqual({
      time: { timeZone: 'America/Halifax', autoTime: true, ntpServers: ['time.example'] },
      network: { primary: { ipv4: { primaryDns: '10.41.0.99' } } },
    })
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    const again = await (await amelie.get(href('newTemplate', at))).submit(form, { fill: { name: 'SALLES de cours' } })
    expect(again.status).toBe(409)
    expect(again.root.querySelector('[name=name]')?.getAttribute('value')).toBe('SALLES de cours')
  })

  test('is edited without losing what no input can say, and a stale edit shows both', async () => {
    const id = idIn(page)
    const { eTag, sections } = await templateOf(id)
    const network = { primary: { ipv4: { primaryDns: '10.41.0.99', secondaryDns: null } } }
    await product.services.call('site', `PUT /configuration-templates/${id}`, {
      as: 'amelie',
      body: { eTag, sections: { ...sections, network } },
    })
    const address = href('templateSettings', { ...at, templateId: id })
    const [one, other] = [await amelie.get(address), await amelie.get(address)]
    const done = await one.submit(form, {
      fill: { description: 'Toutes les salles', 'time-timeZone': 'America/Toronto' },
    })
    expect(done.text).toContain('Toutes les salles')
    expect((await templateOf(id)).sections).toMatchObject({ network, time: { timeZone: 'America/Toronto' } })
    const stale = await other.submit(form, { fill: { 'time-timeZone': 'America/Regina' } })
    expect(stale.text).toContain('America/Regina')
    expect(stale.text).toContain('America/Toronto')
    expect((await templateOf(id)).sections.time.timeZone).toBe('America/Toronto')
  })

  test('is applied section by section to those it fits: what differs is saved, and sending is offered', async () => {
    const id = idIn(page)
    const before = await timeOf('SCI-ECYVAV-2')
    const ticks = await (await amelie.get(href('template', { ...at, templateId: id }))).follow('Apply')
    const plan = await ticks.submit('main form.choices', {
      fill: { device: ['SCI-ECYVAV-2', 'SCI-ECYVAV-3'].map(device) },
    })
    expect(plan.text).toMatch(/Time servers.*time\.example/)
    expect(plan.text).toMatch(/Primary: Primary DNS server.*10\.41\.0\.99/)
    const seen = await watch(product, amelie)
    const result = await plan.submit(form, { press: '_stage=apply', fill: { reason: 'One for all' } })
    expect(result.text).toContain('2 of 2 done')
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      'POST time',
      'POST network',
    ])
    expect(await timeOf('SCI-ECYVAV-2')).toMatchObject({ ntpServers: ['time.example'], timeZone: before.timeZone })

    const applied = await amelie.get(href('template', { ...at, templateId: id }))
    expect(applied.text).toMatch(/VAV SCI-02.*Amélie Tremblay.*Saved/)

    const sending = await result.submit('main form[action$="/configuration/sending"]', {})
    expect(sending.text).toMatch(/Time servers.*time\.example/)
    const sent = await sending.submit(form, { press: '_stage=apply', fill: {} })
    expect(sent.text).toContain('2 of 2 done')
    const [send] = (await seen.performed()).slice(-1)
    expect(send?.path).toContain('/devices/configuration/send')
    expect((await templateOf(id)).name).toBe('Salles de cours')
  })

  test('of which one section is refused or nobody answered says which were saved all the same', async () => {
    const id = idIn(page)
    const { faults } = product.services.world
    const applied = async (key: string, fault: object) => {
      const plan = await amelie.post(href('templateApplying', { ...at, templateId: id }), [
        ['device', device(key)],
        ['section', 'time'],
        ['section', 'network'],
        ['_stage', 'plan'],
      ])
      faults.inject('device-configuration', { kind: 'status', match: 'POST /devices/network', times: 1, ...fault })
      const result = await plan.submit(form, { press: '_stage=apply', fill: { reason: 'One for all' } })
      faults.clear('device-configuration')
      return result
    }
    const refused = await applied('SCI-ECYVAV-13', { status: 409, errorCode: 4202 })
    expect(refused.text).toMatch(/Failed.*Saved anyway: Time\./)
    expect(await timeOf('SCI-ECYVAV-13')).toMatchObject({ ntpServers: ['time.example'] })
    const down = await applied('SCI-ECYVAV-14', { status: 503, errorCode: 5003 })
    expect(down.text).toMatch(/Saved anyway: Time\./)
    const template = await amelie.get(href('template', { ...at, templateId: id }))
    expect(template.text).toMatch(/VAV SCI-13.*Failed/)
  })

  test('is sent kind by kind: of a controller that refuses one, that is told, and what went out all the same', async () => {
    const fields = ['time', 'network'].map((kind): [string, string] => ['kind', kind])
    const id = device('SCI-ECYVAV-13')
    const body = { eTag: null, deviceIds: [id], value: { primary: { ipv4: { primaryDns: '10.41.0.98' } } } }
    await product.services.call('device-configuration', 'POST /devices/network', { as: 'amelie', body })
    const plan = await amelie.post(href('siteConfigurationSending', at), [['device', id], ...fields])
    const refusal = { entityId: id, key: 'errors.config.sendInProgress', details: { type: 'time', errorCode: 4503 } }
    const data = [{ deviceId: id, results: [{ type: 'network', sendState: 'queued' }] }]
    product.services.world.faults.inject('device-configuration', {
      kind: 'answer',
      status: 422,
      match: 'POST /devices/configuration/send',
      body: JSON.stringify({ errorCode: 4100, errors: [refusal], data }),
      times: 1,
    })
    const told = await plan.submit(form, { press: '_stage=apply' })
    expect(told.text).toContain('0 of 1 done')
    expect(told.text).toMatch(/Not sent: Time\. Sent anyway: Network\./)
  })

  test('is told what a network change may bring, as the form of the settings is', async () => {
    const made = await product.services.call('site', `POST /sites/${at.siteId}/configuration-templates`, {
      as: 'amelie',
      body: { name: 'Passerelle', sections: { network: { primary: { ipv4: { gateway: '10.41.1.253' } } } } },
    })
    const plan = await amelie.post(href('templateApplying', { ...at, templateId: made.body.id }), [
      ['device', device('SCI-ECYVAV-15')],
      ['section', 'network'],
      ['_stage', 'plan'],
    ])
    expect(plan.text).toContain('The network path to it changes')
  })

  test('is applied again to nobody who has it, and to no controller of another model', async () => {
    const id = idIn(page)
    const post = (key: string, to: typeof estrie) =>
      amelie.post(href('templateApplying', to), [
        ['device', device(key)],
        ['section', 'network'],
        ['_stage', 'plan'],
      ])
    expect((await post('SCI-ECYVAV-2', { ...at, templateId: id })).text).toContain('Nothing would change')
    expect((await post('RES-ECYVAV-1', estrie)).text).toContain('it is of another model than the template')
    expect((await post('SCI-ECY303-1', estrie)).text).toContain('not found here')
  })

  test('is deleted with a record, and its page is gone', async () => {
    const at43 = href('templateDeletion', estrie)
    const page43 = await amelie.get(at43)
    expect(page43.text).toContain('1 backup stored with it is deleted too.')
    const untyped = await page43.submit(form, { press: '_stage=apply', fill: {} })
    expect(untyped.status).toBe(422)
    const list = await untyped.submit(form, {
      press: '_stage=apply',
      fill: { confirmName: 'Centrale de résidence' },
    })
    expect(list.text).toContain('This site has no templates')
    expect((await amelie.get(href('template', estrie))).status).toBe(404)
  })
})

test('nothing of it is there while its flag is off', async () => {
  await writeFile(flags, '{"configurationTemplates":false}')
  const addresses = ['siteTemplates', 'siteTemplatesCsv', 'newTemplate', 'template', 'templateSettings'] as const
  for (const name of [...addresses, 'templateDeletion', 'templateApplying'] as const)
    expect((await amelie.get(href(name, estrie))).status, name).toBe(404)
  expect((await amelie.get(href('siteConfiguration', estrie))).text).not.toContain('Templates')
})
