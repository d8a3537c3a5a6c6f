/** JSON lines on standard output, without tokens, cookies, bodies or the values of a query. */
import { type Logger, pino } from 'pino'
import { config } from '~/config.server'

let logger: Logger | undefined

/** Returns the process's logger. */
export function log(): Logger {
  logger ??= pino({ level: config().logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
  return logger
}
