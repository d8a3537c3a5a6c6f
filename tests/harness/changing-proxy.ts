/** A stand-in between console and services that changes the answers the way somebody else's backend might. */
import { request as ask, createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceName } from '../../services/contracts/endpoint'

export interface Answered {
  service: ServiceName
  method: string
  /** Path and query. */
  url: string
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Change = (answer: Answered) => Partial<Pick<Answered, 'status' | 'headers' | 'body'>> | undefined

export interface ChangingProxy {
  /** The console's settings that lead every call through here. */
  env: Record<string, string>
  /** What happens to answers from now on; nothing while null. */
  change: Change | null
  /** What the services are asked in place of an address. */
  address: (url: string) => string
  /** The headers that the services are asked with. */
  headers: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
  /** How many calls came through. */
  calls: number
  /** Where the services are; they may start after the proxy. */
  lead(origin: (service: ServiceName) => string): void
  close(): Promise<void>
}

const names = {
  tenant: 'TENANT',
  site: 'SITE',
  package: 'PACKAGE',
  product: 'PRODUCT',
  operations: 'OPERATIONS',
  'device-configuration': 'DEVICE_CONFIGURATION',
  designer: 'DESIGNER',
} as const satisfies Record<ServiceName, string>

export async function startChangingProxy(): Promise<ChangingProxy> {
  let originOf: (service: ServiceName) => string = () => {
    throw new Error('The proxy leads nowhere yet')
  }
  const servers: Server[] = []
  const env: Record<string, string> = {}
  const proxy: ChangingProxy = {
    env,
    change: null,
    address: (url) => url,
    headers: (headers) => headers,
    calls: 0,
    lead(origin) {
      originOf = origin
    },
    async close() {
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections()
          return new Promise((resolve) => server.close(resolve))
        }),
      )
    },
  }

  for (const service of Object.keys(names) as ServiceName[]) {
    const server = createServer((incoming, outgoing) => {
      proxy.calls += 1
      const { method = 'GET', url = '/' } = incoming
      const passed = ask(originOf(service) + proxy.address(url), {
        method,
        headers: { ...proxy.headers(incoming.headers), 'accept-encoding': 'identity' },
      })
      passed.on('error', () => outgoing.destroy())
      passed.on('response', async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part)
        const given: Answered = {
          service,
          method,
          url,
          status: answer.statusCode ?? 502,
          headers: answer.headers,
          body: Buffer.concat(parts),
        }
        const { status, headers, body } = { ...given, ...proxy.change?.(given) }
        const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...kept } = headers
        outgoing.writeHead(status, status === 204 ? kept : { ...kept, 'content-length': body.length })
        outgoing.end(status === 204 ? undefined : body)
      })
      incoming.pipe(passed)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    env[`${names[service]}_API_URL`] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  return proxy
}

/** The answer with its JSON changed; left alone where it is none. */
export function withJson(answer: Answered, change: (json: unknown) => unknown): { body: Buffer } | undefined {
  if (!answer.headers['content-type']?.includes('json') || answer.body.length === 0) return undefined
  return { body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString())))) }
}
