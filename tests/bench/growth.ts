/**
 * What a fleet adds to every page: processor time of the console and of the services on `large`, as so many times the
 * demonstration's, for each page that shows as many rows there, and searched with the word that finds the most; and the
 * processor time of every call that these pages make on `large`.
 */

import { type HTMLElement, parse } from 'node-html-parser'
import { Agent, request } from 'undici'
import type { PathName } from '../../app/paths'
import type { Visitor } from '../harness/visitor'
import { atRest, idleMs, threadsMs } from './at-rest'
import { visit } from './costs-in-turn'
import { findPages } from './found-pages'
import type { Places } from './places'
import type { Product } from './product'
import { type Call, startRecorder } from './recorder'
import type { Report } from './report'

/** Large ÷ demo, and ms of a call. */
const limits = { console: 1.2, services: 2, callMs: 50 }
/** What the services do for such a page is noise. */
const fastEnoughMs = 1.5
/** Pages visited in turn; a ratio over its limit, or near it, is measured with many. */
const few = Number(process.env.BENCH_VIEWS ?? 16)
const views = { warm: few / 2, few, many: few * 8 }
const near = 0.85
const repeats = 5
const connections = 4

interface Side {
  product: Product
  visitor: Visitor
  places: Places
}

interface Place extends Side {
  headers: Record<string, string>
  /** ms of the services' processor time in a second without views. */
  idle: number
  pages: Map<string, Shown>
}

interface Shown {
  address: string
  rows: number
  /** Characters of its HTML: a page with as many rows of a table may show more of something else, such as the tree. */
  size: number
}

interface Cost {
  console: number
  services: number
}

export async function growth(report: Report, demo: Side, large: Side & { port: number }): Promise<void> {
  const agent = new Agent({ connections })
  const sides = [await placeOf(demo), await placeOf(large)] as const
  const names = [...sides[0].pages.keys()].filter((name) => sides[1].pages.has(name))
  const isEqual = (name: string) => sides[0].pages.get(name)?.rows === sides[1].pages.get(name)?.rows
  report.say(
    `growth: services without views: demo ${sides[0].idle.toFixed(1)}, large ${sides[1].idle.toFixed(1)} CPU ms a second, left out below`,
  )
  report.say(
    `page: rows; HTML demo, large (thousands of characters); console demo, large, ratio (limit ${limits.console}, times the HTML where it is longer on large); services demo, large, ratio (limit ${limits.services})`,
  )
  const tooMuch: string[] = []
  for (const name of names.filter(isEqual)) {
    const [small, big] = await costsInTurn(agent, sides, name)
    const ratios = { console: big.console / small.console, services: big.services / small.services }
    const shown = shownMore(name, sides)
    const isTooMuch = ratios.services > limits.services && big.services > fastEnoughMs
    if (isTooMuch) tooMuch.push(name)
    report.say(
      `${name.padEnd(40)} ${String(sides[0].pages.get(name)?.rows).padStart(4)}; ${sizes(name, sides)}; ${figures(small, big, 'console')}; ${figures(small, big, 'services')}`,
      ratios.console > limits.console * shown || isTooMuch,
    )
  }
  const unequal = names.filter((name) => !isEqual(name))
  report.say(`with another number of rows, not compared: ${unequal.map((name) => rowsOf(name, sides)).join(', ')}`)
  await agent.close()
  await everyCall(report, sides[1], { port: large.port, tooMuch })
}

const rowsOf = (name: string, sides: readonly Place[]) =>
  `${name} (${sides.map(({ pages }) => pages.get(name)?.rows).join(', ')})`

/** How many times as long the HTML is on `large`; at least 1. */
const shownMore = (name: string, [demo, large]: readonly [Place, Place]) =>
  Math.max(1, (large.pages.get(name)?.size ?? 0) / (demo.pages.get(name)?.size ?? 1))

const sizes = (name: string, sides: readonly Place[]) =>
  sides.map(({ pages }) => ((pages.get(name)?.size ?? 0) / 1_000).toFixed(0).padStart(4)).join(' ')

const figures = (small: Cost, big: Cost, whose: keyof Cost) =>
  `${small[whose].toFixed(1).padStart(6)} ${big[whose].toFixed(1).padStart(6)} ${(big[whose] / small[whose]).toFixed(2).padStart(5)}`

async function placeOf(side: Side): Promise<Place> {
  const { product, visitor, places } = side
  const headers = { cookie: visitor.cookieHeader(), 'accept-encoding': 'identity', 'user-agent': 'bench' }
  await atRest(product.backend)
  const idle = await idleMs(product.backend)
  const found = await findPages(product.origin, headers, [places.device.address, `${places.customer}/devices`])
  const list = found.find(({ name }) => name === 'customerDevices')
  const word = mostFrequentWord(list ? parse(list.html) : undefined)
  const pages = new Map<string, Shown>()
  for (const { name, address, html } of found) {
    const root = parse(html)
    pages.set(name, { address, rows: rowsIn(root), size: html.length })
    if (!root.querySelector('main [name=q]')) continue
    const searched =
      address + (address.includes('?') ? '&' : '?') + new URLSearchParams({ q: wordOf(name, root, word) })
    const answer = await request(product.origin + searched, { headers, reset: true })
    const text = await answer.body.text()
    if (answer.statusCode === 200)
      pages.set(`${name} searched`, { address: searched, rows: rowsIn(parse(text)), size: text.length })
  }
  return { ...side, headers, idle, pages }
}

