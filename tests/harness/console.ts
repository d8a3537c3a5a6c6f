/** The built console, really started beside the reference services, and a visitor who walks it without scripts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleCommand, consoleEnvironment } from '../../app/commands/console-command'
import { keep, takeKept, watch } from './handed-on'
import type { LoopCost } from './loop-meter.mjs'
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
  /** What its event loop was kept from since that was asked before; takes `hasMeteredLoop`. */
  cost(): Promise<LoopCost>
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
  hasMeteredLoop?: boolean
}

const built = 'build/server/index.js'

/**
 * How it is run: as in production where a promise is proved at full size, else as whatever ends after some hundred
 * pages takes least of the processor: nothing is compiled for speed that is not used again, and the heap may grow.
 */
const manner =
  process.env.PROVE === '1'
    ? { argv: consoleCommand(built), env: consoleEnvironment }
    : {
        argv: ['--no-opt', '--single-threaded-gc', '--min-semi-space-size=16', '--heap-growing-percent=0', built],
        env: {},
      }
const movedClock = new URL('./moved-clock.mjs', import.meta.url).href
const meteredLoop = new URL('./metered-loop.mjs', import.meta.url).href

/**
 * Starts services, provider and console on free ports with folders of their own. `npm run build` comes first. The process
 * may have served a file of tests before, see `handed-on.ts`.
 */
export async function startTestConsole(options: ConsoleOptions = {}): Promise<Console> {
  if (!existsSync(built)) throw new Error('The console is not built: run `npm run build`')
  const {
    services: serviceOptions = {},
    env = {},
    isEmbedded = !onPostgres,
    hasMovableClock = false,
    hasMeteredLoop = false,
  } = options
  const mayBeHandedOn = isEmbedded && !hasMeteredLoop && isUsual(options)
  const given = mayBeHandedOn ? takeKept() : null
  const port = given?.port ?? (await freePort())
  const origin = `http://localhost:${port}`
  const dataDir = given?.dataDir ?? (await mkdtemp(join(tmpdir(), 'plantroom-console-')))
  const database = isEmbedded ? null : await newDatabase()
  const services = await startTestServices({
    ...serviceOptions,
    env: {
      PUBLIC_ORIGIN: origin,
      ...(given && { PORT_BASE: String(given.portBase) }),
      ...serviceOptions.env,
    },
  })
  const changes = watch(services)
  let child: ChildProcess | null = given?.process ?? null
  let isOwnAlone = !mayBeHandedOn
  let written = ''

  const ear = given?.ear ?? { hear: () => {} }
  ear.hear = (part) => {
    written += part
  }
  const preloads = [...(hasMovableClock || mayBeHandedOn ? [movedClock] : []), ...(hasMeteredLoop ? [meteredLoop] : [])]
  const environmentAt = (at: { port: number; dataDir: string }) => ({
    ...environment(services, { ...at, origin }),
    DATABASE_URL: database?.url ?? '',
    ...env,
  })

  async function launched(more: Record<string, string> = {}): Promise<void> {
    child = await launch({ ...environmentAt({ port, dataDir }), ...more }, (part) => ear.hear(part), preloads)
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    isOwnAlone = true
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
    isOwnAlone = true
    const at = { port: await freePort(), dataDir: await mkdtemp(join(tmpdir(), 'plantroom-console-')) }
    const process = await launch(
      { ...environmentAt(at), TRUSTED_PROXIES: '127.0.0.1,::1' },
      (part) => ear.hear(part),
      preloads,
    )
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

  if (!child) await launched()
  return {
    origin,
    get dataDir() {
      isOwnAlone = true
      return dataDir
    },
    get databaseUrl() {
      isOwnAlone = true
      return database?.url ?? null
    },
    services,
    visitor: () => new Visitor(origin),
    async signedIn(login) {
      const visitor = new Visitor(origin)
      await visitor.enter(login)
      return visitor
    },
    log: () => written,
    pid() {
      isOwnAlone = true
      return child?.pid ?? 0
    },
    clockAhead(milliseconds) {
      isOwnAlone = true
      return tellTo(child, { clockAhead: milliseconds })
    },
    async pass(milliseconds) {
      isOwnAlone = true
      // A statement at work would time out, which the store's own timers measure with this clock.
      await database?.idle()
      await tellTo(child, { passes: milliseconds })
    },
    keepHouse: () => tellTo(child, { isDue: true }),
    cost: () => costOf(child),
    stop,
    async start(more) {
      isOwnAlone = true
      await launched(more)
    },
    replica,
    async close() {
      const rest = isOwnAlone || !child ? null : changes.restNeeded()
      const { portBase } = services.settings
      if (child && rest !== null) {
        await services.close()
        keep({ process: child, port, portBase, dataDir, ear }, rest)
        return
      }
      await stop()
      await services.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a metered process says of itself. */
function costOf(metered: ChildProcess | null): Promise<LoopCost> {
  return new Promise((resolve) => {
    metered?.on('message', function hear(message: { cost?: LoopCost }) {
      if (!message.cost) return
      metered.off('message', hear)
      resolve(message.cost)
    })
    metered?.send({ isMetered: true })
  })
}

/** Whether a console is like any other. */
function isUsual({ services, env }: ConsoleOptions): boolean {
  return !services && !env
}

/** Starts one process; it takes requests when this returns. */
async function launch(
  env: Record<string, string>,
  hear: (part: Buffer) => void,
  preloads: readonly string[] = [],
): Promise<ChildProcess> {
  const imports = preloads.flatMap((module) => ['--import', module])
  const started = spawn(process.execPath, [...imports, ...manner.argv], {
    env: { ...process.env, NODE_ENV: 'production', ...manner.env, ...env },
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
