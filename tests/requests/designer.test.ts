/**
 * The embedded designer through the door: what it brings for the browser, passed on from a server that behaves as it
 * likes; the pages of its projects; and its calls, for which a ticket speaks.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader } from './on-record'
import { sendRaw } from './raw'

let product: Console
let files: Server
let heard: IncomingMessage[] = []
let closedEarly = 0
let amelie: Visitor
let silence: Promise<{ status: number; ms: number }>
let site: { tenantId: string; customerId: string; groupId: string; siteId: string }

const large = Buffer.alloc(1024 * 1024, 'x')

/** Answers as no good server would, by the name that is asked for. */
function listen(): Promise<Server> {
  const server = createServer((request, response) => {
    heard.push(request)
    const name = new URL(request.url ?? '', 'http://files').pathname.split('/').at(-1) ?? ''
    const status = Number(/^status-(\d+)$/.exec(name)?.[1] ?? 200)
    response.setHeader('set-cookie', 'plantroom=stolen')
    response.setHeader('content-security-policy', "default-src *; script-src * 'unsafe-inline'")
    response.setHeader('x-frame-options', 'ALLOWALL')
    response.setHeader('service-worker-allowed', '/')
    response.setHeader('etag', '"one"')
    if (name === 'odd') response.setHeader('content-type', 'application/x-msdownload')
    else response.setHeader('content-type', name.endsWith('.html') ? 'text/html' : 'text/javascript; charset=utf-8')
    if (name === 'silent' || name === 'left') {
      request.socket.once('close', () => {
        if (name === 'left') closedEarly += 1
      })
      return
    }
    if (name === 'leads-away') {
      response.writeHead(302, { location: 'https://evil.example/script.js' }).end()
      return
    }
    if (name === 'cut') {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
      setImmediate(() => request.socket.destroy())
      return
    }
    if (name === 'large') {
      for (let part = 0; part < 17; part += 1) response.write(large)
      response.end()
      return
    }
    if (request.headers['if-none-match'] === '"one"') {
      response.writeHead(304).end()
      return
    }
    response.writeHead(status).end(request.method === 'HEAD' ? undefined : 'draw()')
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

beforeAll(async () => {
  files = await listen()
  const { port } = files.address() as AddressInfo
  product = await startTestConsole({
    env: { DESIGNER_ASSETS_URL: `http://127.0.0.1:${port}/kept/here/` },
    hasMovableClock: true,
  })
  const began = performance.now()
  silence = fetch(`${product.origin}/designer/silent`).then(({ status }) => ({ status, ms: performance.now() - began }))
  amelie = await englishReader(product, 'amelie')
  const { body } = await product.services.call('site', `GET /sites/${siteIdOf(1)}`, { as: 'amelie' })
  const groupId = body.path.find(({ type }: { type: string }) => type === 'group')?.id ?? 'none'
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  site = { tenantId, customerId: customerIdOf('CUS1001'), groupId, siteId: siteIdOf(1) }
})
afterAll(async () => {
  await product.close()
  files.closeAllConnections()
  await new Promise((resolve) => files.close(resolve))
})

const asked = () => {
  const all = heard.filter(({ url }) => !url?.endsWith('/silent'))
  heard = []
  return all
}

describe('what the designer brings', () => {
  test('comes from its folder, with nothing of who asks and nothing but the file', async () => {
    asked()
    const headers = {
      authorization: 'Bearer secret',
      referer: `${product.origin}/tenants/x`,
      'x-forwarded-for': '203.0.113.9',
      'x-organization': 'secret',
    }
    const answer = await amelie.raw('GET', '/designer/parts/viewer%20two.js?v=1', { headers })
    expect([answer.status, await answer.text()]).toEqual([200, 'draw()'])
    const [only, ...others] = asked()
    expect([only?.method, only?.url, others.length]).toEqual(['GET', '/kept/here/parts/viewer%20two.js?v=1', 0])
    expect(Object.keys(only?.headers ?? {}).sort()).toEqual(
      ['accept', 'accept-encoding', 'accept-language', 'connection', 'host'].sort(),
    )
    expect(JSON.stringify(only?.headers)).not.toMatch(/secret|plantroom|203\.0/)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('service-worker-allowed')).toBe(null)
    expect(answer.headers.get('etag')).toBe('"one"')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('runs without an origin, loads from its own folder alone, and stands in our pages alone', async () => {
    const answer = await amelie.raw('GET', '/designer/viewer.html')
    const policy = (answer.headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).toContain(`script-src ${product.origin}/designer/`)
    expect(policy).toContain(`connect-src ${product.origin}/designer/`)
    expect(policy).toContain("webrtc 'block'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy.join()).not.toMatch(/allow-same-origin|\*|nonce/)
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(answer.headers.get('access-control-allow-credentials')).toBe(null)
  })

  test('is asked whether it changed, and for its head alone', async () => {
    const again = await amelie.raw('GET', '/designer/viewer.js', { headers: { 'if-none-match': '"one"' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    asked()
    const head = await amelie.raw('HEAD', '/designer/viewer.js')
    expect([head.status, await head.text(), asked()[0]?.method]).toEqual([200, '', 'HEAD'])
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('is not sent a %s', async (method) => {
    asked()
    const answer = await amelie.raw(method, '/designer/viewer.js', method === 'OPTIONS' ? {} : { body: 'a=1' })
    expect([answer.status, answer.headers.get('allow'), asked()]).toEqual([405, 'GET, HEAD', []])
  })

  test.each([
    '/designer/../tenants',
    '/designer/%2e%2e/up',
    '/designer/..%2fup',
    '/designer/%252e%252e%252fup',
    '/designer/a%2fb.js',
    '/designer//evil.example/a.js',
    '/designer/a//b.js',
    '/designer/a%5cb',
    '/designer/%00',
  ])('does not climb out of its folder by %s', async (path) => {
    asked()
    const { port, host } = new URL(product.origin)
    const { status } = await sendRaw(Number(port), `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    expect([status, asked()]).toEqual([400, []])
  })

  test.each([
    ['status-404', 404],
    ['status-401', 404],
    ['status-403', 404],
    ['status-500', 502],
    ['status-206', 502],
    ['leads-away', 502],
    ['cut', 502],
    ['large', 502],
  ])('that answers with %s is told as %i', async (name, status) => {
    const answer = await amelie.raw('GET', `/designer/${name}`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('location')).toBe(null)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await answer.text()).not.toContain('evil.example')
  })

  test('and is of no kind that a browser draws or runs, is saved', async () => {
    const answer = await amelie.raw('GET', '/designer/odd')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe('attachment')
  })

  test('is let go when nobody waits for it any more', async () => {
    const { port, host } = new URL(product.origin)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET /designer/left HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
    await expect.poll(() => heard.some(({ url }) => url?.endsWith('/left')), { timeout: 10_000 }).toBe(true)
    socket.destroy()
    await expect.poll(() => closedEarly, { timeout: 10_000 }).toBe(1)
  })
})

describe('the pages of a site in the embedded designer', () => {
  test('are a list with title, size and picture, and only they may have a frame', async () => {
    const page = await amelie.get(href('siteDesignerViewer', site))
    expect(page.status).toBe(200)
    const list = page.root.querySelectorAll('.drawings li')
    expect(list.map((one) => one.querySelector('bdi')?.text)).toEqual([
      'Place Boréale',
      'AHU-1',
      'Level 12',
      'Central plant',
    ])
    expect(list[0]?.text).toMatch(/1,280 × 470\s*Home page/)
    const pictures = list.map((one) => one.querySelector('img')?.getAttribute('src') ?? '')
    for (const picture of pictures) {
      const answer = await amelie.raw('GET', picture.replaceAll('&amp;', '&'))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox/)
      expect(await answer.text()).toContain('<svg')
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
      expect((await amelie.raw('GET', picture.replaceAll('&amp;', '&'), { headers })).status).toBe(304)
    }
    expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
    expect(page.html).not.toMatch(/<iframe|Bearer|"ticket":/)
    const other = await amelie.get(href('site', site))
    expect(other.headers.get('content-security-policy')).not.toContain('frame-src')
    expect((await other.follow('Place Boréale graphics')).address).toBe(href('siteDesigner', site))
    const tab = other.root.querySelectorAll('main header .tab-line a').find(({ text }) => text === 'Graphics')
    expect(tab?.getAttribute('href')).toBe(href('siteDesigner', site))
  })

  test('are one page chosen by the address; what the address cannot mean is said', async () => {
    const plant = await amelie.get(href('siteDesignerViewer', site, { page: 'plant.dg5' }))
    expect(plant.root.querySelector('[data-designer]')?.getAttribute('data-page')).toBe('plant.dg5')
    expect(plant.root.querySelector('.drawings [aria-current] bdi')?.text).toBe('Central plant')
    const unknown = await amelie.get(href('siteDesignerViewer', site, { page: 'nothing.dg5' }))
    expect(unknown.root.querySelector('[data-designer]')?.getAttribute('data-page')).toBe('index.dg5')
    expect(unknown.text).toContain('page=nothing.dg5')
    expect((await amelie.raw('GET', href('siteDesignerPicture', site, { page: 'nothing.dg5' }))).status).toBe(404)
  })

  test('are none where nobody has drawn any, and then no tab leads there', async () => {
    const { body } = await product.services.call('site', `GET /sites/${siteIdOf(2)}`, { as: 'amelie' })
    const groupId = body.path.find(({ type }: { type: string }) => type === 'group')?.id ?? 'none'
    const other = { ...site, customerId: body.customerId, groupId, siteId: siteIdOf(2) }
    const page = await amelie.get(href('siteDesignerViewer', other))
    expect([page.status, page.text.includes('This site has no graphics')]).toEqual([200, true])
    expect(page.root.querySelectorAll('[data-designer], .drawings')).toEqual([])
    const tabs = (await amelie.get(href('site', other))).root.querySelectorAll('main nav a')
    expect(tabs.map(({ text }) => text)).not.toContain('Graphics')
  })

  test('say so where the designer’s service is down', async () => {
    const claire = await product.signedIn('claire')
    await product.services.control('POST /services/designer/inject', { kind: 'status', status: 500, errorCode: 5003 })
    const page = await claire.get(href('siteDesignerViewer', site, { lng: 'fr' }))
    await product.services.control('DELETE /services/designer/inject')
    expect([page.status, page.root.querySelectorAll('.drawings')]).toEqual([200, []])
    expect(page.text).toContain('Cette partie ne peut pas être affichée pour le moment')
  })
})

describe('a ticket of the designer', () => {
  const ticketAt = async (visitor: Visitor, headers: Record<string, string> = {}) =>
    visitor.raw('GET', href('siteDesignerTicket', site), { headers })
  const ticketOf = async (visitor: Visitor) => (await (await ticketAt(visitor)).json()).ticket as string
  const project = () => href('designerProject', { nodeId: site.siteId })
  /** As the designer asks: from a document without an origin, which has no cookie. */
  const call = (address: string, ticket?: string, method = 'GET') =>
    product.visitor().raw(method, address, {
      headers: { origin: 'null', 'sec-fetch-site': 'cross-site', ...(ticket && { authorization: `Bearer ${ticket}` }) },
    })

  test('is given to the page around it alone, and kept by nobody', async () => {
    const answer = await ticketAt(amelie, { 'sec-fetch-site': 'same-origin' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('access-control-allow-origin')).toBe(null)
    for (const from of ['cross-site', 'same-site', 'none'])
      expect((await ticketAt(amelie, { 'sec-fetch-site': from })).status).toBe(403)
    expect((await ticketAt(await product.signedIn('paul'))).status).toBe(404)
    expect((await ticketAt(product.visitor())).status).toBe(302)
  })

  test('speaks for its person in the designer’s own calls, and each answer brings the next', async () => {
    const first = await ticketOf(amelie)
    const answer = await call(project(), first)
    expect(answer.status).toBe(200)
    const { projectId, pages } = await answer.json()
    expect(pages).toHaveLength(4)
    const next = answer.headers.get('x-designer-ticket') ?? ''
    expect([next === '', next === first]).toEqual([false, false])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toBe('x-designer-ticket')
    expect(answer.headers.get('access-control-allow-credentials')).toBe(null)
    const file = await call(href('designerFile', { projectId }, { path: 'ahu-1.dg5' }), next)
    const page = await file.json()
    expect(page).toMatchObject({ title: 'AHU-1', width: 1280 })
    const point = page.elements.find(({ label }: { label?: string }) => label === 'Supply air')
    const third = file.headers.get('x-designer-ticket') ?? ''
    const read = await call(href('designerPoints', {}, { device: point.deviceId, point: point.pointId }), third)
    expect(await read.json()).toEqual([{ id: point.pointId, text: expect.stringMatching(/^[\d.]+.°C$/), isOld: false }])
    expect(product.log()).not.toContain(first)
  })

  test('is asked for first by a browser, without anybody’s cookie', async () => {
    const answer = await call(project(), undefined, 'OPTIONS')
    expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization'])
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET')
    expect((await call(href('site', site), undefined, 'OPTIONS')).status).toBe(405)
    expect((await call(project(), await ticketOf(amelie), 'POST')).status).toBe(405)
  })

  test('is good for nothing else: no other site, no page, no other word', async () => {
    const ticket = await ticketOf(amelie)
    const { projectId } = await (await call(project(), ticket)).json()
    const elsewhere = deviceIdOf('montcalm-SCI-ECYVAV-1')
    const wrong: [string, number][] = [
      [href('designerProject', { nodeId: siteIdOf(2) }), 404],
      [href('designerFile', { projectId: siteIdOf(1) }, { path: 'ahu-1.dg5' }), 404],
      [href('designerFile', { projectId }, { path: '../ahu-1.dg5' }), 404],
      [href('designerFile', { projectId }), 404],
      [href('designerPoints', {}, { device: elsewhere, point: 'x' }), 404],
      [href('designerPoints', {}), 404],
      [href('site', site), 302],
      [href('siteDesignerTicket', site), 302],
    ]
    for (const [address, status] of wrong)
      expect([address, (await call(address, ticket)).status]).toEqual([address, status])
    const changed = `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`
    for (const other of [undefined, '', 'x', changed, `${ticket}x y`])
      expect((await call(project(), other)).status).toBe(401)
    // A cookie says nothing here.
    expect((await amelie.raw('GET', project())).status).toBe(401)
  })

  test('ends with the session that it was given in', async () => {
    const usha = await product.signedIn('usha')
    const ticket = await ticketOf(usha)
    expect((await call(project(), ticket)).status).toBe(200)
    const page = await usha.get(href('profile', {}))
    await usha.post(href('logout', {}), [
      ['_token', page.root.querySelector('[name=_token]')?.getAttribute('value') ?? ''],
    ])
    expect((await call(project(), ticket)).status).toBe(401)
  })

  test('is over after five minutes', async () => {
    const ticket = await ticketOf(amelie)
    await product.clockAhead(299_000)
    const late = await call(project(), ticket)
    expect(late.status).toBe(200)
    await product.clockAhead(302_000)
    expect((await call(project(), ticket)).status).toBe(401)
    expect((await call(project(), late.headers.get('x-designer-ticket') ?? '')).status).toBe(200)
    await product.clockAhead(0)
  })
})

test('a designer that says nothing is not waited for', async () => {
  const { status, ms } = await silence
  expect(status).toBe(502)
  expect(ms).toBeLessThan(60_000)
})
