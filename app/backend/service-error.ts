/** Every refusal and every trouble of a service, in one shape (spec §8, design §6). */

import type { DataArea, ServiceName } from '#contracts/endpoint'
import { catalogue } from '#contracts/error-codes'
import type { EntityError, ErrorBody } from '#contracts/errors'

/** What went wrong below HTTP, or with what came back. */
export type Trouble = 'unreachable' | 'timeout' | 'interrupted' | 'garbage' | 'redirect' | 'tooLarge' | 'endless'

export class ServiceError extends Error {
  readonly service: ServiceName
  /** What the call was about, where its service refused it. */
  readonly area: DataArea | null
  /** HTTP status to show: the service's own, else 502, 503 or 504. */
  readonly status: number
  /** The body's errorCode, else the HTTP status (spec §8). */
  readonly code: string
  readonly body: ErrorBody | null
  readonly trouble: Trouble | null
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter: number | null
  /** Whether the request may have reached the service and done its work. */
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

  /** The entities a 4100 answer names; the others were saved (domain §0). */
  get entities(): EntityError[] {
    return this.code === '4100' && Array.isArray(this.body?.errors) ? this.body.errors : []
  }

  /** The field map of a validation answer; empty for a list. */
  get fields(): Record<string, string[]> {
    const errors = this.body?.errors
    if (!errors || Array.isArray(errors)) return {}
    return Object.fromEntries(
      Object.entries(errors).map(([field, keys]) => [ownName(field), typeof keys === 'string' ? [keys] : keys]),
    )
  }

  /** What was asked for is not there, or not for whoever asked: a thing among others that can be left out. */
  get isNotThere(): boolean {
    return this.code === '4003' || this.code === '4005'
  }

  /** The service itself is down or beyond reach, as against refusing. */
  get isDown(): boolean {
    return this.trouble === 'unreachable' || this.trouble === 'timeout' || [502, 503, 504].includes(this.status)
  }
}

/** A field as forms and contracts call it: others write `Name`, or `$.name` for where it stands in what was sent. */
function ownName(field: string): string {
  return field.replace(/^\$\.?/, '').replace(/(^|\.)\p{Lu}(?=\p{Ll})/gu, (start) => start.toLowerCase())
}

/** Whether a code is the specification's (spec §8), and so the service's own word. */
export const isOfCatalogue = (code: string) => Object.hasOwn(catalogue, code)

/**
 * Whether the catalogue's words for a code are of graphics files (spec §8): of any other call it says that something is
 * not there, and not what.
 */
export const isOfFileAlone = (code: string) => code === '4004'

/** What a page may say about a service that did not give what was asked: no more than this leaves the server. */
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

/** The key of the catalogue's message for a problem (spec §8); operations has words of its own for 500 and time-outs. */
export function problemKey(problem: Problem, known: (code: string) => string | null): string {
  if (problem.service === 'operations' && problem.trouble === 'timeout') return 'errors:operations.timeout'
  if (problem.service === 'operations' && problem.status === 500) return 'errors:operations.unavailable'
  if (problem.trouble) return `errors:trouble.${problem.trouble}`
  if (problem.area !== 'gfx' && isOfFileAlone(problem.code)) return 'errors:trouble.missing'
  return known(problem.code) ?? (problem.status >= 500 ? 'errors:trouble.broken' : 'errors:trouble.refused')
}
