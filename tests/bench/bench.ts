/**
 * `npm run bench`: the production build's site page and controller page, beside a bare `node:http` server that
 * returns the same bytes, in the same run; the critical path with 40 ms added to every backend call; and the
 * scripts a first page loads. Prints figures and the limit they are held against; exit 1 when one is over.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { type Page, Visitor } from '../harness/visitor'

const port = Number(process.env.BENCH_PORT ?? 3900)
const portBase = port + 100
const origin = `http://localhost:${port}`
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const connections = 8
const addedMs = 40
const limits = { criticalPath: 1.25, chain: 2, scriptKb: 120 }
const services = ['tenant', 'site', 'package', 'product', 'device-configuration']

interface Measured {
  perSecond: number
  cpuMs: number
}

const folder = await mkdtemp(join(tmpdir(), 'plantroom-bench-'))
const children: ChildProcess[] = []
let isOver = false

try {
  await launch(['build/services/main.js'], { ...environment(), SIM_CONTROL: '1', RUN_IDENTITY: '1' })
  const consoleProcess = await launch(['build/server/index.js'], environment())
  const amelie = new Visitor(origin, { 'accept-encoding': 'identity' })
  await amelie.signIn('amelie')
  const pages = await findPages(amelie)
  for (const [name, page] of Object.entries(pages)) await compare(name, page, amelie, consoleProcess)
  for (const [name, page] of Object.entries(pages)) await criticalPath(name, page.address, amelie)
  await scripts(amelie, pages)
} finally {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isOver ? 1 : 0

/** A site of the fleet and a controller in it, found by walking. */
async function findPages(visitor: Visitor): Promise<{ site: Page; device: Page }> {
  const customer = await (await visitor.get('/?choose=1')).follow(/Montcalm/)
  const group = await below(visitor, customer, 'groups')
  const site = await below(visitor, group, 'sites')
  const building = await below(visitor, site, 'buildings')
  for (const address of linksBelow(building, 'spaces')) {
    const [first] = linksBelow(await visitor.get(address), 'devices')
    if (first) return { site, device: await visitor.get(first) }
  }
  throw new Error(`no controller found below ${building.address}`)
}

async function below(visitor: Visitor, page: Page, level: string): Promise<Page> {
  const [first] = linksBelow(page, level)
  if (!first) throw new Error(`no ${level} found at ${page.address}`)
  return visitor.get(first)
}

/** Addresses in the page's own part that end at a thing of this level. */
function linksBelow(page: Page, level: string): string[] {
  const links = page.root.querySelectorAll('main a').map((one) => one.getAttribute('href') ?? '')
  return [...new Set(links)].filter(
    (href) => new RegExp(`/${level}/(?!none)[^/?]+$`).test(href) && !page.address.endsWith(href),
  )
}

async function compare(name: string, page: Page, visitor: Visitor, consoleProcess: ChildProcess): Promise<void> {
  const html = page.html
  const file = join(folder, `${name}.html`)
  await writeFile(file, html)
  const bare = await launch(['-e', bareServer(file)], process.env)
  const headers = { cookie: visitor.cookieHeader(), 'accept-encoding': 'identity', 'user-agent': 'bench' }
  const ours = await measure(origin + page.address, headers, consoleProcess)
  const floor = await measure(`http://localhost:${port + 50}/`, {}, bare)
  bare.kill('SIGKILL')
  console.log(
    `${name} page, ${(html.length / 1024).toFixed(1)} KB: ${ours.perSecond.toFixed(0)} requests/s at ${ours.cpuMs.toFixed(2)} CPU ms` +
      ` | bare node:http: ${floor.perSecond.toFixed(0)} requests/s at ${floor.cpuMs.toFixed(3)} CPU ms`,
  )
}

function bareServer(file: string): string {
  return `const body = require('node:fs').readFileSync(${JSON.stringify(file)});
    require('node:http').createServer((_, answer) => { answer.setHeader('content-type', 'text/html; charset=utf-8'); answer.end(body) })
      .listen(${port + 50}, () => process.send({ ready: true }))`
}

