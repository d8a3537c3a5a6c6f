/** The side of the link: runs one in this process for the services that started it, and ends with them. */
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type FromLink, type LinkRequest, onMessages, sendMessage, type ToLink } from './messages'
import { type ControllerLink, LinkError, type LinkEvents, type PartialLink } from './port'

/** A link has this long for its end. */
const endMs = 1_500

/** Serves a link on the socket that the services opened; the process ends when they do. */
export async function serveLink(link: PartialLink, path = process.env.LINK_SOCKET ?? ''): Promise<void> {
  const socket = connect(path)
  socket.on('error', () => process.exit(1))
  socket.on('close', () => void Promise.race([link.stop?.(), setTimeout(endMs)]).finally(() => process.exit(0)))
  onMessages<ToLink>(socket, (message) => {
    if ('notice' in message) {
      notify(link, message)
      if (message.id !== undefined) sendMessage(socket, { id: message.id, result: null })
    } else
      void answer(link, message.request, message.args).then((reply) =>
        sendMessage(socket, { id: message.id, ...reply }),
      )
  })
  await link.start?.(eventsTo(socket))
  sendMessage(socket, { can: [...link.can] })
}

const eventsTo = (socket: Socket): LinkEvents => {
  const report =
    (event: keyof LinkEvents) =>
    (...args: unknown[]) =>
      sendMessage(socket, { event, args })
  return {
    up: report('up'),
    down: report('down'),
    values: report('values'),
    alarm: report('alarm'),
    transition: report('transition'),
    eventSummary: report('eventSummary'),
    acknowledged: report('acknowledged'),
    objectsChanged: report('objectsChanged'),
    schedulesChanged: report('schedulesChanged'),
  }
}

function notify(link: PartialLink, { notice, args }: Extract<ToLink, { notice: unknown }>): void {
  const receive = link[notice] as ((...args: unknown[]) => void) | undefined
  receive?.(...args)
}

type Answer = Omit<Extract<FromLink, { result: unknown }>, 'id'> | Omit<Extract<FromLink, { refusal: unknown }>, 'id'>

async function answer(link: PartialLink, request: LinkRequest, args: unknown[]): Promise<Answer> {
  if (!link[request]) return { refusal: 'unsupported', answer: null }
  try {
    return { result: await resultOf(link as ControllerLink, request, args) }
  } catch (error) {
    if (error instanceof LinkError) return { refusal: error.refusal, answer: error.answer }
    throw error
  }
}

/** Returns the result of a request as JSON can carry it. */
async function resultOf(link: ControllerLink, request: LinkRequest, args: unknown[]): Promise<unknown> {
  const method = link[request] as (...args: unknown[]) => unknown
  if (request === 'objects') {
    const objects: unknown[] = []
    for await (const object of method(...args) as AsyncIterable<unknown>) objects.push(object)
    return objects
  }
  const result = await method(...args)
  return request === 'refusals' ? [...(result as Awaited<ReturnType<ControllerLink['refusals']>>)] : (result ?? null)
}
