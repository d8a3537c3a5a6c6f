/** Every refusal and failure of a service, in one shape (spec §8, design §6). */

import type { DataArea, ServiceName } from '#contracts/endpoint'
import { catalogue } from '#contracts/error-codes'
import type { EntityError, ErrorBody } from '#contracts/errors'

/** The kind of failure below HTTP, or in the reply. */
export type Trouble = 'unreachable' | 'timeout' | 'interrupted' | 'garbage' | 'redirect' | 'tooLarge' | 'endless'

export class ServiceError extends Error {
  readonly service: ServiceName
  /** The area of the call that the service refused. */
  readonly area: DataArea | null
  /** HTTP status to show: the service's own, else 502, 503 or 504. */
  readonly status: number
  /** The body's errorCode, else the HTTP status (spec §8). */
  readonly code: string
  readonly body: ErrorBody | null
  readonly trouble: Trouble | null
  /** Seconds until the service accepts another request. */
  readonly retryAfter: number | null
  /** Whether the request may have reached the service and had its effect. */
  readonly mayHaveHappened: boolean

  constructor(found: {
    service: ServiceName
    area?: DataArea
    status: number
    body?: ErrorBody | null
    trouble?: Trouble | null
    retryAfter?: number | null
    mayHaveHappened?: boolean
  }) {
    const code = String(found.body?.errorCode ?? found.status)
    super(`${found.service} answered ${found.status} (${found.trouble ?? code})`)
    this.name = 'ServiceError'
    this.service = found.service
    this.area = found.area ?? null
    this.status = found.status
    this.code = code
    this.body = found.body ?? null
    this.trouble = found.trouble ?? null
    this.retryAfter = found.retryAfter ?? null
    this.mayHaveHappened = found.mayHaveHappened ?? false
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
      Object.entries(errors).map(([field, keys]) => [ownName(field), typeof keys === 'string' ? [keys] : keys]),
    )
  }

  /** The thing does not exist, or not for this person: one among others that can be left out. */
  get isNotThere(): boolean {
    return this.code === '4003' || this.code === '4005'
  }

  /** The service is down or unreachable, as opposed to refusing. */
  get isDown(): boolean {
    return this.trouble === 'unreachable' || this.trouble === 'timeout' || [502, 503, 504].includes(this.status)
  }
}

/**
 * Returns a field name as forms and contracts write it: services also write `Name`, or `$.name` for its path in the
 * body.
 */
function ownName(field: string): string {
  return field.replace(/^\$\.?/, '').replace(/(^|\.)\p{Lu}(?=\p{Ll})/gu, (start) => start.toLowerCase())
}

/** Returns whether a code is in the specification's catalogue (spec §8), and so the service's own. */
export const isOfCatalogue = (code: string) => Object.hasOwn(catalogue, code)

/**
 * Returns whether the catalogue's message for a code is about graphics files only (spec §8): for any other call it
 * means that something is missing, without saying which.
 */
export const isOfFileAlone = (code: string) => code === '4004'

/** The part of a failure that a page may show: nothing more leaves the server. */
export interface Problem {
  service: ServiceName
  area?: DataArea | null
  status: number
  code: string
  trouble: Trouble | null
}

export function problemOf(error: ServiceError): Problem {
  const { service, area, status, code, trouble } = error
  return { service, area, status, code, trouble }
}

/** Returns the message key of a problem (spec §8); operations has its own keys for 500 and time-outs. */
export function problemKey(problem: Problem, known: (code: string) => string | null): string {
  if (problem.service === 'operations' && problem.trouble === 'timeout') return 'errors:operations.timeout'
  if (problem.service === 'operations' && problem.status === 500) return 'errors:operations.unavailable'
  if (problem.trouble) return `errors:trouble.${problem.trouble}`
  if (problem.area !== 'gfx' && isOfFileAlone(problem.code)) return 'errors:trouble.missing'
  return known(problem.code) ?? (problem.status >= 500 ? 'errors:trouble.broken' : 'errors:trouble.refused')
}
