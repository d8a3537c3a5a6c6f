/**
 * Keyset paging: a page continues after the last row of the previous one, at the same cost at any depth (domain §0).
 */
import { fail } from './api-error'
import type { SqlValue } from './store'

export const defaultPageSize = 50

/** Returns the opaque token after a row: the values it was sorted by, its id last. */
export const tokenAfter = (key: readonly SqlValue[]) => Buffer.from(JSON.stringify(key)).toString('base64url')

/** Returns the values of a token with `length` of them; throws 4000 for anything else. */
export function parseToken(token: string, length: number): SqlValue[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (
      Array.isArray(key) &&
      key.length === length &&
      key.every((part) => part === null || ['string', 'number'].includes(typeof part))
    ) {
      return key as SqlValue[]
    }
  } catch {
    // Not JSON: the same error as for JSON of another shape.
  }
  return fail(4000, { errors: { continuationToken: 'errors.paging.token' } })
}

/** Splits `pageSize + 1` rows into a page and the token of the next, if there are more. */
export function pageOf<Row>(
  rows: Row[],
  pageSize: number,
  keyOfRow: (row: Row) => readonly SqlValue[],
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return { rows: page, next: rows.length > pageSize && last ? tokenAfter(keyOfRow(last)) : null }
}