const rowsIn = (root: HTMLElement) => root.querySelectorAll('main tbody tr').length

/** The search of all kinds has no rows without a word. */
const wordOf = (name: PathName, root: HTMLElement, otherwise: string) =>
  name === 'search' || name === 'tenantSearch' ? otherwise : mostFrequentWord(root) || otherwise

/** The word that most rows show in their first link: no other finds as much. */
function mostFrequentWord(root: HTMLElement | undefined): string {
  const counts = new Map<string, number>()
  for (const row of root?.querySelectorAll('main tbody tr') ?? []) {
    const words =
      row
        .querySelector('a')
        ?.text.toLowerCase()
        .match(/\p{L}{3,}/gu) ?? []
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

async function costsInTurn(agent: Agent, sides: readonly [Place, Place], name: string): Promise<[Cost, Cost]> {
  for (const side of sides) await costOf(agent, side, name, views.warm)
  const few = await both(views.few)
  const isFine = (['console', 'services'] as const).every(
    (whose) => few[1][whose] / few[0][whose] < limits[whose] * near,
  )
  return isFine ? few : both(views.many)

  async function both(count: number): Promise<[Cost, Cost]> {
    const sums = [
      { console: 0, services: 0 },
      { console: 0, services: 0 },
    ] as const
    const turns = Math.ceil(count / views.few)
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [at, side] of sides.entries()) {
        const cost = await costOf(agent, side, name, views.few)
        for (const whose of ['console', 'services'] as const) (sums[at] as Cost)[whose] += cost[whose] / turns
      }
    }
    return [...sums]
  }
}

/** ms of processor time of a view; the services' without what they do anyway. */
async function costOf(dispatcher: Agent, { product, pages, headers, idle }: Place, name: string, count: number) {
  const url = product.origin + (pages.get(name)?.address ?? '')
  const spent = () => Promise.all([product.console, product.backend].map(threadsMs))
  const [own = 0, theirs = 0] = await spent()
  const began = performance.now()
  await visit(dispatcher, { url, headers }, { views: count, connections })
  const [ownNow = 0, theirsNow = 0] = await spent()
  const anyway = (idle * (performance.now() - began)) / 1_000
  return { console: (ownNow - own) / count, services: Math.max(0.1, theirsNow - theirs - anyway) / count }
}

/** Each call of each page, repeated alone; pages whose services take too much name theirs. */
async function everyCall(
  report: Report,
  side: Place,
  { port, tooMuch }: { port: number; tooMuch: readonly string[] },
): Promise<void> {
  const recorder = await startRecorder(side.product, port)
  const calls = new Map<string, { call: Call; page: string; ms: number }>()
  const ofPages = new Map<string, { call: Call; ms: number }[]>()
  for (const [page, { address }] of side.pages) {
    for (const call of (await recorder.visit(address, side.headers)).calls) {
      const key = `${call.service} ${call.method} ${call.url} ${call.body}`
      const known = calls.get(key) ?? { call, page, ms: await msOf(side, recorder.portOf(call.service), call) }
      calls.set(key, known)
      ofPages.set(page, [...(ofPages.get(page) ?? []), known])
    }
  }
  await recorder.close()
  const slowest = [...calls.values()].sort((one, other) => other.ms - one.ms)
  const over = slowest.filter(({ ms }) => ms > limits.callMs)
  report.say(`${calls.size} calls of these pages on large, ${over.length} over ${limits.callMs} CPU ms; the slowest:`)
  for (const { call, page, ms } of slowest.slice(0, Math.max(15, over.length)))
    report.say(`  ${ms.toFixed(0).padStart(5)}  ${page}: ${textOf(call)}`.slice(0, 260), ms > limits.callMs)
  for (const page of tooMuch) {
    report.say(`calls of ${page}:`)
    const own = (ofPages.get(page) ?? []).toSorted((one, other) => other.ms - one.ms)
    for (const { call, ms } of own.slice(0, 4))
      report.say(`  ${ms.toFixed(1).padStart(5)}  ${textOf(call)}`.slice(0, 260))
  }
}

const textOf = ({ service, method, url, body }: Call) => `${service} ${method} ${url} ${body}`

/** ms of processor time that the services take for a call. */
async function msOf({ product }: Place, port: number, { method, url, headers, body }: Call): Promise<number> {
  const once = async () => {
    const answer = await request(`http://127.0.0.1:${port}${url}`, {
      method: method as 'GET',
      headers,
      reset: true,
      ...(body === '' ? {} : { body }),
    })
    await answer.body.dump({ limit: 50_000_000 })
  }
  await once()
  const before = await threadsMs(product.backend)
  for (let visit = 0; visit < repeats; visit += 1) await once()
  return ((await threadsMs(product.backend)) - before) / repeats
}
