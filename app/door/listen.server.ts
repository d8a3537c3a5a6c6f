/** The console's HTTP server: bounded in every direction, and stopped without dropping requests. */
import { createServer, type Server } from 'node:http'
import type { Server as Acceptor, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { takesFiles } from '~/paths'
import { moreAcceptors } from './acceptors.server'
import type { Door } from './door.server'

export interface Listening {
  servers: Server[]
  /** Further servers that accept connections for `servers`. */
  acceptors: Acceptor[]
}

/** Starts to listen, on every address of the machine by default. Rejects when the port is in use. */
export async function listen(
  door: Door,
  { port, hosts }: { port: number; hosts: readonly string[] },
): Promise<Listening> {
  const servers: Server[] = []
  for (const host of hosts.length > 0 ? hosts : [undefined]) {
    const server = serverFor(door)
    try {
      await opened(server, { port, host })
      servers.push(server)
    } catch (error) {
      // A machine without IPv6 has one loopback address.
      if (!(servers.length > 0 && isMissing(error))) throw error
    }
  }
  return { servers, acceptors: await moreAcceptors(servers) }
}

const isMissing = (error: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Connections that the kernel queues until they are accepted. */
const longestBacklog = 2_048

function opened(server: Server, at: { port: number; host: string | undefined }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...at, backlog: longestBacklog }, () => resolve())
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
    if (isSmall || takesFiles(request.url?.split('?')[0] ?? '')) response.writeContinue()
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
  { servers, acceptors }: Listening,
  door: Door,
  { grace, seconds }: { grace: number; seconds: number },
): Promise<void> {
  door.drain()
  await pause(grace * 1000)
  await untilHeard(servers)
  const ended = [...servers, ...acceptors].map((server) => new Promise((resolve) => server.close(resolve)))
  const limit = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, seconds * 1000)
  await Promise.all(ended)
  clearTimeout(limit)
}

/** Time without a new request, ms, and the maximum wait for it. */
const quiet = 100
const longestHearing = 2_000

/** Waits until requests that have reached the machine are read: closing a socket earlier would cut them. */
async function untilHeard(servers: readonly Server[]): Promise<void> {
  let heard = 0
  const count = () => {
    heard += 1
  }
  for (const server of servers) server.on('request', count)
  const began = Date.now()
  for (let before = -1; before !== heard && Date.now() - began < longestHearing; ) {
    before = heard
    await pause(quiet)
  }
  for (const server of servers) server.off('request', count)
}
