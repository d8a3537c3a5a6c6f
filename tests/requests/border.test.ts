/** What reaches the services from an address, and what comes back from them when they answer strangely. */
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type ChangingProxy, startChangingProxy, withJson } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf } from './on-record'

let product: Console
let proxy: ChangingProxy
let amelie: Visitor
let laurier: { tenantId: string; customerId: string }
let site: typeof laurier & { groupId: string; siteId: string }

beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ env: proxy.env })
  proxy.lead(product.services.origin)
  amelie = await englishReader(product, 'amelie')
  laurier = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1001') }
  site = { ...laurier, groupId: seedId('group', 'Québec offices'), siteId: siteIdOf(1) }
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})
afterEach(() => {
  proxy.change = null
  proxy.address = (url) => url
})

test('a name longer than the console gives is no hindrance to another field; typed, it is refused', async () => {
  const long = `Tour ${'Laurier '.repeat(18)}1`
  const { store } = product.services.world
  const own = store.get<{ name: string }>('SELECT name FROM site WHERE id = ?', site.siteId)?.name ?? ''
  store.run('UPDATE site SET name = ? WHERE id = ?', long, site.siteId)
  // A backend that gave such a name takes it, too; the reference services do not.
  proxy.change = ({ method, status }) =>
    method === 'PUT' && status >= 400
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
      : undefined
  try {
    const page = await amelie.get(href('siteSettings', site))
    const saved = await page.submit(changeForm, { fill: { description: 'With a long name' } })
    expect([saved.status, saved.address]).toEqual([200, expect.stringContaining('?changed=')])
    const refused = await page.submit(changeForm, { fill: { name: `${long}2` } })
    expect([refused.status, summaryOf(refused)]).toEqual([422, [{ text: '“Name” is too long', field: 'name' }]])
  } finally {
    store.run('UPDATE site SET name = ? WHERE id = ?', own, site.siteId)
  }
})

test('types that a backend names in English alone are in French for French readers, and found as they are sent', async () => {
  proxy.headers = (headers) => ({ ...headers, 'accept-language': 'en' })
  try {
    const french = (address: string) => amelie.get(`${address}${address.includes('?') ? '&' : '?'}lng=fr`)
    const list = await french(href('customerEquipment', laurier))
    expect(list.root.querySelector('main tbody')?.text).toContain('Centrale de traitement d’air')
    const option = list.root.querySelector('main input[name=type][value=Air_Handling_Unit]')?.closest('label')
    expect(option?.text.trim()).toBe('Centrale de traitement d’air')
    const narrowed = await french(href('customerEquipment', laurier, { type: 'Air_Handling_Unit' }))
    expect(narrowed.root.querySelectorAll('main tbody th').length).toBeGreaterThan(0)
    const controller = await amelie.get(href('deviceById', { ...laurier, deviceId: deviceIdOf('story-1') }))
    const catalogs = await french(`${controller.address}/catalogs?q=${encodeURIComponent('analogInput 1')}`)
    expect(catalogs.root.querySelector('main tbody')?.text).toContain('Entrée analogique 1')
    expect(catalogs.text).not.toContain('analogInput')
    const point = await french(
      `${controller.address}/points/${seedId('point', `${deviceIdOf('story-1')}/analogInput/1`)}`,
    )
    expect(point.status).toBe(200)
    expect(point.text).toContain('Entrée analogique 1')
    expect(point.text).not.toContain(' Sensor')
  } finally {
    proxy.headers = (headers) => headers
    amelie.setCookie('lng', 'en')
  }
})

