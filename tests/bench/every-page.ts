/**
 * What every page of the console costs in processor time, as so many times the list of controllers, and what it asks:
 * calls and how many of them in a row, statements of the store, bytes as written and as sent. Nothing may be asked twice.
 */
import { brotliCompressSync, constants } from 'node:zlib'
import type { Visitor } from '../harness/visitor'
import { roundsOf, type Visited } from './costs-in-turn'
import { findPages, missing } from './found-pages'
import type { Places } from './places'
import type { Product } from './product'
import { type Call, chainOf, type Recorder } from './recorder'
import { kilobytes, median, type Report } from './report'

/** How many times the list of controllers. */
const limit = 3

export async function everyPage(
  report: Report,
  { product, visitor, places, recorder }: { product: Product; visitor: Visitor; places: Places; recorder: Recorder },
): Promise<void> {
  const headers = { cookie: visitor.cookieHeader(), 'accept-encoding': 'identity', 'user-agent': 'bench' }
  const visited = (address: string): Visited => ({ url: product.origin + address, headers, server: product.console })
  const pages = await findPages(product.origin, headers, [places.device.address, `${places.customer}/devices`])
  const list = visited(`${places.customer}/devices`)
  const listMs = median(await roundsOf(list, { warm: 600, rounds: 5, views: 100 }))
  const found: { line: string; times: number; isOver: boolean }[] = []
  for (const { name, address, html } of pages) {
    const { calls, statements } = await recorder.visit(address, headers)
    const ms = await costNear(visited(address), limit * listMs)
    const times = ms / listMs
    const twice = repeated(calls.map(({ method, url, body, service }) => `${service} ${method} ${url} ${body}`))
    const rows = statements.filter((text) => /^select \* from "session"/.test(text)).length
    const problems = [
      ...(times > limit ? [`over ${limit} times the list`] : []),
      ...twice.map((call) => `twice: ${call}`),
      ...repeated(statements).map((text) => `statement twice: ${text.slice(0, 80)}`),
      ...(rows > 1 ? [`the session is read ${rows} times`] : []),
      ...needlesslyLate(calls, address).map((call) => `late for nothing it shows: ${call}`),
    ]
    found.push({
      times,
      isOver: problems.some((one) => !one.startsWith('late')),
      line:
        `${name.padEnd(26)} ${ms.toFixed(1).padStart(6)} ms ${times.toFixed(2).padStart(5)} × ${String(calls.length).padStart(3)} calls in` +
        ` ${chainOf(calls)}, ${statements.length} statements, ${kilobytes(Buffer.byteLength(html))} KB,` +
        ` ${kilobytes(compressed(html))} compressed${problems.map((one) => `\n    ${one}`).join('')}`,
    })
  }
  report.say(`every page, held against the list of controllers at ${listMs.toFixed(1)} CPU ms (limit ${limit} times):`)
  for (const { line, isOver } of found.sort((one, other) => other.times - one.times)) report.say(line, isOver)
  report.say(`${found.length} pages; not visited: ${missing(pages).join(' ')}`)
}

/** Most pages are far from the limit, so that few views say enough; only those near it or over it are warmed. */
async function costNear(page: Visited, limitMs: number): Promise<number> {
  const quick = median(await roundsOf(page, { warm: 24, rounds: 1, views: 24 }))
  if (quick < limitMs / 2) return quick
  return median(await roundsOf(page, { warm: 100, rounds: 3, views: 40 }))
}

function repeated(all: readonly string[]): string[] {
  return [...new Set(all.filter((one, at) => all.indexOf(one) !== at))]
}

/** Calls that waited for others although all that they ask with was in the address or in the first calls' requests. */
function needlesslyLate(calls: readonly Call[], address: string): string[] {
  const first = Math.min(...calls.map(({ endedAt }) => endedAt))
  const early = calls.filter(({ startedAt }) => startedAt < first)
  const known = [address, ...early.map(({ url, body }) => url + body)].join(' ')
  return calls
    .filter((call) => !early.includes(call))
    .filter(({ url, body }) => idsIn(url + body).every((id) => known.includes(id)))
    .map(({ method, url, body }) => `${method} ${url} ${body}`.slice(0, 160))
}

const idsIn = (text: string) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []

const compressed = (html: string) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length
