/** Malformed HTTP never breaks the console: every case an answer below 500, quickly, and nothing changed by it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import { sendRaw } from './raw'

let console_: Console
let port: number
let host: string

beforeAll(async () => {
  console_ = await startTestConsole()
  host = new URL(console_.origin).host
  port = Number(new URL(console_.origin).port)
})
afterAll(() => console_.close())

const form = 'Content-Type: application/x-www-form-urlencoded'
/** `HOST` and `ORIGIN` stand for the console's own. */
const filled = (text: string) => text.replaceAll('HOST', host).replaceAll('ORIGIN', console_.origin)
const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: HOST', 'Connection: close', ...headers, '', ''].join('\r\n')
const post = (target: string, body: string, ...headers: string[]) =>
  [
    `POST ${target} HTTP/1.1`,
    'Host: HOST',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
const ours = ['Origin: ORIGIN', 'Sec-Fetch-Site: same-origin']

/** What is sent, and the statuses it may get; 0 is a closed connection. */
const cases: [name: string, bytes: string, allowed: number[]][] = [
  ...['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'LINK'].map((method): [string, string, number[]] => [
    `${method}`,
    get('/').replace('GET', method),
    [405],
  ]),
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n', [405]],
  ['a method nobody knows', get('/').replace('GET', 'FROBNICATE'), [400]],
  ['a lower-case method', get('/').replace('GET', 'get'), [400]],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
  ['an empty Host', get('/').replace('HOST', ''), [400]],
  ['two Hosts', get('/', 'Host: evil.example'), [400, 421]],
  ['another Host', get('/').replace('HOST', 'evil.example'), [421]],
  ['a Host with spaces', get('/').replace('HOST', 'a b'), [400]],
  ['a Host with a user', get('/').replace('HOST', 'a@HOST'), [400]],
  ['a Host with a path', get('/').replace('HOST', 'HOST/x'), [400]],
  ['a Host with another port', get('/').replace('HOST', 'localhost:1'), [421]],
  ['a Host of letters nobody can type', get('/').replace('HOST', '\u00ff\u00fe'), [400]],
  ['an absolute target', get('http://evil.example/'), [400]],
  ['an absolute target of ours', get('http://HOST/'), [400]],
  ['an authority target', get('evil.example:80'), [400]],
  ['an asterisk target', get('*').replace('GET', 'OPTIONS'), [400, 405]],
  ['an asterisk target by GET', get('*'), [400]],
  ['a target with two slashes', get('//evil.example/'), [400]],
  ['a percent sign alone', get('/%'), [400]],
  ['half a percent encoding', get('/%f'), [400]],
  ['bytes that are no UTF-8', get('/%ff'), [400]],
  ['an overlong slash', get('/%c0%af'), [400]],
  ['a NUL', get('/%00'), [400]],
  ['an encoded line break', get('/%0d%0aSet-Cookie:a=b'), [400]],
  ['a climbing path', get('/../../etc/passwd'), [400]],
  ['an encoded climbing path', get('/%2e%2e/%2e%2e/etc/passwd'), [400]],
  ['a climbing path below the assets', get('/assets/%2e%2e/%2e%2e/server/index.js'), [400]],
  ['a backslash', get('/a\\b'), [400]],
  ['a fragment', get('/a#b'), [400]],
  ['a space in the target', get('/a b'), [400]],
  ['a long path', get(`/${'a'.repeat(3_000)}`), [400]],
  ['a long query', get(`/?${'a'.repeat(9_000)}`), [400]],
  ['a very long target', get(`/${'a'.repeat(20_000)}`), [400, 414, 431]],
  ['a huge header', get('/', `X-Long: ${'a'.repeat(20_000)}`), [431]],
  ['many headers', get('/login', ...Array.from({ length: 300 }, (_, index) => `X-${index}: 1`)), [200, 431]],
  ['a header without a name', get('/', ': value'), [400]],
  ['a header with a space in its name', get('/', 'X Y: 1'), [400]],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: HOST\n\n', [200, 302, 400]],
  ['a control character in a header', get('/login', 'X-A: a\u0001b'), [200, 400]],
  ['a folded header', get('/', 'X-A: 1\r\n  2'), [200, 302, 400]],
  ['HTTP/0.9', 'GET /\r\n\r\n', [400, 0]],
  ['HTTP/3.0', get('/').replace('HTTP/1.1', 'HTTP/3.0'), [400, 505]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 405]],
  ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', [400, 0]],
  ['an expectation nobody has', get('/login', 'Expect: a-miracle'), [417]],
  ['an upgrade nobody offers', get('/login', 'Connection: upgrade', 'Upgrade: websocket'), [200, 400]],
  ['a broken cookie', get('/login', 'Cookie: =;;;plantroom=%ff; a="'), [200]],
  ['a broken language', get('/login?lng=%00', 'Accept-Language: \u00ff;q=x,,,'), [200]],
  [
    'forwarded-host junk',
    get('/login', 'X-Forwarded-Host: evil.example, \u00ff', 'X-Forwarded-For: ;;;', 'X-Forwarded-Proto: javascript'),
    [200],
  ],
  ['data of one route', get('/?_data=root'), [404]],
  ['data of a route nobody has', get('/?_data=nothing'), [404]],
  ['single data of a page nobody has', get('/nothing.data'), [404]],
  ['single data of routes nobody has', get('/login.data?_routes=nothing'), [200, 400, 404]],
  ['the manifest', get('/__manifest?p=/&version=x'), [200, 204, 400, 404]],
  ['an error code of no number', get('/login?errorCode=%3Cscript%3E'), [200]],
  ['a callback nobody asked for', get('/login/callback?code=a&state=b'), [400]],
  ['a callback of nothing', get('/login/callback'), [400]],
  ['ids that climb', get('/tenants/%2e%2e%2f%2e%2e/users'), [302, 400, 404]],
  ['a body on a GET', get('/login', 'Content-Length: 3').concat('abc'), [200, 400]],
  ['a post of no form', post('/logout', '', ...ours), [415]],
  ['a post of JSON', post('/logout', '{}', ...ours, 'Content-Type: application/json'), [415]],
  ['a post of plain text', post('/logout', 'a=b', ...ours, 'Content-Type: text/plain'), [415]],
  ['a broken multipart', post('/logout', '--x\r\nbroken', ...ours, 'Content-Type: multipart/form-data'), [415]],
  [
    'a multipart without an end',
    post('/logout', '--x\r\nContent-Disposition: form-data', ...ours, 'Content-Type: multipart/form-data; boundary=x'),
    [415],
  ],
  ['a form of broken bytes', post('/logout', 'a=%ff', ...ours, form), [400]],
  ['a form with a huge index', post('/logout', 'list[99999999]=q', ...ours, form), [400]],
  ['a form with the name every object has', post('/logout', '__proto__.x=q', ...ours, form), [400]],
  ['a form with 20,000 fields', post('/logout', 'a=1&'.repeat(20_000), ...ours, form), [400]],
  ['a form with a long name', post('/logout', `${'a'.repeat(5_000)}=1`, ...ours, form), [400]],
  ['a form above 512 KiB', post('/logout', `a=${'b'.repeat(530_000)}`, ...ours, form), [413]],
  ['a form of no type', post('/logout', 'a=b', ...ours), [415]],
  ['a length of no number', get('/', 'Content-Length: many').replace('GET', 'POST'), [400]],
  ['a negative length', get('/', 'Content-Length: -1').replace('GET', 'POST'), [400]],
  ['two lengths', post('/logout', 'a=b', ...ours, form, 'Content-Length: 4'), [400]],
  ['a length beside chunks', post('/logout', '0\r\n\r\n', ...ours, form, 'Transfer-Encoding: chunked'), [400]],
  ['a coding nobody knows', get('/', 'Transfer-Encoding: cow').replace('GET', 'POST'), [400]],
  [
    'broken chunks',
    `POST /logout HTTP/1.1\r\nHost: HOST\r\n${form}\r\nOrigin: ORIGIN\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    [400, 0],
  ],
  [
    'a chunk without an end',
    `POST /logout HTTP/1.1\r\nHost: HOST\r\n${form}\r\nOrigin: ORIGIN\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcdefgh\r\n`,
    [400, 0],
  ],
  ['a post to a page that takes none', post('/login', 'a=b', ...ours, form), [405]],
  ['a post to nothing', post('/nothing', 'a=b', ...ours, form), [404, 405]],
  ['a post to a file', post('/favicon.svg', 'a=b', ...ours, form), [405]],
  ['a post to the flags', post('/features.json', 'a=b', ...ours, form), [405]],
]

describe('an answer below 500 within 5 s', () => {
  test.each(cases)('%s', async (_, bytes, allowed) => {
    const answer = await sendRaw(port, Buffer.from(filled(bytes), 'latin1'))
    expect(allowed).toContain(answer.status)
    expect(answer.ms).toBeLessThan(5_000)
  })

  test('HEAD for the data of a page is answered as GET is, wherever it says it comes from', async () => {
    const head = get('/login.data', 'Origin: https://evil.example')
    const [asHead, asGet] = await Promise.all([
      sendRaw(port, filled(head.replace('GET', 'HEAD')), { end: false }),
      sendRaw(port, filled(head)),
    ])
    expect([asHead.status, asHead.body]).toEqual([asGet.status, ''])
    expect(asGet.status).toBe(200)
  })

  test('and the console is well afterwards', async () => {
    expect((await fetch(`${console_.origin}/readyz`)).status).toBe(200)
    expect(console_.log()).not.toContain('"unexpected"')
  })
})

describe('a form from another site changes nothing', () => {
  const origins: [string, string[]][] = [
    ['a foreign Origin', ['Origin: https://evil.example']],
    ['an Origin of null', ['Origin: null']],
    ['no Origin at all', []],
    ['a cross-site browser', ['Sec-Fetch-Site: cross-site', 'Origin: ORIGIN']],
    ['a neighbour on the same site', ['Sec-Fetch-Site: same-site']],
    ['a forwarded host that agrees', ['Origin: https://evil.example', 'X-Forwarded-Host: evil.example']],
    ['a broken Origin', ['Origin: :::']],
    ['a Referer from elsewhere', ['Referer: https://evil.example/']],
  ]
  const targets = [
    '/logout',
    '/logout?_data=routes%2Fsession%2Flogout',
    '/logout.data',
    '/logout?index',
    '/features.json',
    '/login/start',
    '/tenants/1/users/2/roles',
  ]

  test.each(origins.flatMap(([name, headers]) => targets.map((target) => [name, target, headers] as const)))(
    '%s to %s',
    async (_, target, headers) => {
      const visitor = await signedInOnce()
      const cookie = `Cookie: plantroom=${visitor.cookie('plantroom')}`
      const answer = await sendRaw(port, filled(post(target, 'a=b', form, cookie, ...headers)))
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('This form did not come from Plantroom')
      expect((await visitor.raw('GET', '/login')).status).toBe(302)
    },
  )
})

let signingIn: ReturnType<Console['signedIn']> | undefined

function signedInOnce() {
  signingIn ??= console_.signedIn('amelie')
  return signingIn
}
