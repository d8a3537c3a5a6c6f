/**
 * T3. Every link answers: everybody walks every page by its links, with every flag on and with all flags off, and no link
 * is dead: no error, no filter that is ignored, no place in a page that does not exist, no list with another number of
 * rows than the link says.
 * Figure: links of every kind of address, 0 dead.
 *
 * Seen to fail: the licence file of a site (422), on a console from before it was fixed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flagDefaults } from '../../app/flags'
import { href } from '../../app/hrefs'
import { type PathName, paths } from '../../app/paths'
import { tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader } from '../requests/on-record'
import { isFull, size, tell } from './size'
import { logins } from './whose'

/** Links of one kind, which is an address without its ids and with the names in its query, that are followed. */
const maxOfKind = size({ smoke: 1, full: 4 })
const atOnce = 3

let product: Console
let folder: string
let file: string
const flags = Object.keys(flagDefaults)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-crawl-'))
  file = join(folder, 'features.json')
  await writeFile(file, JSON.stringify(Object.fromEntries(flags.map((name) => [name, true]))))
  product = await startTestConsole({ env: { FEATURES_FILE: file } })
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})

/** Addresses that end a session, or belong to the provider. */
const isLeftOut = (path: string) => /^\/(?:login|logout|identity)(?:\/|$)/.test(path)

const patterns = (Object.keys(paths) as PathName[]).map((name) => ({
  name,
  pattern: new RegExp(`^${paths[name].replace(/:[A-Za-z]+/g, '[^/]+')}$`),
  fixed: paths[name].split('/').filter((part) => part && !part.startsWith(':')).length,
}))

/** Returns the name of the address that a path has: the one with the most words of its own, as the router picks. */
function nameOf(path: string): string {
  const found = patterns.filter(({ pattern }) => pattern.test(path)).sort((one, other) => other.fixed - one.fixed)
  return found[0]?.name ?? path
}

/** In small, links that differ in a choice of a filter are of one kind; those that differ in a place are not. */
function kindOf({ pathname, searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].filter((name) => isFull || name.endsWith('Id'))
  return `${nameOf(pathname)}?${names.sort().join('&')}`
}

interface Link {
  url: URL
  from: string
  /** The number its words begin with. */
  count?: number | undefined
}

/** The number that a text of a link begins with, where it counts something; a day or an hour does not. */
function countIn(inner: string): number | undefined {
  if (inner.includes('<time')) return undefined
  const text = inner.replace(/<[^>]*>/g, ' ').trim()
  const [, digits] = /^(\d{1,3}(?:,\d{3})*)(?![\d.,:/%+-])/.exec(text) ?? []
  return digits ? Number(digits.replaceAll(',', '')) : undefined
}

/** Walks from the first page of somebody, and returns how many links were followed and which were dead. */
async function crawl(visitor: Visitor, starts: string[]): Promise<{ followed: number; dead: string[] }> {
  const seen = new Set<string>()
  const ofKind = new Map<string, number>()
  const dead: string[] = []
  const queue: Link[] = []
  const add = (link: Link) => {
    link.url.searchParams.delete('lng')
    const address = link.url.pathname + link.url.search
    const kind = kindOf(link.url)
    const before = ofKind.get(kind) ?? 0
    if (seen.has(address) || before >= maxOfKind || isLeftOut(link.url.pathname)) return
    seen.add(address)
    ofKind.set(kind, before + 1)
    queue.push(link)
  }
  for (const start of starts) add({ url: new URL(start, visitor.origin), from: 'the start' })
  let busy = 0
  const next = async (): Promise<void> => {
    for (let link = queue.shift(); link ?? busy > 0; link = queue.shift()) {
      if (!link) {
        await new Promise((resolve) => setImmediate(resolve))
        continue
      }
      busy += 1
      await follow(visitor, link, add, dead)
      busy -= 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  return { followed: seen.size, dead }
}

async function follow(visitor: Visitor, { url, from, count }: Link, add: (link: Link) => void, dead: string[]) {
  const address = url.pathname + url.search
  const answer = await visitor.raw('GET', address)
  const html = await answer.text()
  const onward = answer.headers.get('location')
  if (onward) return add({ url: new URL(onward, url), from: address })
  if (answer.status >= 400) dead.push(`${answer.status} ${address} from ${from}`)
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return
  if (html.includes('Actions for the whole list are off')) dead.push(`ignored ${address} from ${from}`)
  const [, listed = ''] = /<main[\s\S]*?<h2[^>]*>([\s\S]*?)<\/h2>/.exec(html) ?? []
  const rows = countIn(listed)
  if (count !== undefined && rows !== undefined && rows !== count)
    dead.push(`${count} in ${from} are ${rows} in ${address}`)
  for (const [, to = '', inner = ''] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)) {
    const link = new URL(to.replaceAll('&amp;', '&'), url)
    if (link.origin !== url.origin) continue
    const isHere = link.pathname === url.pathname && link.search === url.search
    const part = decodeURIComponent(link.hash.slice(1))
    if (isHere && part && !html.includes(`id="${part}"`)) dead.push(`#${part} in ${address}`)
    link.hash = ''
    add({ url: link, from: address, count: countIn(inner) })
  }
}

const everyFlag = (isOn: boolean) => writeFile(file, JSON.stringify(Object.fromEntries(flags.map((f) => [f, isOn]))))

/** Everybody both ways; in small, who sees most with everything on, and who sees part of it with everything off. */
const walks = isFull
  ? logins.flatMap((login) => [true, false].map((isOn) => ({ login, isOn })))
  : ([
      { login: 'amelie', isOn: true },
      { login: 'claire', isOn: false },
    ] as const)

test.each(walks)(
  '$login finds no dead link, with every flag on: $isOn',
  async ({ login, isOn }) => {
    await everyFlag(isOn)
    const visitor = await englishReader(product, login)
    // Who is above all tenants begins in the one with most in it, too.
    const tenant = href('tenant', { tenantId: tenantIdOf(product.services.world, 'boreal') })
    const { followed, dead } = await crawl(visitor, login === 'marcus' ? ['/', tenant] : ['/'])
    tell('T3', `${login}, flags ${isOn ? 'on' : 'off'}: ${followed} links, ${dead.length} dead`)
    expect(dead).toEqual([])
  },
  600_000,
)
