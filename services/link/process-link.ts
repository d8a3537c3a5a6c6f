/**
 * A link in a process of its own, started and supervised here. When it dies it is started again at once; requests wait
 * for it for a moment, notifications until it is back, and each is repeated once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { eventSchemas, resultSchemas } from './message-checks'
import { type FromLink, type LinkNotice, type LinkRequest, onMessages, sendMessage } from './messages'
import {
  type ControllerLink,
  type LinkCapability,
  type LinkConfiguration,
  LinkError,
  type LinkEvents,
  type LinkRefusal,
  type ObjectDescription,
  type PartialLink,
  type PointRef,
} from './port'

/** How long a request waits for a process that is starting. */
const connectMs = 2_000
/** How long a request waits for its answer; an inventory, for that of a slow device with a thousand objects. */
const answerMs = 30_000
const inventoryMs = 600_000
/** After this time without a process, its controllers count as silent. */
const silenceMs = 30_000
/** How long a link has to end by itself. */
const endMs = 2_000
/** Shortest and longest pause before the process is started again. */
const minPauseMs = 100
const maxPauseMs = 10_000
/** A process that ran this long is started again without a pause. */
const steadyMs = 5_000

interface Pending {
  request: LinkRequest
  args: unknown[]
  resolve(result: unknown): void
  reject(error: LinkError): void
  /** How often it was sent. */
  sends: number
  timer: NodeJS.Timeout
}

type QueuedNotice = Exclude<LinkNotice, 'configure'>

/** A notification that no process has confirmed. */
interface UnconfirmedNotice {
  id: number
  notice: QueuedNotice
  args: Parameters<ControllerLink[QueuedNotice]>
  /** How often it was sent. */
  sends: number
}

/** Most notifications that wait for a process. */
const maxNotices = 10_000

export interface LinkProgram {
  command: string
  args: readonly string[]
  log: Logger
}

/** Returns the link that a program serves. */
export function createProcessLink(program: LinkProgram): PartialLink {
  const can = new Set<LinkCapability>()
  const pending = new Map<number, Pending>()
  const notices = createNotices(program.log)
  const absence = createAbsence((since) => {
    for (const { deviceId } of configuration?.controllers ?? []) events?.down(deviceId, since)
  })
  let events: LinkEvents | undefined
  let socket: Socket | undefined
  let stopped = false
  let lastId = 0
  let configuration: LinkConfiguration | undefined
  let firstHello = () => {}
  const greeted = new Promise<void>((resolve) => {
    firstHello = resolve
  })

  const settle = (id: number, end: (one: Pending) => void) => {
    const one = pending.get(id)
    if (!one) return
    clearTimeout(one.timer)
    pending.delete(id)
    end(one)
  }
  const giveUp = (id: number) => settle(id, ({ reject }) => reject(new LinkError('unreachable')))

  const transmit = (id: number, one: Pending) => {
    if (!socket) return
    one.sends += 1
    clearTimeout(one.timer)
    one.timer = setTimeout(() => giveUp(id), one.request === 'objects' ? inventoryMs : answerMs)
    sendMessage(socket, { id, request: one.request, args: one.args })
  }

  const request = <Result>(name: LinkRequest, ...args: unknown[]) =>
    new Promise<Result>((resolve, reject) => {
      const id = ++lastId
      const timer = setTimeout(() => giveUp(id), connectMs)
      const one: Pending = { request: name, args, resolve: resolve as Pending['resolve'], reject, sends: 0, timer }
      pending.set(id, one)
      if (stopped) giveUp(id)
      else transmit(id, one)
    })

  const receive = (from: Socket, message: FromLink) => {
    if ('can' in message) {
      const capabilities = new Set(message.can)
      can.clear()
      for (const capability of capabilities) can.add(capability)
      socket = from
      absence.end()
      firstHello()
      if (configuration) sendMessage(socket, { notice: 'configure', args: [configuration] })
      notices.begin(from)
      for (const [id, one] of pending) transmit(id, one)
    } else if ('event' in message) report(events, message, program.log)
    else if ('refusal' in message) settle(message.id, ({ reject }) => reject(linkErrorIn(message)))
    else if (!notices.confirm(message.id)) settle(message.id, (one) => accept(one, message.result, program.log))
  }

  const lose = (lost: Socket) => {
    if (socket !== lost) return
    socket = undefined
    if (!stopped) absence.begin()
    notices.end()
    for (const [id, one] of pending) {
      clearTimeout(one.timer)
      // What may have ended the process is not sent to it a third time.
      if (one.sends > 1) giveUp(id)
      else one.timer = setTimeout(() => giveUp(id), connectMs)
    }
  }

  const supervisor = createSupervisor(program, (connection) => {
    onMessages<FromLink>(connection, (message) => receive(connection, message))
    connection.on('error', () => undefined)
    connection.on('close', () => lose(connection))
  })
  const notify =
    (notice: QueuedNotice) =>
    (...args: Parameters<ControllerLink[QueuedNotice]>) =>
      notices.add({ id: ++lastId, notice, args, sends: 0 })

  return {
    can,
    async start(own) {
      events = own
      absence.begin()
      await supervisor.start()
      await Promise.race([greeted, new Promise((resolve) => setTimeout(resolve, connectMs).unref())])
    },
    async stop() {
      stopped = true
      absence.end()
      for (const id of pending.keys()) giveUp(id)
      await supervisor.stop()
    },
    configure(current) {
      configuration = current
      if (socket) sendMessage(socket, { notice: 'configure', args: [current] })
    },
    find: (networkId, range) => request('find', networkId, range),
    refusals: async (deviceIds, change) => new Map(await request('refusals', deviceIds, change)),
    answers: (deviceId) => request('answers', deviceId),
    info: (deviceId) => request('info', deviceId),
    clock: (deviceId) => request('clock', deviceId),
    async *objects(deviceId) {
      yield* await request<ObjectDescription[]>('objects', deviceId)
    },
    read: (deviceId, points) => request('read', deviceId, points.map(refOf)),
    write: (point, level, value) => request('write', refOf(point), level, value),
    acknowledge: (event) => request('acknowledge', event),
    sendSchedules: (deviceId, content) => request('sendSchedules', deviceId, content),
    added: notify('added'),
    onboardingBegan: notify('onboardingBegan'),
    workQueued: notify('workQueued'),
    backupQueued: notify('backupQueued'),
  }
}

