/**
 * Prometheus metrics (`METRICS_PORT`, docs/operating.md): requests, calls of services, records of the trail, the
 * process. Labels have kind and outcome, never an id, a name or an address. Without METRICS_PORT nothing is counted.
 */
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Seconds; a page is far below a second, a backend may need fifteen. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

type Meters = ReturnType<typeof meters>
let activeMeters: Meters | null = null

function meters() {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  return {
    register,
    requests: new Histogram({
      name: 'plantroom_request_seconds',
      help: 'Duration of requests in seconds, by kind and status.',
      labelNames: ['kind', 'status'] as const,
      buckets,
      registers,
    }),
    calls: new Histogram({
      name: 'plantroom_backend_call_seconds',
      help: 'Duration of service calls in seconds, by service and outcome.',
      labelNames: ['service', 'outcome'] as const,
      buckets,
      registers,
    }),
    records: new Counter({
      name: 'plantroom_trail_records_total',
      help: 'Records written to the trail, by entry and outcome.',
      labelNames: ['entry', 'outcome'] as const,
      registers,
    }),
  }
}

/** Counts a completed request; status 499 when the client disconnected before. */
export function countRequest(labels: { kind: string; status: number }, seconds: number): void {
  activeMeters?.requests.observe(labels, seconds)
}

/** Counts a call of a service: its status, or the reason it has none. */
export function countCall(labels: { service: string; outcome: string | number }, seconds: number): void {
  activeMeters?.calls.observe(labels, seconds)
}

/** Counts records that are on disk. */
export function countRecords(records: readonly { entry: string; outcome: string }[]): void {
  for (const { entry, outcome } of records) activeMeters?.records.inc({ entry, outcome })
}

/** Starts counting and serves `GET /metrics`. Rejects when the port is in use. */
export async function serveMetrics({ host, port }: { host: string; port: number }): Promise<Server> {
  activeMeters ??= meters()
  const { register } = activeMeters
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
      return
    }
    try {
      const text = await register.metrics()
      response.writeHead(200, { 'content-type': register.contentType }).end(text)
    } catch {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('not counted')
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  return server
}