describe('an id that no header can carry', () => {
  const strange = ['%F0%9F%98%80', '%E2%80%8B', '%C3%A9%F0%9F%98%80', 'a%20%E2%82%AC', '%7F', '%0D%0Ax', '%C2%85']
  const places = (id: string) => [
    `/tenants/${id}`,
    `/tenants/${laurier.tenantId}/customers/${id}`,
    `/tenants/${laurier.tenantId}/customers/${id}/devices`,
    `/tenants/${laurier.tenantId}/customers/${id}/groups/none/sites/${id}`,
  ]

  test('is refused before anything is asked for it, however often, and everybody goes on reading', async () => {
    const upstream = listenUpstream(product.services)
    for (const asked of Array.from({ length: 4 }, () => strange.map(places)).flat()) {
      const answers = await Promise.all(asked.map((address) => amelie.raw('GET', address)))
      for (const [at, answer] of answers.entries()) {
        await answer.arrayBuffer()
        expect([400, 404], asked[at]).toContain(answer.status)
      }
    }
    const heard = upstream.heard()
    upstream.stop()
    expect(heard.filter(({ headers }) => !/^[\x21-\x7e]*$/.test(String(headers['x-organization'] ?? '')))).toEqual([])
    const page = await amelie.get(href('customerDevices', laurier))
    expect(page.status).toBe(200)
    expect(page.text).toContain('VAV 12-04')
  }, 30_000)
})

describe('a list whose cursor leads back to where it was', () => {
  /** Every list goes on for ever: in the envelope, and in the header of bare lists. */
  const goRound = () => {
    proxy.address = (url) => url.replace(/[?&]continuationToken=again/, '')
    proxy.change = (answer) => {
      const link = `<${answer.url.split('?')[0]}?continuationToken=again>; rel="next"`
      const { body } = withJson(answer, (json) => withCursor(json, 'again')) ?? answer
      return { body, headers: { ...answer.headers, link } }
    }
  }

  test.each([
    ['the people by their initials', () => href('users', laurier, { initials: 'A' })],
    ['the roles of a person', () => href('userRoles', { ...laurier, userId: userIdOf('mei.chen@boreal.example') })],
    ['the settings of all that match', () => href('siteNetworkSettings', site, { all: 1 })],
  ] as const)('%s are shown as far as they were read', async (_, address) => {
    goRound()
    const page = await soon(amelie.get(address()))
    expect(page.status).toBe(200)
    expect((await soon(amelie.raw('GET', '/healthz'))).status).toBe(200)
  })

  test.each([
    ['controllers', () => href('customerDevicesCsv', laurier)],
    ['sites', () => href('customerSitesCsv', laurier)],
    ['people', () => href('usersCsv', laurier)],
  ] as const)('a file of %s ends with a line that says that it is not whole', async (_, address) => {
    goRound()
    const answer = await soon(amelie.raw('GET', address()))
    expect(answer.status).toBe(200)
    expect((await soon(answer.text())).trimEnd().split('\r\n').at(-1)).toBe(
      'This list is incomplete: the service repeats itself',
    )
    expect((await soon(amelie.raw('GET', '/healthz'))).status).toBe(200)
  })

  test('everything that matches cannot be deployed to, and says why', async () => {
    goRound()
    const all = href('newDeployment', laurier, { all: 1, q: 'VAV 12-0' })
    const page = await soon(amelie.get(all))
    expect(page.status).toBe(502)
    expect(page.text).toContain('Try again')
    proxy.change = null
    proxy.address = (url) => url
    expect((await soon(amelie.get(all))).status).toBe(200)
  })
})

describe('an answer that does not fit', () => {
  test('costs its row, which is said beside the list, in the log and on the operator page, and never what was there', async () => {
    proxy.change = (answer) =>
      answer.url.includes('/x/devices')
        ? withJson(answer, (json) => {
            const { data, ...rest } = json as { data: object[] }
            // A page of one row is asked for its count alone.
            if (data.length < 2) return json
            return { ...rest, data: data.map((row, at) => (at < 3 ? { ...row, id: { secret: 'canary-value' } } : row)) }
          })
        : undefined
    const page = await amelie.get(href('customerDevices', laurier))
    expect(page.status).toBe(200)
    expect(page.text).toContain('3 rows could not be read')
    proxy.change = null
    const operator = (await (await englishReader(product, 'marcus')).get('/operator')).text
    expect(operator).toMatch(/site GET \/x\/devices ?data\[\]\.id ?an id ?3/)
    expect(product.log()).toContain('"call":"GET /x/devices","field":"data[].id","expected":"an id"')
    expect(product.log().split('"field":"data[].id"')).toHaveLength(2)
    expect(product.log()).not.toContain('canary-value')
  })

  test('is bounded however small it is packed', async () => {
    proxy.change = (answer) =>
      answer.url.includes('/x/devices')
        ? {
            body: gzipSync(Buffer.alloc(40 * 1024 * 1024, ' ')),
            headers: { ...answer.headers, 'content-encoding': 'gzip' },
          }
        : undefined
    const page = await amelie.get(href('customerDevices', laurier, { q: 'packed' }))
    expect([page.status, page.text]).toEqual([502, expect.stringContaining('too large')])
  })

  test('keeps the code of a refusal whose other members are null', async () => {
    const address = href('customerSettings', laurier)
    const form = await amelie.get(address)
    proxy.change = (answer) =>
      answer.method === 'PUT'
        ? {
            status: 409,
            body: Buffer.from('{"ErrorCode":"4202","message":null,"errors":null,"details":null}'),
            headers: { 'content-type': 'application/json' },
          }
        : undefined
    const told = await form.submit(changeForm, { fill: { description: 'Typed here' } })
    expect(told.status).toBe(409)
    expect(told.html).toContain('Typed here')
    expect(told.text).toContain('The customer is archived and can only be read')
  })
})

