/**
 * A link in a process of its own, started and supervised here: when it dies it is started again at once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createConnectedLink, type Transport } from './connected-link'
import { connectionOver, type FromLink, type ToLink } from './messages'
import type { PartialLink } from './port'

/** How long the start waits for the program. */
const startMs = 2_000
/** How long a link has to end by itself. */
const endMs = 2_000
/** Shortest and longest pause before the process is started again. */
const minPauseMs = 100
const maxPauseMs = 10_000
/** A process that ran this long is started again without a pause. */
const steadyMs = 5_000

export interface LinkProgram {
  command: string
  args: readonly string[]
  log: Logger
}

/** Returns the link that a program serves. */
export const createProcessLink = (program: LinkProgram): PartialLink =>
  createConnectedLink({ transport: createSupervisor(program), log: program.log, startMs })

/** The environment of a link: its own settings, and no secret of the services. */
function environmentOf(path: string) {
  const own = Object.entries(process.env).filter(([name]) => /^(PATH|TZ|LINK_\w+)$/.test(name))
  return { ...Object.fromEntries(own), NODE_ENV: process.env.NODE_ENV, LINK_SOCKET: path }
}

/** Ends a program: it ends with its connection, and is killed when it does not. */
async function end(child: ChildProcess, connections: ReadonlySet<Socket>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  const timer = setTimeout(() => child.kill('SIGKILL'), connections.size > 0 ? endMs : 0)
  for (const connection of connections) connection.destroy()
  await ended
  clearTimeout(timer)
}

/** Keeps the program running, each time with a connection to a socket that only this user can open. */
function createSupervisor({ command, args, log }: LinkProgram): Transport {
  let folder: string | undefined
  let server: Server | undefined
  let child: ChildProcess | undefined
  const connections = new Set<Socket>()
  let timer: NodeJS.Timeout | undefined
  let pauseMs = minPauseMs
  let stopped = false

  const run = (path: string) => {
    const startedAt = Date.now()
    child = spawn(command, args, { env: environmentOf(path), stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', (error) => log.error({ err: error, command }, 'a link could not be started'))
    child.once('close', (code, signal) => {
      if (stopped) return
      pauseMs = Date.now() - startedAt > steadyMs ? minPauseMs : Math.min(pauseMs * 2, maxPauseMs)
      log.warn({ command, code, signal, pauseMs }, 'a link ended and is started again')
      timer = setTimeout(() => run(path), pauseMs)
    })
  }

  return {
    async start(accept) {
      folder = await mkdtemp(join(tmpdir(), 'plantroom-link-'))
      const path = join(folder, 'socket')
      server = createServer((socket) => {
        connections.add(socket)
        const connection = connectionOver<FromLink, ToLink>(socket, (message) => events.receive(message))
        const events = accept(connection)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          connections.delete(socket)
          events.end(Date.now())
        })
      })
      await new Promise<void>((resolve, reject) => server?.once('error', reject).listen(path, resolve))
      run(path)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (child) await end(child, connections)
      server?.close()
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}