async function measure(url: string, headers: Record<string, string>, server: ChildProcess): Promise<Measured> {
  const agent = new Agent({ connections })
  const once = async () => {
    const answer = await request(url, { dispatcher: agent, headers })
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
    await answer.body.dump({ limit: 50_000_000 })
  }
  for (let warm = 0; warm < 60; warm += 1) await once()
  const cpuBefore = await cpuMs(server)
  const started = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - started < seconds * 1_000) {
        await once()
        done += 1
      }
    }),
  )
  const took = (performance.now() - started) / 1_000
  const used = (await cpuMs(server)) - cpuBefore
  await agent.close()
  return { perSecond: done / took, cpuMs: used / done }
}

/** User and system time of a process so far, from the kernel (10 ms ticks). */
async function cpuMs(child: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The chain is measured too: what another 40 ms on every call add, in units of 40 ms. */
async function criticalPath(name: string, address: string, visitor: Visitor): Promise<void> {
  const slow = await timeWith(addedMs, address, visitor)
  const slower = await timeWith(addedMs * 2, address, visitor)
  const chain = Math.max(1, Math.round((slower - slow) / addedMs))
  const ratio = slow / (chain * addedMs)
  const over = ratio > limits.criticalPath || chain > limits.chain
  isOver ||= over
  console.log(
    `${name} page with ${addedMs} ms on every backend call: ${slow.toFixed(1)} ms, chain of ${chain}, ratio ${ratio.toFixed(2)}` +
      ` (limit ${limits.criticalPath}, chain ${limits.chain})${over ? ' OVER' : ''}`,
  )
}

/** Median of 31 visits, the rights of the person being known. */
async function timeWith(delayMs: number, address: string, visitor: Visitor): Promise<number> {
  await control('DELETE')
  await control('POST', { match: 'GET /', kind: 'delay', delayMs })
  const times: number[] = []
  for (let visit = 0; visit < 34; visit += 1) {
    const started = performance.now()
    await (await visitor.raw('GET', address)).arrayBuffer()
    if (visit > 2) times.push(performance.now() - started)
  }
  await control('DELETE')
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

async function control(method: 'POST' | 'DELETE', body?: object): Promise<void> {
  for (const service of services) {
    const answer = await request(`http://127.0.0.1:${portBase + 8}/__sim/services/${service}/inject`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    await answer.body.dump()
    if (answer.statusCode >= 300) throw new Error(`the control plane answered ${answer.statusCode}`)
  }
}

/** Gzipped scripts that a page asks for before anything is clicked. */
async function scripts(visitor: Visitor, pages: { site: Page }): Promise<void> {
  const rollout = await findDeployment(visitor, pages.site)
  for (const [name, page] of Object.entries({ 'site page': pages.site, 'deployment page (hydrated)': rollout })) {
    const bytes = await scriptBytes(visitor, page)
    const over = bytes / 1024 > limits.scriptKb
    isOver ||= over
    console.log(
      `${name}: ${(bytes / 1024).toFixed(1)} KB of scripts gzipped (limit ${limits.scriptKb})${over ? ' OVER' : ''}`,
    )
  }
}

/** The newest deployment of the customer whose site this is. */
async function findDeployment(visitor: Visitor, site: Page): Promise<Page> {
  const [customer] = /^\/tenants\/[^/]+\/customers\/[^/]+/.exec(site.address) ?? []
  const list = await visitor.get(`${customer}/deployments`)
  const address = linksBelow(list, 'deployments').find((href) => !href.endsWith('/new'))
  if (!address) throw new Error(`no deployment found at ${list.address}`)
  return visitor.get(address)
}

async function scriptBytes(visitor: Visitor, page: Page): Promise<number> {
  const linked = page.root
    .querySelectorAll('script[src], link[rel=modulepreload]')
    .map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '')
  const inline = [...page.html.matchAll(/import\s[^"']*["'](\/assets\/[^"']+\.js)["']/g)].map((match) => match[1] ?? '')
  const files = [...new Set([...linked, ...inline])].filter((file) => file.startsWith('/'))
  let bytes = 0
  for (const file of files) bytes += gzipSync(Buffer.from(await (await visitor.raw('GET', file)).arrayBuffer())).length
  return bytes
}

function launch(command: string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`${command[0]} ended with ${code}`)))
  })
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    PORT_BASE: String(portBase),
    PUBLIC_ORIGIN: origin,
    DATA_DIR: folder,
    OIDC_CLIENT_ID: 'plantroom-console',
    OIDC_CLIENT_SECRET: 'bench-client-secret-of-32-characters',
    LOG_LEVEL: 'error',
  }
}
