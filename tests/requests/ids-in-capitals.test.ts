/** A backend that writes its UUIDs in capitals: the same things at the same addresses (RFC 9562 §4). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type ChangingProxy, startChangingProxy } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

let proxy: ChangingProxy
let product: Console
let visitor: Visitor

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ env: proxy.env })
  proxy.lead(product.services.origin)
  proxy.change = ({ headers, body }) =>
    headers['content-type']?.includes('json')
      ? { body: Buffer.from(body.toString().replace(uuids, (id) => id.toUpperCase())) }
      : undefined
  visitor = await englishReader(product, 'amelie')
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

function addresses(): string[] {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const site = { ...at, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  const user = { ...at, userId: userIdOf('mei.chen@boreal.example') }
  return [
    href('tenant', at),
    href('users', at),
    href('user', user),
    href('userRoles', user),
    href('customer', at),
    href('customerSettings', at),
    href('customerSites', at),
    href('customerDevices', at),
    href('customerPoints', at),
    href('customerEquipment', at),
    href('customerAlarms', at),
    href('customerFaults', at),
    href('customerRules', at),
    href('customerSchedules', at),
    href('customerOverrides', at),
    href('customerConfiguration', at),
    href('customerLicences', at),
    href('customerShift', at),
    href('deployments', at),
    href('newDeployment', at, { all: 1, q: 'sci-' }),
    href('siteMoves', at, { site: [site.siteId] }),
    href('group', site),
    href('groupSettings', site),
    href('site', site),
    href('siteSettings', site),
    href('siteDevices', site),
    href('siteNetwork', site),
    href('siteNetworkSettings', site, { all: 1 }),
  ]
}

test('every main page answers as with small letters', async () => {
  const wrong: string[] = []
  for (const address of addresses()) {
    const { status } = await visitor.get(address)
    if (status !== 200) wrong.push(`${status} ${address}`)
  }
  expect(wrong).toEqual([])
})

test('the pages of a controller answer', async () => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await visitor.get(href('deviceById', { ...at, deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1') }))
  expect(page.status).toBe(200)
  expect(page.address).toBe(page.address.toLowerCase())
  for (const part of ['settings', 'network', 'deployments', 'points', 'schedules'])
    expect((await visitor.get(`${page.address}/${part}`)).status, part).toBe(200)
})

test('an address in capitals is the same place', async () => {
  const site = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  for (const name of ['customer', 'group', 'site', 'siteSettings', 'siteDevices'] as const) {
    const address = href(name, site).replace(uuids, (id) => id.toUpperCase())
    expect((await visitor.get(address)).status, name).toBe(200)
  }
})

test('what is posted is carried out and recorded', async () => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const site = { ...at, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  const seen = await watch(product, visitor)
  const settings = await visitor.get(href('siteSettings', site))
  const saved = await settings.submit(changeForm, { fill: { description: 'Looked at' } })
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Looked at')])

  const unacknowledged = (severity: string) =>
    visitor.get(href('customerAlarms', at, { severity, ack: 'unacknowledged' }))
  const list = await unacknowledged('medium')
  const boxes = list.root.querySelectorAll('main [data-choice] > input')
  const alarm = boxes.slice(0, 2).map((box) => box.getAttribute('value') ?? '')
  const two = await list.submit('main form.choices', { fill: { alarm } })
  expect((await two.submit(changeForm, { press: '_stage=apply' })).text).toContain('2 of 2 done')

  const all = await (await unacknowledged('high')).submit('main form.choices', { fill: { all: '1' } })
  expect((await all.submit(changeForm, { press: '_stage=apply' })).text).toContain('27 of 27 done')

  expect(new Set(await seen.outcomes())).toEqual(new Set(['intent pending', 'outcome done']))
})
