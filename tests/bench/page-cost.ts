/**
 * What the list of controllers costs the console in processor time, as so many times the least for the same page
 * (floor.ts), in the same run; and what it weighs.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { bundle } from '../../app/commands/bundle.mjs'
import { consoleCommand } from '../../app/commands/console-command'
import { consoleFile } from '../../app/store/data-files.server'
import { portOffsets } from '../../services/start'
import type { Visitor } from '../harness/visitor'
import { compareCosts } from './costs-in-turn'
import type { FloorPage } from './floor'
import type { Places } from './places'
import { end, type Product } from './product'
import type { Recorder } from './recorder'
import { kilobytes, type Report } from './report'

/** How many times the least; KB of HTML. */
const limits = { times: 1.8, kilobytes: 60 }
/** As the console has it (server.ts). */
const heapGrowth = '--heap-growing-percent=45'

export async function pageCost(
  report: Report,
  {
    product,
    visitor,
    places,
    recorder,
    port,
  }: { product: Product; visitor: Visitor; places: Places; recorder: Recorder; port: number },
): Promise<void> {
  const address = `${places.customer}/devices`
  const headers = { cookie: visitor.cookieHeader(), 'accept-encoding': 'identity', 'user-agent': 'bench' }
  const { calls } = await recorder.visit(address, headers)
  const page = await visitor.get(address)
  const floor = await startFloor(product, {
    port,
    store: join(product.dataDir, consoleFile),
    portOf: Object.fromEntries(Object.entries(portOffsets).map(([name, offset]) => [name, product.portBase + offset])),
    calls,
    html: page.html,
    headers: Object.fromEntries(page.headers),
  })
  const url = `http://localhost:${port}/`
  const floorBytes = Buffer.byteLength(await (await fetch(url, { headers })).text())
  const bytes = Buffer.byteLength(page.html)
  const { costs, times, warmRounds } = await compareCosts(
    { url: product.origin + address, headers, server: product.console },
    { url, headers, server: floor },
  )
  await end(floor)
  const [ours, least] = costs
  report.say(
    `list of controllers: ${ours.toFixed(1)} CPU ms, ${times.toFixed(2)} times the least of ${least.toFixed(1)}` +
      ` (limit ${limits.times}); ${calls.length} calls, ${kilobytes(bytes)} KB against ${kilobytes(floorBytes)},` +
      ` ${warmRounds === null ? 'never warm' : `warm after ${warmRounds} rounds`}`,
    !(times <= limits.times) || warmRounds === null,
  )
  report.say(
    `list of controllers: ${kilobytes(bytes)} KB of HTML (limit ${limits.kilobytes})`,
    bytes / 1024 > limits.kilobytes,
  )
}

async function startFloor(product: Product, page: FloorPage) {
  const file = 'build/commands/floor.js'
  await bundle('tests/bench/floor.ts', file, { define: { 'process.env.NODE_ENV': '"production"' } })
  const floor = await product.launchBeside([heapGrowth, ...consoleCommand(file)])
  floor.send(page)
  await Promise.race([
    once(floor, 'message'),
    once(floor, 'exit').then(() => Promise.reject(new Error('the floor ended'))),
  ])
  return floor
}
