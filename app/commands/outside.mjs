/**
 * What stays a package beside the console's one file: libsql is native, undici asks for parts of Node only newer ones
 * have, pg looks for a native sibling, and what sends traces is loaded only where somebody collects them.
 */
export const outside = [
  'libsql',
  'pg',
  'undici',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
]
