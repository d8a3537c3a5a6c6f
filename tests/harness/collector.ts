/** What takes traces, as a collector of OpenTelemetry does: OTLP over HTTP, in JSON. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from './ports'

export interface TakenSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[]
  status: { code?: number }
}

interface Taken {
  resourceSpans: { scopeSpans: { spans: TakenSpan[] }[] }[]
}

export interface Collector {
  /** Its address, as `OTEL_EXPORTER_OTLP_ENDPOINT` has it. */
  endpoint: string
  /** Every span so far, in the order in which they came. */
  spans(): TakenSpan[]
  /** Every request as it came: address and headers, and the body as it was written. */
  taken: { url: string; headers: Record<string, unknown>; body: string }[]
  /** From now on it refuses what comes. */
  refuse(): void
  close(): Promise<void>
}

/** Listens on a port of its own. */
export async function startCollector(): Promise<Collector> {
  const taken: Collector['taken'] = []
  let refuses = false
  const port = await freePort()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (refuses) {
      response.writeHead(400).end()
      return
    }
    taken.push({ url: request.url ?? '', headers: request.headers, body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${port}`,
    taken,
    spans: () =>
      taken.flatMap(({ body }) =>
        (JSON.parse(body) as Taken).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    refuse() {
      refuses = true
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
