/** The body of a site, building, space or device, from typed values (spec §5). */
import { nilId } from '#contracts/permissions'

type Numbers = 'latitude' | 'longitude' | 'size'

/** The typed values, with the numbers and the group in the types of the body. */
export type Sendable<T> = Omit<T, Numbers | 'siteGroupId'> & {
  [Field in keyof T & Numbers]: number | undefined
} & { [Field in keyof T & 'siteGroupId']: string | undefined }

/**
 * Returns the values with latitude, longitude and size as numbers, or undefined when they are not numeric, and an empty
 * siteGroupId as undefined (spec §5). Everything else is unchanged, and nothing is added.
 */
export function siteInput<T extends object>(typed: T): Sendable<T> {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(typed))
  for (const field of ['latitude', 'longitude', 'size']) if (field in result) result[field] = numeric(result[field])
  if ('siteGroupId' in result) result.siteGroupId = isNoId(result.siteGroupId) ? undefined : result.siteGroupId
  return result as Sendable<T>
}

/** The empty id, in any spelling (spec §3). */
const isNoId = (id: unknown) => !id || id === nilId

/** Returns a decimal number, from a number or its text; undefined for anything else, including empty text. */
export function numeric(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

/**
 * Parses a number in the notation of a language: spaces group, and a comma is a decimal point unless it groups
 * thousands as in English (`57,600` is 57600 in English and 57.6 in French).
 */
export function parseTypedNumber(text: string, language: 'en' | 'fr'): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '')
  const groups = language === 'en' && /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)
  return numeric(groups ? bare.replaceAll(',', '') : bare.replace(',', '.'))
}
