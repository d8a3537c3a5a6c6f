import { catalogue, type ErrorCode } from '#contracts/error-codes'

/** The message key of a code of the catalogue, number or string; null for a code it does not have (spec §8). */
export function catalogueKey(code: string | number): string | null {
  const entry = catalogue[Number(code) as ErrorCode]
  return entry ? `errors:catalogue.${entry.key}` : null
}
