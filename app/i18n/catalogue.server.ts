import { type ErrorCode, errorCatalogue } from '#contracts/error-codes'

/** Returns the message key of an error code, numeric or text, or null for a code the catalogue lacks (spec §8). */
export function catalogueKey(code: string | number): string | null {
  const entry = errorCatalogue[Number(code) as ErrorCode]
  return entry ? `errors:catalogue.${entry.key}` : null
}
