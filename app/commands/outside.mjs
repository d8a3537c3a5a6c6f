/**
 * What stays a package beside the console's one file: libsql is native, pg looks for a native sibling, and what sends
 * traces is loaded only where somebody collects them.
 */
export const outside = [
  'libsql',
  'pg',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
]
