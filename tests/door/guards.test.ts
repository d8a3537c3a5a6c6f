import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readFormBody } from '~/door/body'
import { checkSameSite } from '~/door/cross-site'
import { checkHost } from '~/door/host'
import { HttpError } from '~/door/http-error'
import { Limiter } from '~/door/limiter'
import { origins, trustedPeers } from '~/door/proxies'
import { readTarget } from '~/door/target'
import { returnAddress } from '~/session/return-address'

const origin = 'https://plantroom.example'

function reasonOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof HttpError ? error.reason : String(error)
  }
}

describe('the target of a request', () => {
  test.each([
    ['/', '/', ''],
    ['/tenants/1/users?page=2', '/tenants/1/users', '?page=2'],
    ['/a%20b/%C3%A9', '/a%20b/%C3%A9', ''],
  ])('%s is read', (raw, pathname, search) => {
    expect(readTarget(raw)).toEqual({ pathname, search })
  })

  const [small, capitals] = ['0bcd4f6a-1b2c-4d3e-8f90-a1b2c3d4e5f6', '0BCD4F6A-1B2C-4D3E-8F90-A1B2C3D4E5F6']

  test.each(['siteId', 'site', 'device', 'productId', 'place', 'under'])(
    '%s is an id, the same in capitals',
    (word) => {
      const search = (id: string) => `?q=a&${word}=none%2F${id}&${word}=${id}`
      expect(readTarget(`/tenants/${capitals}${search(capitals)}`)).toEqual({
        pathname: `/tenants/${small}`,
        search: search(small),
      })
    },
  )

  test.each(['after', 'before', 'q', 'search', 'continuationToken', 'list'])('%s is opaque', (word) => {
    const search = `?site=${small}&${word}=${capitals}`
    expect(readTarget(`/tenants/${small}${search}`)).toEqual({ pathname: `/tenants/${small}`, search })
  })

  test.each([
    undefined,
    '',
    '*',
    'http://plantroom.example/',
    '//evil.example/',
    '/a/../b',
    '/a/%2e%2e/b',
    '/a/%2E./b',
    '/a\\b',
    '/a%5cb',
    '/%',
    '/%f',
    '/%ff',
    '/%00',
    '/a%0d%0ab',
    '/a#b',
    '/caf\u00e9',
    `/${'a'.repeat(2_001)}`,
    `/?${'a'.repeat(8_001)}`,
  ])('%s is refused', (raw) => {
    expect(reasonOf(() => readTarget(raw))).toBe('target')
  })
})

describe('the name a request came under', () => {
  const names = { publicOrigin: 'http://localhost:3000', port: 3000, evaluation: true }

  test('is ours, whatever its case and with the default port or without', () => {
    expect(checkHost('LOCALHOST:3000', 'POST', names)).toBe('ours')
    expect(checkHost('plantroom.example:443', 'GET', { ...names, publicOrigin: origin })).toBe('ours')
  })

  test('another loopback name leads to the public origin in evaluation mode, for reading only', () => {
    expect(checkHost('127.0.0.1:3000', 'GET', names)).toBe('elsewhere')
    expect(checkHost('[::1]:3000', 'HEAD', names)).toBe('elsewhere')
    expect(reasonOf(() => checkHost('127.0.0.1:3000', 'POST', names))).toBe('host')
    expect(reasonOf(() => checkHost('127.0.0.1:3000', 'GET', { ...names, evaluation: false }))).toBe('host')
  })

  test.each([
    undefined,
    '',
    'a b',
    'localhost:3000, evil',
    'localhost:999999',
    'local/host',
    '@',
    'user@localhost:3000',
  ])('%s is no name', (host) => {
    expect(reasonOf(() => checkHost(host, 'GET', names))).toBe('headers')
  })

  test('any other name is refused', () => {
    expect(reasonOf(() => checkHost('evil.example', 'GET', names))).toBe('host')
    expect(reasonOf(() => checkHost('localhost:3001', 'GET', names))).toBe('host')
  })
})

describe('a request that may change something', () => {
  test.each([
    [{ 'sec-fetch-site': 'same-origin', origin }],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ origin }],
    [{ referer: `${origin}/login` }],
  ])('passes with %o', (headers) => {
    expect(checkSameSite('POST', headers, origin)).toBe(true)
  })

  test('is asked for its token where the browser says nothing', () => {
    expect(checkSameSite('POST', {}, origin)).toBe(false)
  })

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin }],
    [{ 'sec-fetch-site': 'none' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'https://evil.example', referer: `${origin}/` }],
    [{ origin: `${origin}.evil.example` }],
    [{ origin: 'http://plantroom.example' }],
    [{ referer: 'https://evil.example/https://plantroom.example/' }],
    [{ referer: 'nonsense' }],
  ])('is refused with %o', (headers) => {
    expect(reasonOf(() => checkSameSite('POST', headers, origin))).toBe('crossSite')
  })
})

