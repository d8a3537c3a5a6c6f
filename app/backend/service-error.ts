/** Every refusal and failure of a service, in one shape (spec §8, design §6). */

import type { DataArea, ServiceName } from '#contracts/endpoint'
import { errorCatalogue } from '#contracts/error-codes'
import type { EntityError, ErrorBody } from '#contracts/errors'

/** The kind of failure below HTTP, or in the reply. */
export type ServiceTrouble = 'unreachable' | 'timeout' | 'interrupted' | 'garbage' | 'redirect' | 'tooLarge' | 'endless'

export class ServiceError extends Error {
  readonly service: ServiceName
  /** The area of the call that the service refused. */
  readonly area: DataArea | null
  /** HTTP status to show: the service's own, else 502, 503 or 504. */
  readonly status: number
  /** The body's errorCode, else the HTTP status (spec §8). */
  readonly code: string
  readonly body: ErrorBody | null
  readonly trouble: ServiceTrouble | null
  /** Seconds until the service accepts another request. */
  readonly retryAfterSeconds: number | null
  /** Whether the request may have reached the service and had its effect. */
  readonly mayHaveHappened: boolean
  /** Whether the service still waits for a controller: the same request has the outcome later. */
  readonly isPending: boolean

  constructor(options: {
    service: ServiceName
    area?: DataArea
    status: number
    body?: ErrorBody | null
    trouble?: ServiceTrouble | null
    retryAfterSeconds?: number | null
    mayHaveHappened?: boolean
    isPending?: boolean
  }) {
    const code = String(options.body?.errorCode ?? options.status)
    super(`${options.service} returned ${options.status} (${options.trouble ?? code})`)
    this.name = 'ServiceError'
    this.service = options.service
    this.area = options.area ?? null
    this.status = options.status
    this.code = code
    this.body = options.body ?? null
    this.trouble = options.trouble ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.mayHaveHappened = options.mayHaveHappened ?? false
    this.isPending = options.isPending ?? false
  }

  /** The entities that a 4100 reply names; the others were saved (domain §0). */
  get entities(): EntityError[] {
    return this.code === '4100' && Array.isArray(this.body?.errors) ? this.body.errors : []
  }

  /** Message keys by field, of a validation reply; empty when the errors are a list. */
  get fields(): Record<string, string[]> {
    const errors = this.body?.errors
    if (!errors || Array.isArray(errors)) return {}
    return Object.fromEntries(
      Object.entries(errors).map(([field, keys]) => [fieldName(field), typeof keys === 'string' ? [keys] : keys]),
    )
  }

  /** The thing does not exist, or not for this person: one among others that can be left out. */
  get isMissing(): boolean {
    return this.code === '4003' || this.code === '4005'
  }

  /** A controller rejected what it received: its service, which returns this with 502, is not down. */
  get isControllerRefusal(): boolean {
    return this.code === '4606' && this.trouble === null
  }

  /** The service is down or unreachable, as opposed to refusing. */
  get isDown(): boolean {
    if (this.isControllerRefusal) return false
    return this.trouble === 'unreachable' || this.trouble === 'timeout' || [502, 503, 504].includes(this.status)
  }
}

/**
 * Returns a field name as forms and contracts write it: services also write `Name`, or `$.name` for its path in the
 * body.
 */
function fieldName(field: string): string {
  return field.replace(/^\$\.?/, '').replace(/(^|\.)\p{Lu}(?=\p{Ll})/gu, (start) => start.toLowerCase())
}

/** Returns whether a code is in the specification's catalogue (spec §8), and so the service's own. */
export const isCatalogueCode = (code: string) => Object.hasOwn(errorCatalogue, code)

/**
 * Returns whether the catalogue's message for a code is about graphics files only (spec §8): for any other call it
 * means that something is missing, without saying which.
 */
export const isFileOnlyCode = (code: string) => code === '4004'

/** The part of a failure that a page may show: nothing more leaves the server. */
export interface Problem {
  service: ServiceName
  area?: DataArea | null
  status: number
  code: string
  trouble: ServiceTrouble | null
  /** Seconds until the service accepts another request, where it says so. */
  retryAfterSeconds?: number
}

export function problemOf(error: ServiceError): Problem {
  const { service, area, status, code, trouble, retryAfterSeconds } = error
  return { service, area, status, code, trouble, ...(retryAfterSeconds && { retryAfterSeconds }) }
}

/** Returns the message key of a problem (spec §8); operations has its own keys for 500 and time-outs. */
export function problemKey(problem: Problem, catalogueKey: (code: string) => string | null): string {
  if (problem.service === 'operations' && problem.trouble === 'timeout') return 'errors:operations.timeout'
  if (problem.service === 'operations' && problem.status === 500) return 'errors:operations.unavailable'
  if (problem.trouble) return `errors:trouble.${problem.trouble}`
  if (problem.area !== 'gfx' && isFileOnlyCode(problem.code)) return 'errors:trouble.missing'
  const known = catalogueKey(problem.code)
  if (!known && problem.status === 429) return 'errors:catalogue.rateLimit'
  return known ?? (problem.status >= 500 ? 'errors:trouble.broken' : 'errors:trouble.refused')
}
