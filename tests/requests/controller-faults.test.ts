/**
 * Faults of a controller of another maker: a box without a point for its fan, mapped on the points that its link lists,
 * the samples that the link reports, and what the console shows of a rule that they break, until it comes back.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import type { LinkEvents, Measurement, ObjectDescription } from '../../services/link/port'
import { faultIdOf } from '../../services/operations/faults/fault-records'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { createTableLink, emptyTable } from '../harness/table-link'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader } from './on-record'

const device = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const minute = 60_000

const object = (objectInstance: number, name: string, unit: string | null): ObjectDescription => ({
  objectType: unit ? 'analogInput' : 'binaryInput',
  objectInstance,
  name,
  displayName: name,
  kind: unit ? 'number' : 'boolean',
  unit,
  precision: 1,
  min: null,
  max: null,
  states: unit ? null : ['Off', 'On'],
  covIncrement: 0.1,
  isWritable: false,
})
const table = emptyTable([
  object(1, 'Box 7 Airflow', 'L/s'),
  object(2, 'Box 7 Airflow setpoint', 'L/s'),
  object(1, 'Box 7 Occupancy', null),
])
const roles = {
  FLOW: { pointTypeId: 'Supply_Air_Flow_Sensor', name: 'Box 7 Airflow' },
  FLOWSP: { pointTypeId: 'Supply_Air_Flow_Setpoint', name: 'Box 7 Airflow setpoint' },
  OCC: { pointTypeId: 'Occupancy_Status', name: 'Box 7 Occupancy' },
} as const

let product: Console
let amelie: Visitor
let events: LinkEvents
let montcalm: { tenantId: string; customerId: string }
let fault = ''
const pointIds = new Map<string, string>()

const site = async (line: string, body?: unknown) => {
  const reply = await product.services.call('site', line, { as: 'amelie', body })
  expect([line, reply.status < 300], JSON.stringify(reply.body)).toEqual([line, true])
  return reply.body
}

beforeAll(async () => {
  const link = createTableLink(table)
  const start = async (own: LinkEvents) => {
    events = own
  }
  product = await startTestConsole({ services: { links: { table: { ...link, start } } } })
  const { world } = product.services
  amelie = await englishReader(product, 'amelie')
  montcalm = { tenantId: tenantIdOf(world, 'boreal'), customerId: customerIdOf('CUS1004') }
  world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, device)
  await site('POST /devices/sync-state', { deviceIds: [device] })
  world.clock.advance(3_000)
  const points = async (): Promise<Point[]> => site(`GET /devices/${device}/points`)
  await vi.waitFor(async () => expect(await points()).toHaveLength(3), { timeout: 10_000, interval: 50 })
  for (const { name, id } of await points()) pointIds.set(name, id)

  const { spaceId } = await site(`GET /devices/${device}`)
  const [box] = await site(`POST /spaces/${spaceId}/equipment`, { name: 'Box 7', type: 'Variable_Air_Volume_Box' })
  await site(`POST /equipment/devices/${device}/link`, { equipmentIds: [box.id] })
  const { eTag } = await site('POST /points/point-mappings', { equipmentId: box.id })
  const mappings = Object.entries(roles).map(([role, { pointTypeId, name }]) => ({
    ...{ role, pointTypeId, pointId: pointIds.get(name) },
  }))
  await site('PUT /points/mapped-points', { equipmentId: box.id, eTag, mappings })
  fault = faultIdOf(box.id, 'g36-vav-lowflow')
}, 60_000)
afterAll(() => product.close())

/** Reports what the controller measures, for some minutes. */
async function pass(minutes: number, flow: number): Promise<void> {
  const { clock } = product.services.world
  const values = { FLOW: flow, FLOWSP: 100, OCC: true }
  for (let passed = 0; passed < minutes; passed++) {
    const measured = Object.entries(values).map(
      ([role, value]): Measurement => ({
        pointId: pointIds.get(roles[role as keyof typeof roles].name) ?? '',
        at: clock.now(),
        value,
        quality: 'good',
      }),
    )
    events.values(device, measured)
    clock.advance(minute)
    await new Promise(setImmediate)
  }
}

const list = (search = {}) => amelie.get(href('customerFaults', montcalm, { q: 'Box 7', ...search }))
const own = () => amelie.get(href('fault', { ...montcalm, faultId: fault }))
const rows = (page: Page) =>
  page.root.querySelectorAll('main .choices tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim())

test('is raised by what was measured, and listed with its evidence and its trend', async () => {
  await pass(35, 98)
  expect(rows(await list())).toEqual([])
  await pass(12, 40)
  expect(rows(await list())).toEqual([expect.stringContaining('Low airflow')])
  const page = await own()
  expect(page.title).toContain('Low airflow, Box 7')
  const evidence = page.root.querySelectorAll('main section').find((one) => one.text.includes('Evidence'))
  expect(evidence?.structuredText).toMatch(/Airflow FLOW\s+40\sL\/s/)
  expect(evidence?.structuredText).toMatch(/Airflow setpoint FLOWSP\s+100\sL\/s/)
  expect(page.root.querySelectorAll('figure.chart svg path').length).toBeGreaterThan(1)
  expect(page.text).not.toContain('Recurred')
})

test('ends when it is measured to be over, is resolved, and is named as returned when it comes back', async () => {
  await pass(45, 98)
  const form = await amelie.get(href('faultsResolving', montcalm, { fault }))
  const plan = await form.submit(changeForm, { fill: { resolution: 'fixed' } })
  expect(plan.text).toContain('Resolve 1 fault')
  const done = await plan.submit(changeForm, { press: '_stage=apply' })
  expect([done.status, (await own()).text]).toEqual([
    200,
    expect.stringMatching(/Resolved by Amélie Tremblay on .*: Fixed/),
  ])
  expect(rows(await list())).toEqual([])
  await pass(8, 98)
  expect(rows(await list({ status: 'returned' }))).toEqual([])
  await pass(12, 45)
  expect(rows(await list({ status: 'returned' }))).toEqual([
    expect.stringMatching(/Low airflow.*Recurred|Recurred.*Low/),
  ])
  expect((await own()).text).toMatch(/This fault was resolved by Amélie Tremblay on 20\d\d-/)
})
