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
import { startHousekeeping } from '~/change/housekeeping.server'
import { ConfigurationError, config } from '~/config.server'
import { UnusableFile, UnwritableFolder } from '~/data-folder.server'
import { createDoor, type Door } from '~/door/door.server'
import { listen, stop } from '~/door/listen.server'
import { log } from '~/door/log.server'
import { staticFiles } from '~/door/static-files.server'
import { tellingStoreTrouble } from '~/door/store-trouble.server'
import { checkFeatures } from '~/features.server'
import { listenForMeters } from '~/meters.server'
import { renewalsDone } from '~/session/renewal.server'
import { revocationsDone } from '~/session/revocation.server'
import { closeStore, openStore, UnreachableDatabase } from '~/store/store.server'
import { endTraces, startTraces } from '~/traces.server'
import { signingKey } from '~/trail/signing-key.server'
import { startTakingRunOut } from '~/unattended/run-out.server'
import { lastUseTold } from '~/usage/tell.server'

export * from 'virtual:remix/server-build'

const file = fileURLToPath(import.meta.url)
const isMain = process.argv[1] !== undefined && realpathSync(process.argv[1]) === file

/**
 * How much the heap may grow, in percent of the live data, before a major collection: V8's default is fourfold, which
 * makes no page faster. Set after start, so that starting needs no extra collections; a flag of the caller wins.
 */
const growth = '--heap-growing-percent'
if (!process.execArgv.some((flag) => flag.startsWith(growth))) setFlagsFromString(`${growth}=45`)

let stopKeeping: () => Promise<void> = async () => {}
let stopTaking: () => Promise<void> = async () => {}

if (isMain) await serve()
else await openKeptStore()

/** Returns the request handler for Vite's development server. */
export function developmentDoor(): Door {
  return createDoor({
    remix: createRequestHandler(tellingStoreTrouble(build), 'development'),
    files: new Map(),
    development: true,
  })
}

async function serve(): Promise<void> {
  try {
    const { port, hosts, publicOrigin, environment, metrics, traces } = config()
    checkFeatures()
    if (traces) await startTraces(traces)
    await openKeptStore()
    const files = staticFiles(join(dirname(file), '../client'))
    const door = createDoor({ remix: createRequestHandler(tellingStoreTrouble(build), 'production'), files })
    const meters = metrics && (await listenForMeters(metrics))
    const listening = await listen(door, { port, hosts })
    stopOnSignals(async () => {
      await stop(listening, door, { grace: config().graceSeconds, seconds: config().drainSeconds })
      meters?.close()
    })
    keepServing()
    log().info({ port, publicOrigin, environment }, 'listening')
    process.send?.({ ready: true })
  } catch (error) {
    giveUp(error)
  }
}

/** Opens the store with the key that signs its trail, and starts its background work. */
async function openKeptStore(): Promise<void> {
  signingKey()
  await openStore()
  stopKeeping = startHousekeeping((error) => log().error({ err: error }, 'the trail is not kept'))
  stopTaking = startTakingRunOut()
}

/** Prints one clear line for errors that an operator can fix, and exits. */
function giveUp(error: unknown): never {
  if (error instanceof UnusableFile) {
    console.error(error.message)
    process.exit(78)
  }
  if (error instanceof ConfigurationError) {
    for (const problem of error.problems) console.error(problem)
    process.exit(78)
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') console.error(takenPort(error))
  else if (code === 'EACCES') console.error(`PORT: ${config().port} may not be opened by this user`)
  else if (error instanceof UnwritableFolder || error instanceof UnreachableDatabase) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

function takenPort(error: unknown): string {
  const taken = (error as { port?: number }).port
  const name = taken === config().metrics?.port ? 'METRICS_PORT' : 'PORT'
  return `${name}: ${taken} is taken; stop what listens there or set ${name}`
}

/** Stops on SIGTERM, SIGINT and the end of the parent process: drains, closes the store, exits 0. */
function stopOnSignals(drain: () => Promise<void>): void {
  let stopping = false
  async function end(why: string) {
    if (stopping) return
    stopping = true
    log().info({ why }, 'stopping')
    await Promise.all([drain(), stopTaking()])
    await renewalsDone()
    await revocationsDone()
    await lastUseTold()
    await stopKeeping()
    await closeStore()
    await endTraces()
    process.exit(0)
  }
  process.once('SIGTERM', () => end('SIGTERM'))
  process.once('SIGINT', () => end('SIGINT'))
  process.once('disconnect', () => end('disconnect'))
}

/** Logs uncaught errors, which belong to one request and must not end the process. */
function keepServing(): void {
  const tell = (reason: unknown) => {
    const { name, message, stack } = reason instanceof Error ? reason : new Error(String(reason))
    log().error({ problem: { name, message, stack } }, 'unhandled')
  }
  process.on('unhandledRejection', tell)
  process.on('uncaughtException', tell)
}
