/**
 * `PEERS=<file> node app/commands/run.mjs tests/bench/peers.ts`: the list of controllers beside lists of other programs
 * that run already: processor time of a view of each whole system, its database included, visited in turn, and views a
 * second with 8 and with 50 at a time. The file is JSON: of each its name, the ids of its first processes, and the
 * requests that are a view, which are sent together: `[{ "name", "pids", "view": [{ "url", "headers" }] }]`.
 */
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { findPlaces } from './places'
import { treeSeconds } from './process-tree'
import { startProduct } from './product'
import { median, Report } from './report'

const few = Number(process.env.BENCH_VIEWS ?? 100)
const views = { warm: few * 4, round: few, burst: few * 10 }
const rounds = 5
const together = [8, 50] as const

const Peers = z.array(
  z.object({
    name: z.string(),
    pids: z.array(z.number()).min(1),
    view: z.array(z.object({ url: z.string(), headers: z.record(z.string(), z.string()).default({}) })).min(1),
  }),
)
type Peer = z.output<typeof Peers>[number]

const report = new Report()
const product = await startProduct('demo', Number(process.env.BENCH_PORT ?? 3900))
try {
  const visitor = await product.signedIn('amelie')
  const { customer } = await findPlaces(visitor, 'demo')
  const headers = { cookie: visitor.cookieHeader(), 'accept-encoding': 'identity', 'user-agent': 'bench' }
  const ours: Peer = {
    name: 'Plantroom',
    pids: [product.console.pid ?? 0, product.backend.pid ?? 0],
    view: [{ url: `${product.origin}${customer}/devices`, headers }],
  }
  const named = process.env.PEERS ? JSON.parse(await readFile(process.env.PEERS, 'utf8')) : []
  const all = [ours, ...Peers.parse(named)]
  const costs = all.map((): number[] => [])
  for (const peer of all) await visit(peer, views.warm, together[0])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, peer] of all.entries()) costs[at]?.push((await visit(peer, views.round, together[0])).cpuMs)
  for (const [at, peer] of all.entries()) {
    const speeds: string[] = []
    for (const count of together) {
      const { seconds, refused } = await visit(peer, views.burst, count)
      const each = `${((views.burst - refused) / seconds).toFixed(1)} views a second with ${count} at a time`
      speeds.push(refused === 0 ? each : `${each}, ${refused} of ${views.burst} refused`)
    }
    report.say(`${peer.name}: ${median(costs[at] ?? []).toFixed(1)} CPU ms a view; ${speeds.join(', ')}`)
  }
} finally {
  await product.close()
}
process.exitCode = report.exitCode

interface Visited {
  cpuMs: number
  seconds: number
  /** Views of which a part was refused, as it is when a server has too much to do. */
  refused: number
}

/** Visits a list so many times, so many at a time. */
async function visit({ view, pids }: Peer, count: number, atATime: number): Promise<Visited> {
  const dispatcher = new Agent({ connections: atATime * view.length })
  const [before, began] = [await treeSeconds(pids), performance.now()]
  let left = count
  let refused = 0
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      while (left > 0) {
        left -= 1
        const statuses = await Promise.all(
          view.map(async ({ url, headers }) => {
            const { statusCode, body } = await request(url, { dispatcher, headers })
            await body.dump({ limit: 50_000_000 })
            if (statusCode !== 200 && statusCode !== 503 && statusCode !== 429)
              throw new Error(`${url} answered ${statusCode}`)
            return statusCode
          }),
        )
        if (statuses.some((status) => status !== 200)) refused += 1
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  const cpuMs = (((await treeSeconds(pids)) - before) * 1_000) / count
  await dispatcher.close()
  return { cpuMs, seconds, refused }
}
