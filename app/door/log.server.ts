/** JSON lines on standard output. Never a token, a cookie, a body or the value of a query. */
import { type Logger, pino } from 'pino'
import { config } from '~/config.server'

let made: Logger | undefined

/** The process's log. */
export function log(): Logger {
  made ??= pino({ level: config().logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
  return made
}
