/**
 * A6, no secrets anywhere: canaries stand in every secret of the configuration and are typed into forms as passwords,
 * tokens and activation codes; then every page that can be reached by links (40 in small, 400 in full), its data, the
 * files of the trail, error pages, the log and the store are searched for them and for anything that looks like a token.
 * Figure: 0 hits.
 *
 * Seen to fail: with a plan that carries every field of its form along, the secret ones too.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import { storedText } from '../harness/store'
import type { Visitor } from '../harness/visitor'
import { englishReader } from '../requests/on-record'
import { isFull, size, tell } from './size'
import { campusOf } from './trails'

const canaries = {
  SESSION_SECRET: 'canary-session-secret-0123456789abcdef',
  TRAIL_SIGNING_KEY: 'canarytrailkey0123456789abcdefghijklmnopqrs',
}
const typed = {
  password: 'canary-typed-password-4711',
  newPassword: 'canary-typed-password-4712',
  token: 'canary-typed-token-4713',
  activationCode: 'canary-typed-code-4714',
  clientSecret: 'canary-typed-secret-4715',
}

let product: Console
let marcus: Visitor

beforeAll(async () => {
  product = await startTestConsole({ env: canaries })
  marcus = await englishReader(product, 'marcus')
})
afterAll(() => product.close())

test('no canary and no token is in any answer, in the log or in the store', async () => {
  const shown: [where: string, text: string][] = []
  const look = async (method: 'GET' | 'POST', address: string, body?: URLSearchParams) => {
    const answer = await marcus.raw(method, address, body ? { body } : {})
    const text = await answer.text()
    shown.push([`${method} ${address}`, `${[...answer.headers].join('\n')}\n${text}`])
    return text
  }
  // Planned and applied in full; on every run the one or the other, by turns.
  for (const [place, name] of changesAsked.entries())
    for (const stage of ['plan', 'apply'].filter((_, at) => isFull || at === place % 2))
      await look(
        'POST',
        askedChange(name).address(campusOf(product)),
        new URLSearchParams({ ...typed, _stage: stage, _key: `key-${name}` }),
      )
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  product.services.world.faults.inject('site', { kind: 'status', status: 500, times: 3 })
  const queue = [
    href('tenant', { tenantId }),
    '/profile',
    href('operator', {}),
    href('operator', {}, { verify: tenantId }),
    href('trail', { tenantId }),
    href('trailExport', { tenantId }),
    href('trailCsv', { tenantId }),
    '/nothing',
    '/features.json',
    '/healthz',
    '/readyz',
  ]
  const seen = new Set(queue)
  const most = size({ smoke: 40, full: 400 })
  for (let at = 0; at < queue.length && at < most; at += 1) {
    const address = queue[at] ?? ''
    const text = await look('GET', address)
    const [path = '', search = ''] = address.split('?')
    if (path.startsWith('/tenants') || path === '/profile') await look('GET', `${path}.data${search && `?${search}`}`)
    for (const [, found = ''] of text.matchAll(/<a [^>]*href="([^"#]+)"/g)) {
      const to = new URL(found.replaceAll('&amp;', '&'), new URL(address, product.origin))
      if (to.origin !== product.origin) continue
      const link = to.pathname + to.search
      if (seen.has(link) || /^\/(logout|login|identity)/.test(link)) continue
      seen.add(link)
      queue.push(link)
    }
  }
  const cookie = marcus.cookie('plantroom') ?? ''
  expect(cookie).toMatch(/^[\w-]{43}$/)
  const secrets = [
    ...Object.values(canaries),
    ...Object.values(typed),
    product.services.settings.client.secret,
    cookie,
    'password":"plantroom',
    'Bearer ',
    'BEGIN PRIVATE KEY',
  ]
  const token = /eyJ[\w-]{8,}\.eyJ|"?(?:refresh|access|id)_token"?\s*[:=]/
  const everything: [string, string][] = [
    ...shown,
    ['the log', product.log()],
    ['checkpoints.jsonl', readIfThere('checkpoints.jsonl')],
    ...(await storedText(product)),
  ]
  const hits = everything.flatMap(([where, text]) =>
    [...secrets.filter((secret) => text.includes(secret)), ...(token.exec(text) ?? [])].map(
      (hit) => `${where}: ${hit}`,
    ),
  )
  expect(hits).toEqual([])
  tell(
    'A6',
    `${shown.length} answers, the log and the store searched for ${secrets.length} secrets and any token: 0 hits`,
  )
}, 600_000)

function readIfThere(name: string): string {
  try {
    return readFileSync(join(product.dataDir, name), 'utf8')
  } catch {
    return ''
  }
}
