/** Errors of a service: a code of the catalogue and its details (spec §8, domain §10). */
import { type ErrorCode, errorCatalogue } from '../contracts/error-codes'
import type { EntityError, FieldErrors } from '../contracts/errors'

export interface ApiErrorDetails {
  /** Code 4000 and similar: field → message key or keys. */
  errors?: FieldErrors
  /** Code 4100: one entry per entity that failed. */
  entities?: EntityError[]
  /** Code 4100: results of the entities that succeeded. */
  data?: unknown[]
  /** Code 4009: the current state, and its eTag. */
  current?: unknown
  currentETag?: string
  /** Seconds. */
  retryAfterSeconds?: number
  /** For codes with several statuses: 4006 is 405 or 415. */
  status?: number
}

export class ApiError extends Error {
  readonly status: number
  readonly key: string

  constructor(
    readonly code: ErrorCode,
    readonly details: ApiErrorDetails = {},
  ) {
    super(`${code} ${errorCatalogue[code].key}`)
    this.status = details.status ?? errorCatalogue[code].status
    this.key = `errors.${errorCatalogue[code].key}`
  }
}

/**
 * Ends the call with a code of the catalogue. The effects of the handler are rolled back, except with 4100 and 4307
 * (serve).
 */
export function fail(code: ErrorCode, details?: ApiErrorDetails): never {
  throw new ApiError(code, details)
}

interface Each<T> {
  id: (item: T) => string
  savepoint: <Result>(work: () => Result) => Result
  /** Details of an item besides its id. */
  detail?: (item: T) => Record<string, unknown>
  /** Field of the item whose message says more than the code. */
  field?: string
}

/**
 * Runs `work` for several entities separately: the errors of some do not affect the others. With one entity its error
 * is the reply; with more, code 4100 lists those that failed (domain §0). `work` must run inside the call's
 * transaction; `savepoint` is that store's `transaction`.
 */
export function forEachEntity<T, R>(
  items: readonly T[],
  { id, savepoint, detail, field }: Each<T>,
  work: (item: T) => R,
): R[] {
  const results: R[] = []
  const failed: { item: T; refusal: ApiError }[] = []
  for (const item of items) {
    try {
      results.push(savepoint(() => work(item)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push({ item, refusal: error })
    }
  }
  const only = items.length === 1 ? failed[0] : undefined
  if (only) throw only.refusal
  if (failed.length) {
    const entities = failed.map(({ item, refusal }) => {
      const entity = entityError(id(item), refusal)
      const message = field === undefined ? undefined : [refusal.details.errors?.[field] ?? []].flat()[0]
      return { ...entity, ...(message && { key: message }), details: { ...entity.details, ...detail?.(item) } }
    })
    fail(4100, { entities, data: results.flat() })
  }
  return results
}

/**
 * Returns the entry of a 4100 reply for an error; `type` is the key of its code unless the caller groups differently.
 */
export function entityError(entityId: string, refusal: ApiError, type: string = errorCatalogue[refusal.code].key) {
  return { entityId, key: refusal.key, details: { type, errorCode: refusal.code } } satisfies EntityError
}
