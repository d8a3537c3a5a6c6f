/** Time settings: their shape, and the checks that apply to any controller (domain §5.7). */
import { z } from 'zod'
import type { FieldErrors } from './errors'
import { octetsOf } from './ipv4'

export const TimeValue = z.object({
  /** IANA id. */
  timeZone: z.string().max(100).optional(),
  /** From the time servers; otherwise set manually. */
  autoTime: z.boolean().optional(),
  /** Host names or IPv4 addresses. */
  ntpServers: z.array(z.string().max(300)).max(50).optional(),
  /** Local, `YYYY-MM-DDTHH:MM[:SS]`; only when set manually. */
  dateTime: z.string().max(40).nullish(),
})
export type TimeValue = z.infer<typeof TimeValue>

export const maxTimeServers = 4

/** Returns the message key per invalid field; empty when the value may be saved. */
export function timeErrors(value: TimeValue): FieldErrors {
  const errors: FieldErrors = {}
  const { timeZone, autoTime, ntpServers, dateTime } = value
  if (timeZone !== undefined && !isTimeZone(timeZone)) errors.timeZone = 'errors.time.zone'
  if (ntpServers?.some((server) => !isTimeServer(server)) || (ntpServers?.length ?? 0) > maxTimeServers) {
    errors.ntpServers = 'errors.time.ntp'
  }
  if (autoTime && ntpServers?.length === 0) errors.ntpServers = 'errors.time.ntpRequired'
  if (dateTime != null && !isLocalDateTime(dateTime)) errors.dateTime = 'errors.time.dateTime'
  if (autoTime && dateTime != null) errors.dateTime = 'errors.time.manualWithAuto'
  return errors
}

/** Whether the runtime's time-zone data has the name. */
export function isTimeZone(id: string): boolean {
  if (!/^[A-Za-z][A-Za-z_]*(?:\/[A-Za-z0-9_+-]+)*$/.test(id)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: id })
    return true
  } catch {
    return false
  }
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Whether it is a host name (RFC 1123) or an IPv4 address. */
export function isTimeServer(host: string): boolean {
  if (/^[\d.]+$/.test(host)) return octetsOf(host) !== null
  return host.length <= 253 && host.split('.').every((part) => label.test(part))
}

/** Whether it is an existing local time of the years 2000 to 2099, without a zone. */
export function isLocalDateTime(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(text)) return false
  const at = new Date(`${text}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 16))
}
