/** The console's HTTP server: bounded in every direction, and stopped without dropping requests. */
import { createServer, type Server } from 'node:http'
import type { Server as Acceptor, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { hasFileForm } from '~/paths'
import { addAcceptors } from './acceptors.server'
import type { Door } from './door.server'

export interface Listeners {
  servers: Server[]
  /** Further servers that accept connections for `servers`. */
  acceptors: Acceptor[]
}

/** Starts to listen, on every address of the machine by default. Rejects when the port is in use. */
export async function listen(
  door: Door,
  { port, hosts }: { port: number; hosts: readonly string[] },
): Promise<Listeners> {
  const servers: Server[] = []
  for (const host of hosts.length > 0 ? hosts : [undefined]) {
    const server = serverFor(door)
    try {
      await listenOn(server, { port, host })
      servers.push(server)
    } catch (error) {
      // A machine without IPv6 has one loopback address.
      if (!(servers.length > 0 && isMissing(error))) throw error
    }
  }
  return { servers, acceptors: await addAcceptors(servers, maxBacklog) }
}

const isMissing = (error: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Connections that the kernel queues until they are accepted. */
const maxBacklog = 2_048

function listenOn(server: Server, at: { port: number; host: string | undefined }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...at, backlog: maxBacklog }, () => resolve())
  })
}

function serverFor(door: Door): Server {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    // For a file over a slow line; the door allows less for a form.
    requestTimeout: 15 * 60_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 2_000,
    requireHostHeader: false,
  })
  server.maxHeadersCount = 100
  server.on('request', door.handle)
  server.on('checkContinue', (request, response) => {
    const isSmall = Number(request.headers['content-length'] ?? 0) <= 2 * 1024 * 1024
    if (isSmall || hasFileForm(request.url?.split('?')[0] ?? '')) response.writeContinue()
    door.handle(request, response)
  })
  server.on('connect', (_request, socket) => {
    socket.end(
      'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    )
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerUnreadable(error, socket as Socket))
  return server
}

/** Responds to anything that Node itself cannot parse with a plain status, and closes the connection. */
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

/**
 * Stops the servers: reports not ready for `graceSeconds`, so that a load balancer can react; waits for requests
 * already sent; accepts no further connections, waits for open requests at most `timeoutSeconds`, then closes the
 * rest.
 */
export async function stop(
  { servers, acceptors }: Listeners,
  door: Door,
  { graceSeconds, timeoutSeconds }: { graceSeconds: number; timeoutSeconds: number },
): Promise<void> {
  door.drain()
  await pause(graceSeconds * 1000)
  await untilQuiet(servers)
  const ended = [...servers, ...acceptors].map((server) => new Promise((resolve) => server.close(resolve)))
  const limit = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, timeoutSeconds * 1000)
  await Promise.all(ended)
  clearTimeout(limit)
}

/** Time without a new request, ms, and the maximum wait for it. */
const quietMs = 100
const maxQuietWaitMs = 2_000

/** Waits until requests that have reached the machine are read: closing a socket earlier would cut them. */
async function untilQuiet(servers: readonly Server[]): Promise<void> {
  let requestCount = 0
  const count = () => {
    requestCount += 1
  }
  for (const server of servers) server.on('request', count)
  const startedMs = Date.now()
  for (let before = -1; before !== requestCount && Date.now() - startedMs < maxQuietWaitMs; ) {
    before = requestCount
    await pause(quietMs)
  }
  for (const server of servers) server.off('request', count)
}
