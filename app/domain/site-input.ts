/** What a site, building, space or device looks like before it is sent (spec §5). */
import { nilId } from '#contracts/permissions'

type Numbers = 'latitude' | 'longitude' | 'size'

/** As typed, but for the numbers and the group, which have the types that are sent. */
export type Sendable<T> = Omit<T, Numbers | 'siteGroupId'> & {
  [Field in keyof T & Numbers]: number | undefined
} & { [Field in keyof T & 'siteGroupId']: string | undefined }

/**
 * Latitude, longitude and size as numbers, undefined when they are not numeric; an empty siteGroupId undefined
 * (spec §5). Everything else is as it was, and nothing is added.
 */
export function siteInput<T extends object>(typed: T): Sendable<T> {
  const sent: Record<string, unknown> = Object.fromEntries(Object.entries(typed))
  for (const field of ['latitude', 'longitude', 'size']) if (field in sent) sent[field] = numeric(sent[field])
  if ('siteGroupId' in sent) sent.siteGroupId = isNoId(sent.siteGroupId) ? undefined : sent.siteGroupId
  return sent as Sendable<T>
}

/** The empty id, however it is written (spec §3). */
const isNoId = (id: unknown) => !id || id === nilId

/** A decimal number, from a number or its text; undefined for anything else, the empty text too. */
export function numeric(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

/**
 * A number as people write it in their language, for the forms: spaces group, and a comma is a decimal point unless
 * it groups thousands as English does (`57,600` is 57600 in English and 57.6 in French).
 */
export function typedNumber(text: string, language: 'en' | 'fr'): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '')
  const groups = language === 'en' && /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)
  return numeric(groups ? bare.replaceAll(',', '') : bare.replace(',', '.'))
}
