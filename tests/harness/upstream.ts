/** What really reached the services and the provider: they listen in the test's own process. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { portOffsets } from '../../services/start'
import type { Services } from './services'

export interface Heard {
  service: string
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
}

export interface Upstream {
  /** Every request since the last look, oldest first. */
  heard(): Heard[]
  /** What the provider's token endpoint answered so far. */
  tokens: Record<string, string>[]
  stop(): void
}

/** Hears every request from here on. */
export function listenUpstream({ settings }: Services): Upstream {
  let heard: Heard[] = []
  const tokens: Record<string, string>[] = []
  const byPort = new Map(Object.entries(portOffsets).map(([name, offset]) => [settings.portBase + offset, name]))

  function onRequest(message: unknown): void {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const service = byPort.get(request.socket.localPort ?? 0)
    if (!service) return
    heard.push({ service, method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    if (service === 'identity' && request.url === '/identity/token') keepTokens(response)
  }

  function keepTokens(response: ServerResponse): void {
    const end = response.end.bind(response)
    response.end = ((body?: unknown, ...rest: []) => {
      const text = Buffer.isBuffer(body) ? body.toString() : typeof body === 'string' ? body : '{}'
      tokens.push(JSON.parse(text))
      return end(body, ...rest)
    }) as typeof response.end
  }

  subscribe('http.server.request.start', onRequest)
  return {
    heard() {
      const all = heard
      heard = []
      return all
    },
    tokens,
    stop: () => void unsubscribe('http.server.request.start', onRequest),
  }
}
