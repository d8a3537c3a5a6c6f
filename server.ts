/**
 * The HTTP server (design §3): plain `node:http` in front of Remix. It listens only when it is the main module; the
 * same file is a server build for `remix-serve`, and in development Vite passes its requests to `developmentDoor`.
 */
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import * as build from 'virtual:remix/server-build'
import { createRequestHandler } from '@remix-run/node'
import { waitForContinuing } from '~/change/continuing.server'
import { startHousekeeping } from '~/change/housekeeping.server'
import { ConfigurationError, config } from '~/config.server'
import { UnusableFile, UnwritableFolder } from '~/data-folder.server'
import { createDoor, type Door } from '~/door/door.server'
import { listen, stop } from '~/door/listen.server'
import { log } from '~/door/log.server'
import { staticFiles } from '~/door/static-files.server'
import { withStoreErrors } from '~/door/store-errors.server'
import { housekeepingTasks } from '~/features/registry.server'
import { startRemovingExpired } from '~/features/user/unattended/expired-roles.server'
import { checkFeatures } from '~/flags.server'
import { serveMetrics } from '~/meters.server'
import { waitForRenewals } from '~/session/renewal.server'
import { waitForRevocations } from '~/session/revocation.server'
import { closeStore, openStore, UnreachableDatabase } from '~/store/store.server'
import { endTraces, startTraces } from '~/traces.server'
import { signingKey } from '~/trail/signing-key.server'
import { flushUsage } from '~/usage/report-usage.server'

export * from 'virtual:remix/server-build'

const file = fileURLToPath(import.meta.url)
const isMain = process.argv[1] !== undefined && realpathSync(process.argv[1]) === file

/**
 * How much the heap may grow, in percent of the live data, before a major collection: V8's default is fourfold, which
 * makes no page faster. Set after start, so that starting needs no extra collections; a flag of the caller wins.
 */
const growth = '--heap-growing-percent'
if (!process.execArgv.some((flag) => flag.startsWith(growth))) setFlagsFromString(`${growth}=45`)

let stopHousekeeping: () => Promise<void> = async () => {}
let stopRemovingExpired: () => Promise<void> = async () => {}

if (isMain) await serve()
else await startStore()

/** Returns the request handler for Vite's development server. */
export function developmentDoor(): Door {
  return createDoor({
    remix: createRequestHandler(withStoreErrors(build), 'development'),
    files: new Map(),
    development: true,
  })
}

async function serve(): Promise<void> {
  try {
    const { port, hosts, publicOrigin, environment, metrics, traces } = config()
    checkFeatures()
    if (traces) await startTraces(traces)
    await startStore()
    const files = staticFiles(join(dirname(file), '../client'))
    const door = createDoor({ remix: createRequestHandler(withStoreErrors(build), 'production'), files })
    const meters = metrics && (await serveMetrics(metrics))
    const listening = await listen(door, { port, hosts })
    stopOnSignals(async () => {
      await stop(listening, door, { graceSeconds: config().graceSeconds, timeoutSeconds: config().drainSeconds })
      meters?.close()
    })
    logUncaught()
    log().info({ port, publicOrigin, environment }, 'listening')
    process.send?.({ ready: true })
  } catch (error) {
    exitWithError(error)
  }
}

/** Opens the store with the key that signs its trail, and starts its background work. */
async function startStore(): Promise<void> {
  signingKey()
  await openStore()
  stopHousekeeping = startHousekeeping(housekeepingTasks, (error) =>
    log().error({ err: error }, 'the trail is not kept'),
  )
  stopRemovingExpired = startRemovingExpired()
}

/** Prints one clear line for errors that an operator can fix, and exits. */
function exitWithError(error: unknown): never {
  if (error instanceof UnusableFile) {
    console.error(error.message)
    process.exit(78)
  }
  if (error instanceof ConfigurationError) {
    for (const problem of error.problems) console.error(problem)
    process.exit(78)
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') console.error(portInUse(error))
  else if (code === 'EACCES') console.error(`PORT: ${config().port} may not be opened by this user`)
  else if (error instanceof UnwritableFolder || error instanceof UnreachableDatabase) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

function portInUse(error: unknown): string {
  const port = (error as { port?: number }).port
  const name = port === config().metrics?.port ? 'METRICS_PORT' : 'PORT'
  return `${name}: ${port} is taken; stop what listens there or set ${name}`
}

/** Stops on SIGTERM, SIGINT and the end of the parent process: drains, closes the store, exits 0. */
function stopOnSignals(drain: () => Promise<void>): void {
  let stopping = false
  async function end(why: string) {
    if (stopping) return
    stopping = true
    log().info({ why }, 'stopping')
    const drainedBy = Date.now() + config().drainSeconds * 1_000
    await Promise.all([drain(), stopRemovingExpired()])
    await waitForContinuing(Math.max(drainedBy - Date.now(), 0))
    await waitForRenewals()
    await waitForRevocations()
    await flushUsage()
    await stopHousekeeping()
    await closeStore()
    await endTraces()
    process.exit(0)
  }
  process.once('SIGTERM', () => end('SIGTERM'))
  process.once('SIGINT', () => end('SIGINT'))
  process.once('disconnect', () => end('disconnect'))
}

/** Logs uncaught errors, which belong to one request and must not end the process. */
function logUncaught(): void {
  const report = (reason: unknown) => {
    const { name, message, stack } = reason instanceof Error ? reason : new Error(String(reason))
    log().error({ problem: { name, message, stack } }, 'unhandled')
  }
  process.on('unhandledRejection', report)
  process.on('uncaughtException', report)
}
