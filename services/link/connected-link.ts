/**
 * A link at the other end of a connection, which may break. Requests wait for the next connection for a moment,
 * notifications until there is one, and each is repeated once.
 */
import type { Logger } from 'pino'
import { minuteMs } from '../history/history'
import { createPartServer } from './file-parts'
import { answersOfEach, createKnownRequests, type KnownRequests } from './known-requests'
import { eventSchemas, resultSchemas } from './message-checks'
import {
  type Connection,
  type EarlierRequest,
  type FromLink,
  type LinkNotice,
  type LinkRequest,
  sendConfiguration,
  type ToLink,
} from './messages'
import {
  type ClockReading,
  type ControllerInfo,
  type ControllerLink,
  type LinkCapability,
  type LinkConfiguration,
  LinkError,
  type LinkEvents,
  type LinkRefusal,
  type ModelObject,
  type ObjectDescription,
  type PartialLink,
  type PointRef,
  type WriteAnswer,
} from './port'

/** How long after the end of a connection, or the start, a request waits for the next one. */
const connectMs = 2_000
/**
 * How long a request waits for its answer; a write, for its turn among many; what takes many answers, for those of a
 * slow device with a thousand objects.
 */
const answerMs = 30_000
const longAnswersMs: Partial<Record<LinkRequest | EarlierRequest, number>> = {
  write: 300_000,
  objects: 600_000,
  trendLogs: 600_000,
  trendPage: 600_000,
  sendSchedules: 600_000,
  backUpFiles: 600_000,
  restoreFiles: 600_000,
}
/** After this time without a connection, its controllers count as silent. */
const silenceMs = 30_000

interface Pending {
  request: LinkRequest | EarlierRequest
  args: unknown[]
  resolve(result: unknown): void
  reject(error: LinkError): void
  /** How often it was sent. */
  sends: number
  timer: NodeJS.Timeout
}

const isOnce = (request: string) => ['manage', 'backUpFiles', 'restoreFiles'].includes(request)

type QueuedNotice = Exclude<LinkNotice, 'configure'>

/** A notification that the link has not confirmed. */
interface UnconfirmedNotice {
  id: number
  notice: QueuedNotice
  args: Parameters<ControllerLink[QueuedNotice]>
  /** How often it was sent. */
  sends: number
}

/** Most notifications that wait for a connection. */
const maxNotices = 10_000

/** Makes connections to a link, one after the other. */
export interface Transport {
  /** Calls `accept` with each connection, and what that returns with what arrives over it and at its end. */
  start(accept: (connection: Connection<ToLink>) => ConnectionEvents): Promise<void>
  stop(): Promise<void>
}

export interface ConnectionEvents {
  receive(message: FromLink): void
  /** Notifies of the end of the connection, ms. */
  end(at: number): void
}

export interface ConnectedLinkOptions {
  transport: Transport
  log: Logger
  /** What the link can do until it states that itself. */
  can?: readonly LinkCapability[]
  /** How long the start waits for the first connection, ms; not at all by default. */
  startMs?: number
}

