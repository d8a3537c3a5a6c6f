/** The console's HTTP server: bounded in every direction, and stopped without dropping anybody. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { takesFiles } from '~/paths'
import type { Door } from './door.server'

/** Starts to listen. Rejects when the port is taken. */
export async function listen(door: Door, port: number): Promise<Server> {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    // A file over a slow line; the door gives a form less.
    requestTimeout: 15 * 60_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 2_000,
    requireHostHeader: false,
  })
  server.maxHeadersCount = 100
  server.on('request', door.handle)
  server.on('checkContinue', (request, response) => {
    const isSmall = Number(request.headers['content-length'] ?? 0) <= 2 * 1024 * 1024
    if (isSmall || takesFiles(request.url?.split('?')[0] ?? '')) response.writeContinue()
    door.handle(request, response)
  })
  server.on('connect', (_request, socket) => {
    socket.end(
      'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    )
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerUnreadable(error, socket as Socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, resolve)
  })
  return server
}

/** What Node itself cannot parse gets a plain status and an end. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statuses[error.code ?? ''] ?? '400 Bad Request'
  const text = `${status}\n`
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${text.length}\r\nConnection: close\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Security-Policy: default-src 'none'\r\n\r\n${text}`,
  )
}

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
}

/** Takes no new connections, lets running requests finish for at most `seconds`, then ends the rest. */
export async function stop(server: Server, door: Door, seconds: number): Promise<void> {
  door.drain()
  const ended = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  const limit = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  await ended
  clearTimeout(limit)
}
