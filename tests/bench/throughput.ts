/** A page of the product beside a bare `node:http` server that returns the same bytes, in the same run. */
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import type { Page, Visitor } from '../harness/visitor'
import { cpuMs, end, launch, type Product } from './product'
import { kilobytes, type Report } from './report'

const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const connections = 8

interface Measured {
  perSecond: number
  cpuMs: number
}

/** `port` is the bare server's. */
export async function throughput(
  report: Report,
  { product, visitor, pages, port }: { product: Product; visitor: Visitor; pages: Record<string, Page>; port: number },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-bench-'))
  for (const [name, { html, address }] of Object.entries(pages)) {
    const file = join(folder, `${name}.html`)
    await writeFile(file, html)
    const bare = await launch(['-e', bareServer(file, port)], process.env)
    const headers = { cookie: visitor.cookieHeader(), 'accept-encoding': 'identity', 'user-agent': 'bench' }
    const ours = await measure(product.origin + address, headers, product.console)
    const floor = await measure(`http://localhost:${port}/`, {}, bare)
    await end(bare)
    report.say(
      `${name} page, ${kilobytes(html.length)} KB: ${ours.perSecond.toFixed(0)} requests/s at ${ours.cpuMs.toFixed(2)} CPU ms` +
        ` | bare node:http: ${floor.perSecond.toFixed(0)} requests/s at ${floor.cpuMs.toFixed(3)} CPU ms`,
    )
  }
  await rm(folder, { recursive: true, force: true })
}

function bareServer(file: string, port: number): string {
  return `const body = require('node:fs').readFileSync(${JSON.stringify(file)});
    require('node:http').createServer((_, answer) => { answer.setHeader('content-type', 'text/html; charset=utf-8'); answer.end(body) })
      .listen(${port}, () => process.send({ ready: true }))`
}

/** A page runs through much code, which is compiled for good only after hundreds of views. */
const warmViews = Number(process.env.BENCH_WARM ?? 600)

/** Requests a second and processor time of each, after it is warm. */
export async function measure(url: string, headers: Record<string, string>, server: ChildProcess): Promise<Measured> {
  const agent = new Agent({ connections })
  const once = async () => {
    const answer = await request(url, { dispatcher: agent, headers })
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
    await answer.body.dump({ limit: 50_000_000 })
  }
  /** Visits as many at a time as there are connections; how many it were. */
  const visit = async (isEnough: (done: number) => boolean) => {
    let done = 0
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (!isEnough(done)) {
          done += 1
          await once()
        }
      }),
    )
    return done
  }
  await visit((done) => done >= warmViews)
  const cpuBefore = await cpuMs(server)
  const started = performance.now()
  const done = await visit(() => performance.now() - started >= seconds * 1_000)
  const took = (performance.now() - started) / 1_000
  const used = (await cpuMs(server)) - cpuBefore
  await agent.close()
  return { perSecond: done / took, cpuMs: used / done }
}
