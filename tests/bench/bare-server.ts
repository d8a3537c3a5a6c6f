/** The least that can send a page: a server that answers from memory with the bytes that another one sent. */
import { createServer } from 'node:http'
import { request } from 'undici'

interface Kept {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

export interface BareServer {
  origin: string
  /** Keeps what a server sends to a browser with these headers, encoded as it is sent. */
  keep(origin: string, address: string, headers: Record<string, string>): Promise<void>
  close(): Promise<void>
}

/** What each server adds by itself. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

export async function startBareServer(port: number): Promise<BareServer> {
  const replies = new Map<string, Kept>()
  const server = createServer((incoming, reply) => {
    const kept = replies.get(incoming.url ?? '')
    reply.writeHead(kept?.status ?? 404, kept?.headers)
    reply.end(kept?.body)
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    origin: `http://localhost:${port}`,
    async keep(origin, address, browserHeaders) {
      const headers = Object.fromEntries(
        Object.entries(browserHeaders).filter(
          ([name]) => !name.startsWith(':') && !['connection', 'host'].includes(name),
        ),
      )
      const { statusCode, headers: sent, body } = await request(origin + address, { headers })
      replies.set(address, {
        status: statusCode,
        headers: Object.fromEntries(
          Object.entries(sent).flatMap(([name, value]) =>
            value === undefined || ofConnection.has(name) ? [] : [[name, value]],
          ),
        ),
        body: Buffer.from(await body.arrayBuffer()),
      })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
