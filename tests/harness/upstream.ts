/** What really reached the services and the provider: they listen in the test's own process. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { portOffsets } from '../../services/start'
import type { Console } from './console'
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

/**
 * Does what leads to calls that nobody answers, and lets the time that the console waits for each, in milliseconds, pass
 * as soon as it was asked. `path` is what the address of those calls holds; the work is told when that time has passed for
 * the first of them. Takes `hasMovableClock`.
 */
export async function inVain<T>(
  { services, pass }: Pick<Console, 'services' | 'pass'>,
  { path, waits }: { path: string; waits: number },
  work: (passed: Promise<void>) => Promise<T>,
): Promise<T> {
  const passing: Promise<void>[] = []
  let tell = () => {}
  const passed = new Promise<void>((resolve) => {
    tell = resolve
  })
  const onRequest = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    const isOurs = Object.values(portOffsets).some(
      (offset) => request.socket.localPort === services.settings.portBase + offset,
    )
    if (isOurs && request.url?.includes(path)) passing.push(pass(waits).then(tell))
  }
  subscribe('http.server.request.start', onRequest)
  try {
    return await work(passed)
  } finally {
    unsubscribe('http.server.request.start', onRequest)
    await Promise.all(passing)
  }
}
