/**
 * Packages that are not bundled into the console's one file: libsql is native, pg looks for a native sibling, undici
 * probes Node's own modules as it loads, and the tracing packages are loaded only where traces are collected.
 */
export const outside = [
  'libsql',
  'pg',
  'undici',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
]
