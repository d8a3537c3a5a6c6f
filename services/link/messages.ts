/** The messages between the services and a link in a process of its own: one JSON object a line, of bounded length. */

import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import type { ControllerLink, LinkCapability, LinkEvents, LinkRefusal } from './port'

/** What the services request of a link. */
export type LinkRequest =
  | 'find'
  | 'refusals'
  | 'answers'
  | 'info'
  | 'clock'
  | 'objects'
  | 'read'
  | 'write'
  | 'acknowledge'
  | 'sendSchedules'
/** What the services notify a link of. */
export type LinkNotice = 'configure' | 'added' | 'onboardingBegan' | 'workQueued' | 'backupQueued'

export type ToLink =
  | { id: number; request: LinkRequest; args: unknown[] }
  /** With an id it is sent again to the next process unless it is confirmed. */
  | { notice: LinkNotice; args: Parameters<ControllerLink[LinkNotice]>; id?: number }
export type FromLink =
  | { can: LinkCapability[] }
  | { id: number; result: unknown }
  | { id: number; refusal: LinkRefusal; answer: string | null }
  | { event: keyof LinkEvents; args: unknown[] }

/** Longest line, in characters: the objects of the largest controllers fit in it. */
const maxLength = 8_000_000

/** Calls `receive` with each message; a line that is too long, not JSON or not understood ends the connection. */
export function onMessages<Message>(socket: Socket, receive: (message: Message) => void): void {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let length = 0
  socket.on('data', (bytes) => {
    const pieces = decoder.write(bytes).split('\n')
    for (const [at, piece] of pieces.entries()) {
      parts.push(piece)
      length += piece.length
      if (length > maxLength) return void socket.destroy()
      if (at === pieces.length - 1) return
      const line = parts.join('')
      parts = []
      length = 0
      try {
        receive(parsed<Message>(line))
      } catch {
        return void socket.destroy()
      }
    }
  })
}

function parsed<Message>(line: string): Message {
  const message: unknown = JSON.parse(line)
  if (typeof message !== 'object' || message === null) throw new TypeError('A message is an object')
  return message as Message
}

export function sendMessage(socket: Socket, message: ToLink | FromLink): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
}
