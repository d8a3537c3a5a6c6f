/** What is counted, where whoever watches the console reads it (docs/operating.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { freePort } from '../harness/ports'
import { changeForm } from '../requests/on-record'

let product: Console
let meters: string

beforeAll(async () => {
  const port = await freePort()
  meters = `http://127.0.0.1:${port}`
  product = await startTestConsole({ env: { METRICS_PORT: String(port) } })
})
afterAll(() => product.close())

const read = async () => (await fetch(`${meters}/metrics`)).text()
/** The figure of a line, by its name and labels. */
const figure = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')[1] ?? 0,
  )

test('pages, calls of services and records of the trail are counted by how they ended', async () => {
  const amelie = await product.signedIn('amelie')
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  const before = await read()
  const at = { tenantId, customerId: customerIdOf('CUS1004') }
  await amelie.get(href('customerSites', at))
  await amelie.get(href('customerSites', { ...at, customerId: tenantId }))
  const form = await amelie.get(href('customerSettings', at))
  await form.submit(changeForm, { fill: { description: 'Counted' } })
  await product.services.control('POST /services/tenant/inject', { kind: 'status', status: 503, times: 1 })
  await amelie.get(href('customerSettings', at))
  const after = await read()
  const more = (line: string) => figure(after, line) - figure(before, line)
  expect(more('plantroom_request_seconds_count{kind="form",status="303"}')).toBe(1)
  expect(more('plantroom_request_seconds_count{kind="page",status="404"}')).toBe(1)
  expect(more('plantroom_request_seconds_count{kind="page",status="200"}')).toBeGreaterThanOrEqual(3)
  expect(more('plantroom_backend_call_seconds_count{service="tenant",outcome="503"}')).toBe(1)
  expect(more('plantroom_backend_call_seconds_count{service="site",outcome="200"}')).toBeGreaterThan(0)
  expect(more('plantroom_trail_records_total{entry="intent",outcome="pending"}')).toBe(1)
  expect(more('plantroom_trail_records_total{entry="outcome",outcome="done"}')).toBe(1)
  expect(figure(after, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('nothing that is counted names anybody or anything, and nothing else is answered there', async () => {
  const text = await read()
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|amelie|tremblay|\/tenants/i)
  expect(text).not.toContain(userIdOf('hugo.lapointe@boreal.example'))
  expect((await fetch(`${meters}/`)).status).toBe(404)
  expect((await fetch(`${meters}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await product.visitor().get('/metrics')).status).toBe(404)
})
