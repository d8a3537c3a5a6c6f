/** What remains of a write: the entities it changed, and the errors whose effects persist. */
import { ApiError } from './api-error'

/** Of 4100 the results in its `data` persist; of 4307 the counted attempt. */
const persistentCodes: readonly number[] = [4100, 4307]

export const isPersistent = (error: unknown): error is ApiError =>
  error instanceof ApiError && persistentCodes.includes(error.code)

/** Returns the ids of the entities that a reply names; those of the path when it names none. */
export function idsIn(outcome: unknown, params: Record<string, string>): string[] {
  const rows = Array.isArray(outcome) ? outcome : (outcome as { data?: unknown } | null)?.data
  const ids = (Array.isArray(rows) ? rows : [outcome]).flatMap((row) => {
    if (typeof row === 'string') return [row]
    const { userId, deviceId, id } = (row ?? {}) as { userId?: unknown; deviceId?: unknown; id?: unknown }
    return [userId ?? deviceId ?? id].filter((value): value is string => typeof value === 'string')
  })
  return ids.length ? [...new Set(ids)] : Object.values(params)
}