/** Returns the link to which a transport makes connections. */
export function createConnectedLink({
  transport,
  log,
  can: knownCan = [],
  startMs = 0,
}: ConnectedLinkOptions): PartialLink {
  const can = new Set<LinkCapability>(knownCan)
  const pending = new Map<number, Pending>()
  const notices = createNotices(log)
  const known = createKnownRequests()
  const absence = createAbsence((since) => reportSilence(events, configuration, since))
  let events: LinkEvents | undefined
  let servePart = createPartServer(undefined)
  let connection: Connection<ToLink> | undefined
  /** Since when there is no connection. */
  let awaySince = Date.now()
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
  const giveUp = (id: number) =>
    settle(id, ({ request: name, sends, reject }) =>
      reject(new LinkError('unreachable', null, name === 'write' && sends > 0)),
    )

  const transmit = (id: number, one: Pending) => {
    if (!connection) return
    if (!known.has(one.request)) return settle(id, ({ reject }) => reject(new LinkError('unsupported')))
    one.sends += 1
    clearTimeout(one.timer)
    one.timer = setTimeout(() => giveUp(id), longAnswersMs[one.request] ?? answerMs)
    connection.send({ id, request: one.request, args: one.args })
  }

  const request: RequestLink = <Result>(name: LinkRequest | EarlierRequest, ...args: unknown[]) =>
    new Promise<Result>((resolve, reject) => {
      const id = ++lastId
      const timer = setTimeout(() => giveUp(id), connectMs)
      const one: Pending = { request: name, args, resolve: resolve as Pending['resolve'], reject, sends: 0, timer }
      pending.set(id, one)
      const isAway = !connection && Date.now() - awaySince > connectMs
      if (stopped || isAway) giveUp(id)
      else transmit(id, one)
    })

  const receive = (from: Connection<ToLink>, message: FromLink) => {
    if ('can' in message) {
      const capabilities = new Set(message.can)
      can.clear()
      for (const capability of capabilities) can.add(capability)
      known.begin(message.requests)
      connection = from
      absence.end()
      firstHello()
      if (configuration) sendConfiguration(connection, configuration)
      notices.begin(from, known.isListed())
      for (const [id, one] of pending) transmit(id, one)
    } else if ('event' in message) report(events, message, log)
    else if ('fetch' in message)
      servePart(message, from).catch((error: unknown) => log.error({ err: error }, 'a link fetched no file'))
    else if ('refusal' in message) settle(message.id, ({ reject }) => reject(linkErrorIn(message)))
    else if (!notices.confirm(message.id)) settle(message.id, (one) => accept(one, message.result, log))
  }

  const lose = (lost: Connection<ToLink>, at: number) => {
    if (connection !== lost) return
    connection = undefined
    awaySince = at
    if (!stopped) absence.begin(at)
    notices.end()
    for (const [id, one] of pending) {
      clearTimeout(one.timer)
      // What may have ended the link is not sent to it a third time, and what must not be repeated not a second time.
      if (one.sends > (isOnce(one.request) ? 0 : 1)) giveUp(id)
      else one.timer = setTimeout(() => giveUp(id), connectMs)
    }
  }

  return {
    can,
    async start(own, readPart) {
      events = own
      servePart = createPartServer(readPart)
      awaySince = Date.now()
      absence.begin(awaySince)
      await transport.start((accepted) => ({
        receive: (message) => receive(accepted, message),
        end: (at) => lose(accepted, at),
      }))
      await Promise.race([greeted, new Promise((resolve) => setTimeout(resolve, startMs).unref())])
    },
    async stop() {
      stopped = true
      absence.end()
      for (const id of pending.keys()) giveUp(id)
      await transport.stop()
    },
    configure(current) {
      configuration = current
      if (connection) sendConfiguration(connection, current)
    },
    ...requestsThrough(request, known),
    ...noticesThrough((notice, args) => notices.add({ id: ++lastId, notice, args, sends: 0 })),
  }
}

type NoticeArgs = Parameters<ControllerLink[QueuedNotice]>

/** Returns the notifications of a link, as they are sent. */
function noticesThrough(add: (notice: QueuedNotice, args: NoticeArgs) => void) {
  const notify =
    (notice: QueuedNotice) =>
    (...args: NoticeArgs) =>
      add(notice, args)
  return {
    added: notify('added'),
    workAborted: notify('workAborted'),
    tunnelAborted: notify('tunnelAborted'),
    backupAborted: notify('backupAborted'),
  } satisfies Pick<ControllerLink, QueuedNotice>
}

type RequestLink = <Result>(name: LinkRequest | EarlierRequest, ...args: unknown[]) => Promise<Result>

/** Returns the requests of a link, as they are sent. */
function requestsThrough(request: RequestLink, known: KnownRequests) {
  /** Requests something of many controllers; of a link that does not know this, of one after the other. */
  const requestOfMany = async <Answer>(many: LinkRequest, one: EarlierRequest, deviceIds: readonly string[]) => {
    try {
      return new Map<string, Answer>(await request<[string, Answer][]>(many, deviceIds))
    } catch (error) {
      if (!(error instanceof LinkError) || error.refusal !== 'unsupported') throw error
      known.remove(many)
      return answersOfEach(deviceIds, (deviceId) => request<Answer | null>(one, deviceId))
    }
  }
  return {
    find: (networkId, range, object) => request('find', networkId, range, object ?? null),
    refusals: async (deviceIds, change) => new Map(await request('refusals', deviceIds, change)),
    answers: (deviceId) => request('answers', deviceId),
    infos: (deviceIds) => requestOfMany<ControllerInfo>('infos', 'info', deviceIds),
    clocks: (deviceIds) => requestOfMany<ClockReading>('clocks', 'clock', deviceIds),
    packages: (deviceId) => request('packages', deviceId),
    setClock: (deviceId) => request('setClock', deviceId),
    async *objects(deviceId) {
      yield* await request<ObjectDescription[]>('objects', deviceId)
    },
    modelObjects: async (models) => new Map(await request<[string, ModelObject[]][]>('modelObjects', models)),
    read: (deviceId, points) => request('read', deviceId, points.map(refOf)),
    write: (point, level, value) => request('write', refOf(point), level, value),
    acknowledge: (event) => request('acknowledge', event),
    identify: (deviceId) => request('identify', deviceId),
    manage: (deviceId, order) => request('manage', deviceId, order),
    backUpFiles: (deviceId, password) => request('backUpFiles', deviceId, password),
    restoreFiles: (deviceId, backup, password) => request('restoreFiles', deviceId, backup, password),
    trendLogs: (deviceId) => request('trendLogs', deviceId),
    trendPage: (deviceId, one) => request('trendPage', deviceId, { ...one, point: refOf(one.point) }),
    sendSchedules: (...sent) => request('sendSchedules', ...sent),
    sendConfiguration: (deviceId, send) => request('sendConfiguration', deviceId, send),
    deploy: (deviceId, deployment) => request('deploy', deviceId, deployment),
    onboard: (deviceId, order) => request('onboard', deviceId, order),
    backUpSettings: (deviceId, backup) => request('backUpSettings', deviceId, backup),
    openTunnel: (deviceId, order) => request('openTunnel', deviceId, order),
  } satisfies Partial<ControllerLink>
}