describe('a place in a room', () => {
  test('that is left twice was left once, and nobody else’s with it', () => {
    const room = new Limiter({ max: 2, maxPerSender: 1 })
    const first = room.acquire('somebody')
    first.release()
    room.acquire('somebody')
    first.release()
    expect(reasonOf(() => room.acquire('somebody'))).toBe('busy')
  })
})

describe('a posted form', () => {
  const post = (body: string | Buffer, type = 'application/x-www-form-urlencoded') => {
    const request = Readable.from([Buffer.from(body)]) as unknown as IncomingMessage
    request.headers = { 'content-type': type }
    const room = new Limiter({ max: 1, maxPerSender: 1, maxBytes: 2 ** 20, maxBytesPerSender: 2 ** 20 })
    return readFormBody(request, room.acquire('somebody')).catch((error: unknown) =>
      error instanceof HttpError ? error.reason : String(error),
    )
  }

  test.each([
    '',
    'a=1&b=2',
    'a=%C3%A9&b=%20',
    'list[0].name=x&list[999].name=y',
    'percent=100%',
    'mark=%EF%BF%BD',
    '&&',
    'a',
  ])('%s comes through as it was', async (body) => {
    expect(await post(body)).toBe(body)
  })

  test('a plus comes through as the blank that it is', async () => {
    expect(await post('a+b=+1%2B1+')).toBe('a%20b=%201%2B1%20')
  })

  test('2,000 fields are taken, one more is not', async () => {
    const fields = (count: number) => Array.from({ length: count }, () => 'a=1').join('&')
    expect(await post(fields(2_000))).toHaveLength(7_999)
    expect(await post(fields(2_001))).toBe('form')
  })

  test.each([
    `${'n'.repeat(201)}=1`,
    'list[1000]=x',
    'list[99999999].name=x',
    'list%5B1000%5D=x',
    '__proto__.a=1',
    'a.__proto__=1',
    'a[constructor]=1',
    'a=%ff',
    'a=%C3%28',
    Buffer.from([0x61, 0x3d, 0xff]),
  ])('%s is refused', async (body) => {
    expect(await post(body)).toBe('form')
  })

  test('more than 512 KiB is refused', async () => {
    expect(await post(`a=${'x'.repeat(512 * 1024)}`)).toBe('bodyTooLarge')
  })

  test.each(['"""', '<<<', '%22""', '%26%3C"'])(
    'more than 1 MiB of a page is refused, %s written out',
    async (marks) => {
      expect(await post(`a=${marks.repeat(58_000)}`)).not.toBe('bodyTooLarge')
      expect(await post(`a=${marks.repeat(58_300)}`)).toBe('bodyTooLarge')
    },
  )

  test.each([
    'text/plain',
    'application/json',
    'multipart/form-data; boundary=x',
    '',
    'application/x-www-form-urlencodedx',
  ])('a body of type "%s" is refused', async (type) => {
    expect(await post('a=1', type)).toBe('mediaType')
  })

  test('hostile names cost no time', async () => {
    const started = performance.now()
    await post(Array.from({ length: 20_000 }, (_, index) => `list[${index}].a.b.c=${index}`).join('&'))
    await post(`${'['.repeat(500_000)}=1`)
    await post('%'.repeat(900_000))
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('the address somebody goes back to', () => {
  test.each([
    ['/tenants/1?a=b', '/tenants/1?a=b'],
    ['https://plantroom.example/x', '/x'],
    ['/users.data?_routes=a&q=1', '/users?q=1'],
    ['/_root.data', '/'],
  ])('%s is %s', (asked, back) => {
    expect(returnAddress(asked, origin)).toBe(back)
  })

  test.each([
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    'https://evil.example/',
    'https://plantroom.example@evil.example/',
    'https://a@plantroom.example/',
    'javascript:alert(1)',
    'http://plantroom.example/',
    '/login?errorCode=401',
    '/logout',
    `/${'a'.repeat(2_001)}`,
  ])('%s is the start', (asked) => {
    expect(returnAddress(asked, origin)).toBe('/')
  })
})

describe('what a proxy says', () => {
  const from = (remoteAddress: string, headers: Record<string, string>) =>
    ({
      socket: { remoteAddress },
      headers,
      headersDistinct: { host: ['plantroom.example'] },
    }) as unknown as IncomingMessage

  test('counts only when the peer is configured', () => {
    const said = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
    expect(origins(from('198.51.100.1', said), trustedPeers(['10.0.0.0/8']))).toEqual({
      address: '198.51.100.1',
      host: 'plantroom.example',
    })
  })

  test('the last stranger in the chain is the browser', () => {
    const said = { 'x-forwarded-for': '192.0.2.66, 203.0.113.9, 10.0.0.7', 'x-forwarded-host': 'console.example' }
    expect(origins(from('::ffff:10.1.2.3', said), trustedPeers(['10.0.0.0/8']))).toEqual({
      address: '203.0.113.9',
      host: 'console.example',
    })
  })
})
