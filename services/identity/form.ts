/** What the provider's own forms send. */
import type { IncomingMessage } from 'node:http'

const bodyLimit = 16 * 1024

/** Returns the form; undefined when it is larger than any form of the provider. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

/** Returns the client address: the console, which is on this machine, reports that of the browser. */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const peer = socket.remoteAddress ?? ''
  const isConsole = /^(?:::ffff:)?127\.|^::1$/.test(peer)
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return (isConsole && forwarded) || peer
}