interface Notices {
  add(notice: UnconfirmedNotice): void
  /** Continues over a new connection; `confirms` is whether the link surely confirms each. */
  begin(connection: Connection<ToLink>, confirms: boolean): void
  end(): void
  /** Returns whether it was a notification that the link confirmed. */
  confirm(id: number): boolean
}

/**
 * Returns the notifications of a link, sent one after the other: each is kept until the link has confirmed it. One at
 * which two connections ended is dropped. A link of an earlier version may confirm none: what it was sent counts as
 * delivered after a while.
 */
function createNotices(log: Logger): Notices {
  const waiting: UnconfirmedNotice[] = []
  let current: Connection<ToLink> | undefined
  let isConfirming = true
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    clearTimeout(timer)
    if (waiting[0] && waiting[0].sends > 1) {
      log.error({ notice: waiting[0].notice }, 'a link ended twice at a notification')
      waiting.shift()
    }
    const [first] = waiting
    if (!first || !current) return
    first.sends += 1
    const { id, notice, args } = first
    current.send({ id, notice, args })
    if (!isConfirming) timer = setTimeout(() => confirm(id), answerMs).unref()
  }
  const confirm = (id: unknown): boolean => {
    if (waiting[0]?.id !== id) return false
    waiting.shift()
    send()
    return true
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
    begin(connection, confirms) {
      current = connection
      isConfirming = confirms
      send()
    },
    end() {
      clearTimeout(timer)
      current = undefined
    },
    confirm,
  }
}

/** Settles a request with a result, if that is one. */
function accept({ request, resolve, reject, sends }: Pending, result: unknown, log: Logger): void {
  const checked = resultSchemas[request].safeParse(result)
  // What was there before a write is not known once it was sent twice: the first may have had its effect.
  if (checked.success && request === 'write' && sends > 1)
    return resolve({ ...(checked.data as WriteAnswer), before: null })
  if (checked.success) return resolve(checked.data)
  log.error({ request, issues: checked.error.issues }, 'a link returned something else')
  reject(new LinkError('unreachable'))
}

/** Reports the controllers of a link as silent, and their values as lost from the minute after `since`. */
function reportSilence(
  events: LinkEvents | undefined,
  configuration: LinkConfiguration | undefined,
  since: number,
): void {
  for (const { deviceId, points } of configuration?.controllers ?? []) {
    events?.down(deviceId, since)
    const lost = points.map(({ id }) => ({ pointId: id, at: since + minuteMs, value: null, quality: 'lost' as const }))
    if (lost.length > 0) events?.values(deviceId, lost)
  }
}

/** Reports that there is no connection, and since when, once that lasts. */
function createAbsence(report: (since: number) => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    begin(since: number) {
      clearTimeout(timer)
      timer = setTimeout(() => report(since), silenceMs)
      timer.unref()
    },
    end: () => clearTimeout(timer),
  }
}

/** Returns the error of a refusal, which another program wrote. */
function linkErrorIn({ refusal, answer, mayHaveRun }: RefusalMessage): LinkError {
  const isWord = typeof answer === 'string' && /^[a-zA-Z][a-zA-Z\d]{0,59}$/.test(answer)
  return new LinkError(refusalOf(refusal), isWord ? answer : null, mayHaveRun === true)
}

interface RefusalMessage {
  refusal: LinkRefusal
  answer?: unknown
  mayHaveRun?: unknown
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
