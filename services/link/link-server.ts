/** The side of the link: runs one in this process for the services that started it, and ends with them. */
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createPartRequests } from './file-parts'
import {
  type Connection,
  connectionOver,
  createConfigurationJoiner,
  type EarlierRequest,
  type FromLink,
  type LinkEventMessage,
  type LinkRequest,
  linkRequests,
  type ToLink,
  type WholeMessage,
} from './messages'
import { type ControllerLink, LinkError, type LinkEvents, type PartialLink } from './port'

/** A link has this long for its end. */
const endMs = 1_500

/** Serves a link on the socket that the services opened; the process ends when they do. */
export async function serveLink(link: PartialLink, path = process.env.LINK_SOCKET ?? ''): Promise<void> {
  const socket = connect(path)
  socket.on('error', () => process.exit(1))
  socket.on('close', () => void Promise.race([link.stop?.(), setTimeout(endMs)]).finally(() => process.exit(0)))
  const join = createConfigurationJoiner()
  const parts = createPartRequests((message) => {
    connection.send(message)
    return true
  })
  const connection = connectionOver<ToLink, FromLink>(socket, (message) => {
    if ('fetched' in message) return parts.receive(message)
    const whole = join(message)
    if (whole) receiveMessage(link, whole, connection)
  })
  await link.start?.(
    eventsTo((message) => connection.send(message)),
    parts.read,
  )
  connection.send({ can: [...link.can], requests: requestsOf(link) })
}

/** Returns the requests that a link knows. */
export const requestsOf = (link: PartialLink): LinkRequest[] => linkRequests.filter((request) => link[request])

/** Lets a link do what the services request or notify it of; answers go back over the connection. */
export function receiveMessage(link: PartialLink, message: WholeMessage, connection: Connection<FromLink>): void {
  if ('notice' in message) {
    notify(link, message)
    if (message.id !== undefined) connection.send({ id: message.id, result: null })
  } else void answer(link, message.request, message.args).then((reply) => connection.send({ id: message.id, ...reply }))
}

/** Returns the events of a link that send each as a message. */
export function eventsTo(send: (message: LinkEventMessage) => void): LinkEvents {
  const report =
    (event: keyof LinkEvents) =>
    (...args: unknown[]) =>
      send({ event, args })
  return {
    up: report('up'),
    down: report('down'),
    values: report('values'),
    levels: report('levels'),
    alarm: report('alarm'),
    ready: report('ready'),
    sendProgress: report('sendProgress'),
    deploymentProgress: report('deploymentProgress'),
    onboardingProgress: report('onboardingProgress'),
    buildProgress: report('buildProgress'),
    settingsBackupProgress: report('settingsBackupProgress'),
    tunnelProgress: report('tunnelProgress'),
    backupProgress: report('backupProgress'),
    transition: report('transition'),
    eventSummary: report('eventSummary'),
    acknowledged: report('acknowledged'),
    objectsChanged: report('objectsChanged'),
    schedulesChanged: report('schedulesChanged'),
    schedulesRead: report('schedulesRead'),
    newSettings: report('newSettings'),
    licenceExceeded: report('licenceExceeded'),
    scheduleStates: report('scheduleStates'),
  }
}

function notify(link: PartialLink, { notice, args }: Extract<ToLink, { notice: unknown }>): void {
  const receive = link[notice] as ((...args: unknown[]) => void) | undefined
  receive?.(...args)
}

type Answer = Omit<Extract<FromLink, { result: unknown }>, 'id'> | Omit<Extract<FromLink, { refusal: unknown }>, 'id'>

async function answer(link: PartialLink, request: LinkRequest | EarlierRequest, args: unknown[]): Promise<Answer> {
  if (!isKnown(request) || !link[request]) return { refusal: 'unsupported', answer: null }
  try {
    return { result: await resultOf(link as ControllerLink, request, args) }
  } catch (error) {
    if (error instanceof LinkError) {
      const { refusal, answer: word, mayHaveRun } = error
      return { refusal, answer: word, ...(mayHaveRun && { mayHaveRun }) }
    }
    throw error
  }
}

const isKnown = (request: string): request is LinkRequest => linkRequests.some((one) => one === request)

/** Returns the result of a request as JSON can carry it. */
async function resultOf(link: ControllerLink, request: LinkRequest, args: unknown[]): Promise<unknown> {
  const method = link[request] as (...args: unknown[]) => unknown
  if (request === 'objects') {
    const objects: unknown[] = []
    for await (const object of method(...args) as AsyncIterable<unknown>) objects.push(object)
    return objects
  }
  const result = await method(...args)
  return result instanceof Map ? [...result] : (result ?? null)
}
