/** The messages between the services and a link in a process of its own, and how they cross a socket. */

import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import type {
  ControllerLink,
  LinkCapability,
  LinkConfiguration,
  LinkEvents,
  LinkRefusal,
  WatchedController,
  WorkFile,
} from './port'

/** What the services request of a link. */
export const linkRequests = [
  'find',
  'refusals',
  'answers',
  'infos',
  'clocks',
  'packages',
  'setClock',
  'objects',
  'modelObjects',
  'read',
  'write',
  'acknowledge',
  'trendLogs',
  'trendPage',
  'identify',
  'manage',
  'backUpFiles',
  'restoreFiles',
  'sendSchedules',
  'sendConfiguration',
  'deploy',
  'onboard',
  'backUpSettings',
  'openTunnel',
] as const satisfies readonly (keyof ControllerLink)[]
export type LinkRequest = (typeof linkRequests)[number]
/** Requests about one controller, of links of an earlier version, which do not know `infos` and `clocks`. */
export type EarlierRequest = 'info' | 'clock'
/** What the services notify a link of. */
export type LinkNotice = 'configure' | 'added' | 'workAborted' | 'tunnelAborted' | 'backupAborted'

export type ToLink =
  | { id: number; request: LinkRequest | EarlierRequest; args: unknown[] }
  /** With an id it is sent again to the next process unless it is confirmed. */
  | { notice: LinkNotice; args: Parameters<ControllerLink[LinkNotice]>; id?: number }
  /** Controllers of the configuration that follows. */
  | { controllers: readonly WatchedController[] }
  | FetchedMessage
export type FromLink =
  /** The first message of each connection; links of an earlier version do not list the requests that they know. */
  | { can: LinkCapability[]; requests?: LinkRequest[] }
  | { id: number; result: unknown }
  | { id: number; refusal: LinkRefusal; answer: string | null; mayHaveRun?: boolean }
  | LinkEventMessage
  | FetchMessage
/** A link fetches a part of a file. */
export interface FetchMessage {
  fetch: number
  deviceId: string
  file: WorkFile
  offset: number
}
/** The part, in base64, or why there is none. */
export type FetchedMessage = { fetched: number } & ({ content: string } | { refusal: string })
export interface LinkEventMessage {
  event: keyof LinkEvents
  args: unknown[]
}

/** Carries messages to the other side; they are dropped once it has ended. */
export interface Connection<Message extends ToLink | FromLink> {
  send(message: Message): void
  /** Whether the other side has not taken much of what was sent. */
  isFull?(): boolean
}

/** Longest message, in characters: the objects of the largest controllers fit in it. */
const maxMessageLength = 8_000_000
/** The same in octets, of which a character has up to three; a fourth for what agents add. */
export const maxMessageOctets = 4 * maxMessageLength

/** What may wait for the other side before a connection is full, octets. */
export const maxWaitingOctets = 8_000_000

/** Returns the connection over a socket: one JSON object a line. `receive` is called with what arrives. */
export function connectionOver<Received, Sent extends ToLink | FromLink>(
  socket: Socket,
  receive: (message: Received) => void,
): Connection<Sent> {
  onMessages(socket, receive)
  return {
    send: (message) => {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
    },
    isFull: () => socket.writableLength > maxWaitingOctets,
  }
}

/** Calls `receive` with each message; a line that is too long, not JSON or not understood ends the connection. */
function onMessages<Message>(socket: Socket, receive: (message: Message) => void): void {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let length = 0
  socket.on('data', (bytes) => {
    const pieces = decoder.write(bytes).split('\n')
    for (const [at, piece] of pieces.entries()) {
      parts.push(piece)
      length += piece.length
      if (length > maxMessageLength) return void socket.destroy()
      if (at === pieces.length - 1) return
      const line = parts.join('')
      parts = []
      length = 0
      try {
        receive(parseMessage<Message>(line))
      } catch {
        return void socket.destroy()
      }
    }
  })
}

/** Returns a message. Throws when the text is not one. */
export function parseMessage<Message>(text: string): Message {
  const message: unknown = JSON.parse(text)
  if (typeof message !== 'object' || message === null) throw new TypeError('A message is an object')
  return message as Message
}

/** Points of the controllers in one message: a fifth of the longest. */
const maxPoints = 10_000

/** Sends a configuration of any size: controllers in messages of bounded length, then the networks with the last ones. */
export function sendConfiguration(connection: Connection<ToLink>, { networks, controllers }: LinkConfiguration): void {
  let part: WatchedController[] = []
  let points = 0
  for (const controller of controllers) {
    if (part.length > 0 && points + controller.points.length > maxPoints) {
      connection.send({ controllers: part })
      part = []
      points = 0
    }
    part.push(controller)
    points += controller.points.length
  }
  connection.send({ notice: 'configure', args: [{ networks, controllers: part }] })
}

/** A message that stands alone. */
export type WholeMessage = Exclude<ToLink, { controllers: unknown } | FetchedMessage>

/**
 * Returns a function for the messages of one connection: undefined for controllers, which it adds to the configuration
 * that follows; any other message as it is.
 */
export function createConfigurationJoiner(): (message: Exclude<ToLink, FetchedMessage>) => WholeMessage | undefined {
  let earlier: WatchedController[] = []
  return (message) => {
    if ('controllers' in message) {
      earlier.push(...message.controllers)
      return undefined
    }
    const configuration = 'notice' in message && message.notice === 'configure' ? message.args[0] : undefined
    if (typeof configuration !== 'object') return message
    const controllers = [...earlier, ...configuration.controllers]
    earlier = []
    return { notice: 'configure', args: [{ ...configuration, controllers }] }
  }
}