interface Notices {
  add(notice: UnconfirmedNotice): void
  /** Continues with a process that has begun. */
  begin(socket: Socket): void
  end(): void
  /** Returns whether it was a notification that the process confirmed. */
  confirm(id: number): boolean
}

/**
 * Returns the notifications of a link, sent one after the other: each is kept until a process has confirmed it. One that
 * two processes died at is dropped.
 */
function createNotices(log: Logger): Notices {
  const waiting: UnconfirmedNotice[] = []
  let current: Socket | undefined
  const send = () => {
    if (waiting[0] && waiting[0].sends > 1) {
      log.error({ notice: waiting[0].notice }, 'a link ended twice at a notification')
      waiting.shift()
    }
    const [first] = waiting
    if (!first || !current) return
    first.sends += 1
    const { id, notice, args } = first
    sendMessage(current, { id, notice, args })
  }
  return {
    add(notice) {
      waiting.push(notice)
      if (waiting.length > maxNotices) {
        log.error({ notice: waiting[0]?.notice }, 'a link is away for too long to be notified of everything')
        waiting.shift()
      }
      if (waiting.length === 1) send()
    },
    begin(socket) {
      current = socket
      send()
    },
    end() {
      current = undefined
    },
    confirm(id) {
      if (waiting[0]?.id !== id) return false
      waiting.shift()
      send()
      return true
    },
  }
}

/** Settles a request with a result, if that is one. */
function accept({ request, resolve, reject }: Pending, result: unknown, log: Logger): void {
  const checked = resultSchemas[request].safeParse(result)
  if (checked.success) return resolve(checked.data)
  log.error({ request, issues: checked.error.issues }, 'a link returned something else')
  reject(new LinkError('unreachable'))
}

/** Reports that there is no process, and since when, once that lasts. */
function createAbsence(report: (since: number) => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    begin() {
      const since = Date.now()
      clearTimeout(timer)
      timer = setTimeout(() => report(since), silenceMs)
      timer.unref()
    },
    end: () => clearTimeout(timer),
  }
}

/** Returns the error of a refusal, which another program wrote. */
function linkErrorIn({ refusal, answer }: { refusal: LinkRefusal; answer?: unknown }): LinkError {
  const isWord = typeof answer === 'string' && /^[a-zA-Z]{1,60}$/.test(answer)
  return new LinkError(refusalOf(refusal), isWord ? answer : null)
}

/** Returns a refusal as the port knows it. */
const refusalOf = (text: LinkRefusal): LinkRefusal =>
  text === 'unsupported' || text === 'refused' ? text : 'unreachable'

/** Returns the fields that name an object, whatever else the row of the store has. */
const refOf = ({ id, device_id, object_type, object_instance, kind }: PointRef): PointRef => ({
  id,
  device_id,
  object_type,
  object_instance,
  kind,
})

function report(events: LinkEvents | undefined, { event, args }: Extract<FromLink, { event: unknown }>, log: Logger) {
  try {
    if (!Object.hasOwn(eventSchemas, event)) throw new Error('There is no such event')
    const receive = events?.[event] as ((...args: unknown[]) => void) | undefined
    receive?.(...eventSchemas[event].parse(args))
  } catch (error) {
    log.error({ err: error, event }, 'an event of a link was not stored')
  }
}

/** The environment of a link: its own settings, and no secret of the services. */
function environmentOf(path: string) {
  const own = Object.entries(process.env).filter(([name]) => /^(PATH|TZ|LINK_\w+)$/.test(name))
  return { ...Object.fromEntries(own), NODE_ENV: process.env.NODE_ENV, LINK_SOCKET: path }
}

interface Supervisor {
  start(): Promise<void>
  stop(): Promise<void>
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
function createSupervisor({ command, args, log }: LinkProgram, onConnection: (socket: Socket) => void): Supervisor {
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
    async start() {
      folder = await mkdtemp(join(tmpdir(), 'plantroom-link-'))
      const path = join(folder, 'socket')
      server = createServer((connection) => {
        connections.add(connection)
        connection.on('close', () => connections.delete(connection))
        onConnection(connection)
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
