/**
 * OpenTelemetry traces of a request (`OTEL_EXPORTER_OTLP_ENDPOINT`, docs/operating.md): the request, its calls of
 * services, its writes to the store. Attributes have kind and outcome, never an id, a name, a query or a token. Without
 * an endpoint nothing is loaded.
 */
import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { AnyEndpoint } from '#contracts/endpoint'
import type { Config } from '~/config.server'
import { log } from '~/door/log.server'
import { patternOf } from '~/door/pattern-of'

/** Timeout of an export, in milliseconds, so that a stuck collector does not delay shutdown. */
const exportTimeoutMs = 3_000
/** Minimum interval between two log lines about the collector, in milliseconds. */
const logEveryMs = 60_000

let tracer: Tracer | null = null
let end: () => Promise<void> = async () => {}

/** Traces every request from now on. */
export async function startTraces({ endpoint, headers, serviceName }: NonNullable<Config['traces']>): Promise<void> {
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, { BatchSpanProcessor, NodeTracerProvider }] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: exportTimeoutMs })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportTimeoutMs })],
  })
  diag.setLogger(collectorLogger(), DiagLogLevel.WARN)
  provider.register()
  tracer = provider.getTracer('plantroom')
  end = () => provider.shutdown()
}

/** Exports the remaining spans. A failing collector does not delay shutdown. */
export async function endTraces(): Promise<void> {
  tracer = null
  await end().catch(() => undefined)
}

/** Returns whether traces are collected. */
export function isTraced(): boolean {
  return tracer !== null
}

/** Reports the result of a request; status 499 when the client disconnected before. */
export type ReportResult = (result: { kind: string; status: number }) => void

/** Traces a request until the end of its response, which `work` reports. An incoming trace context is ignored. */
export function traceRequest<T>(
  request: { method: string; pathname: string },
  work: (reportResult: ReportResult) => T,
): T {
  if (!tracer) return work(() => {})
  const { method } = request
  const route = patternOf(request.pathname.replace(/\.data$/, ''))
  const attributes = { 'http.request.method': method, ...(route && { 'http.route': route }) }
  const options = { kind: SpanKind.SERVER, root: true, attributes }
  return tracer.startActiveSpan(route ? `${method} ${route}` : method, options, (span) =>
    work(({ kind, status }) =>
      close(span, { 'plantroom.kind': kind, 'http.response.status_code': status }, status >= 500),
    ),
  )
}

/** Traces one call of a service; `work` reports its result: the status, or the reason it has none. */
export function traceCall<T>(
  { service, method, path }: AnyEndpoint,
  work: (reportResult: (outcome: number | string) => void) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(() => {})
  const attributes = { 'plantroom.service': service, 'http.request.method': method, 'url.template': path }
  return tracer.startActiveSpan(`${method} ${path}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    let outcome: number | string = 'broken'
    try {
      return await work((result) => {
        outcome = result
      })
    } finally {
      const isStatus = typeof outcome === 'number'
      close(
        span,
        { [isStatus ? 'http.response.status_code' : 'error.type']: outcome },
        !isStatus || Number(outcome) >= 500,
      )
    }
  })
}

/** Traces one statement that writes, or the end of a transaction; only as part of a request. */
export async function traceWrite<T>(
  { system, operation, table }: { system: string; operation: string; table: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer || !trace.getActiveSpan()) return work()
  const attributes = {
    'db.system.name': system,
    'db.operation.name': operation,
    ...(table && { 'db.collection.name': table }),
  }
  const name = table ? `${operation} ${table}` : operation
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    let hasFailed = true
    try {
      const done = await work()
      hasFailed = false
      return done
    } finally {
      close(span, {}, hasFailed)
    }
  })
}

/** Returns the `traceparent` header for a service, so that its spans are children of ours. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (tracer) propagation.inject(context.active(), headers)
  return headers
}

/** Returns the trace id of the current request, for the log. */
export function traceInLog(): { trace?: string } {
  const active = tracer ? trace.getActiveSpan() : undefined
  return active ? { trace: active.spanContext().traceId } : {}
}

function close(span: Span, attributes: Attributes, hasFailed: boolean): void {
  span.setAttributes(attributes)
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Logs errors of the collector at most once a minute. */
function collectorLogger() {
  let last = 0
  const warnSometimes = (why: string) => {
    if (Date.now() - last < logEveryMs) return
    last = Date.now()
    log().warn({ why: why.slice(0, 300) }, 'traces could not be exported')
  }
  return { error: warnSometimes, warn: warnSometimes, info() {}, debug() {}, verbose() {} }
}
