/** The built console, really started beside the reference services, and a visitor who walks it without scripts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports'
import { newDatabase, onPostgres } from './postgres'
import { type Services, type ServicesOptions, startTestServices } from './services'
import { Visitor } from './visitor'

export interface Console {
  /** The public origin, without a slash at its end. */
  origin: string
  dataDir: string
  /** Where its store is, in a run on PostgreSQL. */
  databaseUrl: string | null
  services: Services
  /** Somebody with a browser of their own, not signed in. */
  visitor(): Visitor
  /** Somebody signed in through the provider. */
  signedIn(login: string): Promise<Visitor>
  /** What the console wrote to its log so far. */
  log(): string
  /** The process at work now. */
  pid(): number
  /** Ends the console, gently or with `SIGKILL`. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Lets the console's clock run ahead of everybody else's by so many milliseconds; takes `hasMovableClock`. */
  clockAhead(milliseconds: number): Promise<void>
  /** Lets so many milliseconds pass for the console, and what waits no longer than that be over; takes `hasMovableClock`. */
  pass(milliseconds: number): Promise<void>
  /** Lets it begin now what it does every ten seconds and more; takes `hasMovableClock`. */
  keepHouse(): Promise<void>
  /** Starts it again on the same folder. */
  start(env?: Record<string, string>): Promise<void>
  /** Another process of it: the same store and address, a port and a folder of its own. */
  replica(): Promise<Replica>
  close(): Promise<void>
}

export interface Replica {
  /** Somebody whom a balancer sends to this process. */
  visitor(): Visitor
  /** Lets it begin now what it does every ten seconds and more; takes `hasMovableClock`. */
  keepHouse(): Promise<void>
  /** Takes the process from the world without a word. */
  kill(): Promise<void>
  close(): Promise<void>
}

export interface ConsoleOptions {
  services?: ServicesOptions
  env?: Record<string, string>
  /** On the embedded store, whatever the run's consoles are on. */
  isEmbedded?: boolean
  hasMovableClock?: boolean
}

const built = 'build/server/index.js'
const movedClock = new URL('./moved-clock.mjs', import.meta.url).href

/** Starts services, provider and console on free ports with folders of their own. `npm run build` comes first. */
export async function startTestConsole({
  services: options = {},
  env = {},
  isEmbedded = !onPostgres,
  hasMovableClock = false,
}: ConsoleOptions = {}): Promise<Console> {
  if (!existsSync(built)) throw new Error('The console is not built: run `npm run build`')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-console-'))
  const database = isEmbedded ? null : await newDatabase()
  const services = await startTestServices({ ...options, env: { PUBLIC_ORIGIN: origin, ...options.env } })
  let child: ChildProcess | null = null
  let written = ''

  const preloads = hasMovableClock ? [movedClock] : []
  const hear = (part: Buffer) => {
    written += part
  }
  const environmentAt = (at: { port: number; dataDir: string }) => ({
    ...environment(services, { ...at, origin }),
    DATABASE_URL: database?.url ?? '',
    ...env,
  })

  async function start(more: Record<string, string> = {}): Promise<void> {
    child = await launch({ ...environmentAt({ port, dataDir }), ...more }, hear, preloads)
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const ending = child
    child = null
    return ending && end(ending, signal)
  }

  function tellTo(
    moving: ChildProcess | null,
    told: { clockAhead: number } | { passes: number } | { isDue: true },
  ): Promise<void> {
    if (!moving || !hasMovableClock) throw new Error('The console has no clock that could be moved')
    return new Promise((resolve) => {
      moving.once('message', () => resolve())
      moving.send(told)
    })
  }

  async function replica(): Promise<Replica> {
    const at = { port: await freePort(), dataDir: await mkdtemp(join(tmpdir(), 'plantroom-console-')) }
    const process = await launch({ ...environmentAt(at), TRUSTED_PROXIES: '127.0.0.1,::1' }, hear, preloads)
    return {
      keepHouse: () => tellTo(process, { isDue: true }),
      visitor: () => new Visitor(`http://localhost:${at.port}`, { 'x-forwarded-host': new URL(origin).host, origin }),
      async kill() {
        await end(process, 'SIGKILL')
      },
      async close() {
        await end(process)
        await rm(at.dataDir, { recursive: true, force: true })
      },
    }
  }

  await start()
  return {
    origin,
    dataDir,
    databaseUrl: database?.url ?? null,
    services,
    visitor: () => new Visitor(origin),
    async signedIn(login) {
      const visitor = new Visitor(origin)
      await visitor.enter(login)
      return visitor
    },
    log: () => written,
    pid: () => child?.pid ?? 0,
    clockAhead: (milliseconds) => tellTo(child, { clockAhead: milliseconds }),
    pass: (milliseconds) => tellTo(child, { passes: milliseconds }),
    keepHouse: () => tellTo(child, { isDue: true }),
    stop,
    start,
    replica,
    async close() {
      await stop()
      await services.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts one process; it takes requests when this returns. */
async function launch(
  env: Record<string, string>,
  hear: (part: Buffer) => void,
  preloads: readonly string[] = [],
): Promise<ChildProcess> {
  const imports = preloads.flatMap((module) => ['--import', module])
  const started = spawn(process.execPath, [...imports, built], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (part) => {
      said = (said + part).slice(-2_000)
      hear(part)
    })
  await new Promise<void>((resolve, reject) => {
    started.once('message', () => resolve())
    started.once('exit', (code) => reject(new Error(`The console ended with ${code}: ${said}`)))
  })
  return started
}

async function end(process: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (process.exitCode !== null || process.signalCode !== null) return process.exitCode
  const ended = new Promise<number | null>((resolve) => process.once('exit', (code) => resolve(code)))
  process.kill(signal)
  return ended
}

function environment(
  services: Services,
  at: { port: number; origin: string; dataDir: string },
): Record<string, string> {
  const { settings } = services
  return {
    PORT: String(at.port),
    PUBLIC_ORIGIN: at.origin,
    DATA_DIR: at.dataDir,
    PORT_BASE: String(settings.portBase),
    OIDC_CLIENT_ID: settings.client.id,
    OIDC_CLIENT_SECRET: settings.client.secret,
    ROOT_TENANT_ID: settings.rootTenantId,
    LOG_LEVEL: 'info',
    GRACE_SECONDS: '0',
    DRAIN_SECONDS: '2',
  }
}
