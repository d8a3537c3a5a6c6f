/** Deployments that take much longer than their like (domain §7.2): found by the clock of the console. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }
const now = Date.now()
beforeAll(async () => {
  const today = new Date(now).toISOString().slice(0, 10)
  product = await startTestConsole({ services: { start: now, env: { SEED_EPOCH: today } }, hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

const minutes = (count: number) => count * 60_000
const controller = seedId('device', 'montcalm-ART-ECYVAV-2')
const other = seedId('device', 'montcalm-ART-ECYVAV-3')
const third = seedId('device', 'montcalm-ART-ECYVAV-4')
const offline = seedId('device', 'montcalm-SCI-ECYVAV-6')

async function deploy(device: string): Promise<string> {
  const form = await amelie.get(href('newDeployment', at, { device: [device], wish: ['install:weather@2.0.0'] }))
  const plan = await form.submit(changeForm)
  return (await plan.submit(changeForm, { press: '_stage=apply' })).address
}

test('a deployment stalls after five minutes, is told wherever it stands, and is well again when it ends', async () => {
  const address = await deploy(controller)
  await product.clockAhead(minutes(4))
  expect((await amelie.get(address)).text).not.toContain('has stalled')

  await product.clockAhead(minutes(6))
  const page = await amelie.get(address)
  expect(page.text).toContain('1 controller has stalled')
  expect(page.root.querySelector('main tbody tr')?.text).toContain('Stalled')
  const list = await amelie.get(href('deployments', at))
  expect(list.text).toContain('1 stalled')
  const only = await amelie.get(href('deployments', at, { status: 'stalled' }))
  const download = only.root.querySelectorAll('main a').find((one) => one.text === 'Download CSV')
  expect(download?.getAttribute('href')).toBe(href('deploymentsCsv', at, { status: 'stalled' }))
  const lines = async (search: { status?: string }) =>
    (await (await amelie.raw('GET', href('deploymentsCsv', at, search))).text()).trim().split('\r\n')
  expect(await lines({ status: 'stalled' })).toEqual([
    expect.stringContaining('Controllers'),
    expect.stringContaining('Amélie Tremblay'),
  ])
  expect(await lines({})).toHaveLength(1 + list.root.querySelectorAll('main tbody tr').length)
  expect(only.root.querySelectorAll('main tbody tr')).toHaveLength(1)
  expect(only.root.querySelector('main tbody th a')?.getAttribute('href')).toBe(
    new URL(address, product.origin).pathname,
  )
  const device = await amelie.get(href('deviceById', { ...at, deviceId: controller }))
  expect(device.text).toContain('Stalled')
  expect((await amelie.get(`${device.address}/deployments`)).text).toContain('Stalled')
  const customer = await amelie.get(href('customer', at))
  const counter = customer.root.querySelector(`a[href="${href('deployments', at, { status: 'stalled' })}"]`)
  expect(counter?.text).toBe('1 stalled deployment')
  const csv = await (await amelie.raw('GET', `${address}/csv`)).text()
  expect(csv.split('\r\n')[0]).toContain('Stalled')
  expect(csv.split('\r\n')[1]).toContain('Yes')

  product.services.world.clock.advance(minutes(2))
  expect((await amelie.get(address)).text).not.toContain('has stalled')
  const none = await amelie.get(href('deployments', at, { status: 'stalled' }))
  expect(none.text).toContain('No deployment is in this state')
})

test('where what is usual cannot be read, five minutes count', async () => {
  await product.clockAhead(0)
  const address = await deploy(other)
  await product.clockAhead(minutes(10))
  await product.services.control('POST /services/site/inject', {
    match: 'GET /x/deployments?',
    kind: 'status',
    status: 404,
  })
  const device = await amelie.get(href('deviceById', { ...at, deviceId: other }))
  await product.services.control('DELETE /services/site/inject')
  expect(device.text).toContain('Stalled')
  expect((await amelie.get(address)).text).toContain('1 controller has stalled')
})

test('one that begins later waits for its time, and for a controller that is offline; before, nothing has stalled', async () => {
  await product.clockAhead(0)
  const { clock } = product.services.world
  const wanted = { device: [third, offline], wish: ['install:weather@2.0.0'] }
  const form = await amelie.get(href('newDeployment', at, wanted))
  const over = new Date(clock.now() - minutes(60)).toISOString()
  const refused = await form.submit(changeForm, { fill: { scheduledAt: over } })
  expect(refused.status).toBe(422)
  expect(summaryOf(refused)).toEqual([{ field: 'scheduledAt', text: 'Choose a time within the next 24 hours' }])
  const offered = form.root.querySelectorAll('[name=scheduledAt] option').map((one) => one.getAttribute('value') ?? '')
  expect(offered).toHaveLength(24)
  const begins = offered[2] ?? ''
  const atOnce = await form.submit(changeForm)
  expect(atOnce.text).toMatch(/SCI-06.*Skipped ?offline/)
  const plan = await form.submit(changeForm, { fill: { scheduledAt: begins } })
  expect(plan.text).toContain('The deployment starts later')
  expect(plan.text).toMatch(/SCI-06.*offline now: waits until/)
  const page = await plan.submit(changeForm, { press: '_stage=apply' })
  expect(page.text).toMatch(/Starts in \d/)
  expect(page.text).toMatch(/Scheduled for \d{4}-/)
  expect(page.root.querySelector('main [aria-live] time')?.getAttribute('datetime')).toBe(begins)
  expect(page.text).not.toContain('continues in the background')
  expect(page.html).not.toContain('http-equiv="refresh"')
  expect((await page.follow('Refresh every 10 seconds')).html).toContain('http-equiv="refresh"')
  const itself = await amelie.get(href('deviceById', { ...at, deviceId: third }))
  expect(itself.text).toMatch(/Deployment waiting.*Scheduled for \d{4}-/)
  const list = await amelie.get(href('customerDevices', at, { work: 'deploying', q: itself.title.split(' ·')[0] }))
  expect(list.text).toContain('Deployment waiting')
  for (const { text } of [itself, list]) expect(text).not.toContain('Deploying packages')
  const ofThird = async () =>
    (await product.services.call('site', `GET /devices/${third}/deployments`, { as: 'amelie' })).body[0]
  expect(await ofThird()).toMatchObject({ status: 'NotStarted', scheduledAt: begins })
  await product.clockAhead(minutes(30))
  const waiting = await amelie.get(page.address)
  expect(waiting.text).not.toMatch(/Stalled|has stalled/)
  expect((await (await amelie.raw('GET', `${waiting.address}/csv`)).text()).split('\r\n')[1]).toContain(begins)
  clock.advance(Date.parse(begins) - clock.now() + minutes(3))
  expect((await ofThird()).status).toBe('PackageInstallationSuccess')
  const begun = await amelie.get(page.address)
  expect(begun.text).toMatch(/SCI-06.*Not started/)
  expect([begun.text.includes('Scheduled for'), begun.html.includes('http-equiv="refresh"')]).toEqual([false, true])
})
