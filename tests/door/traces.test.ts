/** What is told of requests where a collector of OpenTelemetry is configured (docs/operating.md). */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { paths } from '../../app/paths'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Collector, startCollector, type TakenSpan } from '../harness/collector'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream, type Upstream } from '../harness/upstream'
import { changeForm } from '../requests/on-record'

let collector: Collector
let product: Console
let upstream: Upstream

beforeAll(async () => {
  collector = await startCollector()
  product = await startTestConsole({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'plantroom-under-test',
      // How long the library gathers, ms.
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
  })
  upstream = listenUpstream(product.services)
})
afterAll(async () => {
  upstream.stop()
  await product.close()
  await collector.close()
})

/** The newest request of a name, with everything below it, once it has come. */
async function told(name: string): Promise<{ request: TakenSpan; parts: TakenSpan[] }> {
  const found = () => collector.spans().findLast((span) => span.name === name)
  await expect.poll(found, { timeout: 15_000 }).toBeDefined()
  const request = found() as TakenSpan
  return { request, parts: collector.spans().filter((span) => span.parentSpanId === request.spanId) }
}

const of = (span: TakenSpan | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue))
}

test('a request is told with its calls of services and what it wrote, each below the one it is part of', async () => {
  const amelie = await product.signedIn('amelie')
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  await amelie.get(`${href('customerSites', at)}?search=Sainte-Ursule`)
  const page = await told(`GET ${paths.customerSites}`)
  expect(page.request.parentSpanId || undefined).toBeUndefined()
  expect(of(page.request, 'http.response.status_code')).toBe(200)
  expect(of(page.request, 'plantroom.kind')).toBe('page')
  const call = page.parts.find((span) => of(span, 'plantroom.service') === 'site')
  expect(of(call, 'http.response.status_code')).toBe(200)
  expect(call?.name).toBe(`GET ${of(call, 'url.template')}`)
  expect(product.log()).toContain(`"trace":"${page.request.traceId}"`)
  const heard = upstream.heard().filter(({ headers }) => String(headers.traceparent).includes(page.request.traceId))
  expect(heard.map(({ service }) => service)).toContain('site')

  const form = await amelie.get(href('customerSettings', at))
  await form.submit(changeForm, { fill: { description: 'Told to nobody' } })
  const change = await told(`POST ${paths.customerSettings}`)
  expect(of(change.request, 'plantroom.kind')).toBe('form')
  const named = (name: string | RegExp) => change.parts.filter((span) => span.name.match(name))
  const [intent] = named(/^insert trail$/)
  const [kept] = named(/^commit$/).filter(({ startTimeUnixNano: began }) => began >= (intent?.endTimeUnixNano ?? ''))
  const [put] = named(/^PUT /)
  expect(of(intent, 'db.collection.name')).toBe('trail')
  expect(of(intent, 'db.system.name')).toBe(product.databaseUrl ? 'postgresql' : 'sqlite')
  // On disk before anything is sent.
  expect(BigInt(kept?.endTimeUnixNano ?? 0) <= BigInt(put?.startTimeUnixNano ?? 0)).toBe(true)
  expect(named(/^insert trail$/)).toHaveLength(2)
})

test('what failed is told as failed', async () => {
  const amelie = await product.signedIn('amelie')
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  await product.services.control('POST /services/tenant/inject', { kind: 'status', status: 503, times: 1 })
  await amelie.get(href('customerSettings', at))
  const failed = () => collector.spans().find((span) => of(span, 'http.response.status_code') === 503)
  await expect.poll(failed, { timeout: 15_000 }).toMatchObject({ status: { code: 2 } })
})

test('nothing that is told names anybody or anything, and nobody says from outside what a trace is', async () => {
  const trace = '0123456789abcdef0123456789abcdef'
  const stranger = await fetch(`${product.origin}/login`, {
    redirect: 'manual',
    headers: { traceparent: `00-${trace}-0123456789abcdef-01`, baggage: 'person=amelie' },
  })
  expect(stranger.status).toBeLessThan(400)
  await fetch(`${product.origin}/tenants/somebody@example.com?code=secret`, { redirect: 'manual' })
  await told(`GET ${paths.tenant}`)
  const all = collector.taken.map(({ body }) => body).join('\n')
  expect(all).toContain('plantroom-under-test')
  expect(all).not.toMatch(
    /[0-9a-f]{8}-[0-9a-f]{4}|amelie|tremblay|boreal\.|Ursule|Told to nobody|@|\?|bearer|eyJ|healthz/i,
  )
  expect(all).not.toContain(trace)
  expect(new Set(collector.taken.map(({ url }) => url))).toEqual(new Set(['/v1/traces']))
  expect(collector.taken.every(({ headers }) => headers.authorization === 'Bearer of-the-collector')).toBe(true)
})

test('a collector that takes nothing changes no answer, is told of in the log, and holds up no stop', async () => {
  collector.refuse()
  expect((await product.visitor().get('/login')).status).toBe(200)
  await expect.poll(() => product.log(), { timeout: 15_000 }).toContain('traces could not be exported')
  await collector.close()
  expect((await product.visitor().get('/login')).status).toBe(200)
  expect(await product.stop()).toBe(0)
})

test('where nobody collects, what sends is not even loaded', () => {
  const built = readFileSync('build/server/index.js', 'utf8')
  expect(built).toMatch(/import\(\s*["']@opentelemetry\/sdk-trace-node["']\s*\)/)
  expect(built).not.toMatch(/^import .*@opentelemetry/m)
})