test('a refusal without a code stands at the fields it names, however they are written', async () => {
  const form = await amelie.get(href('customerSettings', laurier))
  proxy.change = (answer) =>
    answer.method === 'PUT'
      ? {
          status: 400,
          body: Buffer.from('{"errors":{"Name":["Not this one"],"$.description":"errors.field.tooLong"}}'),
          headers: { 'content-type': 'application/problem+json' },
        }
      : undefined
  const told = await form.submit(changeForm, { fill: { description: 'Typed there' } })
  expect(told.status).toBe(400)
  expect(summaryOf(told)).toEqual([
    { text: 'Not this one', field: 'name' },
    { text: '“Description” is too long', field: 'description' },
  ])
  expect(told.text).toContain('Some values cannot be used')
  expect(told.text).not.toContain('without saying why')
})

describe('a gateway in between', () => {
  const gateway = (status: number, headers: Record<string, string> = {}) => {
    proxy.change = (answer) =>
      answer.url.includes(`/customers/${laurier.customerId}`) && !answer.url.includes('/x/')
        ? { status, body: Buffer.from('<html>no</html>'), headers: { 'content-type': 'text/html', ...headers } }
        : undefined
  }

  test.each([400, 403, 407, 418, 426])('that answers %d is not taken for the service', async (status) => {
    gateway(status)
    const page = await (await englishReader(product, 'usha')).get(href('customerSites', laurier))
    expect(page.status).toBe(502)
    expect(page.text).toMatch(/The service is “(?:site|tenant)”/)
  })

  test('that asks to wait a moment is asked again after it', async () => {
    let left = 1
    proxy.change = (answer) => {
      if (answer.service !== 'tenant' || !answer.url.endsWith(`/customers/${laurier.customerId}`) || left === 0)
        return undefined
      left -= 1
      return { status: 429, body: Buffer.from(''), headers: { 'retry-after': '1' } }
    }
    const page = await (await englishReader(product, 'amelie')).get(href('customerSites', laurier))
    expect([page.status, left]).toEqual([200, 0])
  })
})

test('what a tenant may have is shown to that tenant alone', async () => {
  proxy.change = (answer) =>
    answer.service === 'product'
      ? withJson(answer, (json) => (json as object[]).map((row) => ({ ...row, name: 'Only for Lakeshore' })))
      : undefined
  const marcus = await englishReader(product, 'marcus')
  const there = await marcus.get(href('models', { tenantId: tenantIdOf(product.services.world, 'lakeshore') }))
  expect(there.text).toContain('Only for Lakeshore')
  const here = await amelie.get(href('models', laurier))
  expect(here.status).toBe(200)
  expect(here.text).not.toContain('Only for Lakeshore')
})

/** A guard against hanging: an answer that takes this long never comes. */
async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer came')), 20_000)
  })
  return Promise.race([work, never]).finally(() => clearTimeout(timer))
}

function withCursor(json: unknown, continuationToken: string): unknown {
  return json && typeof json === 'object' && 'data' in json ? { ...json, continuationToken } : json
}
