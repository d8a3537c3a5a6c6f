/** The columns of the site import and export (journey 12). */
import { fold } from '#contracts/fold'

/** The place of a row: the last of these with a value is the thing itself. */
export const placeColumns = ['site', 'building', 'floor', 'space', 'device'] as const
export type PlaceColumn = (typeof placeColumns)[number]

export type PlaceKind = 'site' | 'building' | 'space' | 'device'

/** Further columns by kind of thing. */
export const columnsByKind = {
  site: [
    'group',
    'usage',
    'description',
    'address',
    'city',
    'state',
    'postalCode',
    'country',
    'latitude',
    'longitude',
    'timeZone',
    'size',
    'units',
  ],
  building: ['usage', 'description', 'address', 'size', 'units'],
  space: ['kind', 'usage'],
  device: ['description', 'model', 'hostId', 'spaceServed'],
} as const satisfies Record<PlaceKind, readonly string[]>
export type FieldColumn = (typeof columnsByKind)[PlaceKind][number]

export type SiteColumn = PlaceColumn | FieldColumn

/** In the order of the file. */
export const sheetColumns: readonly SiteColumn[] = [
  ...placeColumns,
  'kind',
  'usage',
  'description',
  'group',
  'address',
  'city',
  'state',
  'postalCode',
  'country',
  'latitude',
  'longitude',
  'timeZone',
  'size',
  'units',
  'model',
  'hostId',
  'spaceServed',
]

/** Columns the console adds to a file it returns; ignored when it is read. */
export const resultColumns = ['result', 'problem'] as const
export type ResultColumn = (typeof resultColumns)[number]

/** Normalizes a heading or a listed word for comparison, without case, accents, spaces and signs. */
export function normalizeWord(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Joins nested spaces in one cell, the outermost first, separated by ` / ` (spec §3 `location`). A slash that is a word
 * of its own in a name is doubled, so that the names survive the round trip.
 */
export function joinSpaces(names: readonly string[]): string {
  return names.map((name) => name.replace(/(?<=^| )\/+(?= |$)/g, '$&/')).join(' / ')
}

/** Returns the names in such a cell, the outermost first. */
export function splitSpaces(cell: string): string[] {
  return cell
    .split(/(?<= )\/(?= )/)
    .map((part) => part.trim().replace(/(?<=^| )\/(\/+)(?= |$)/g, '$1'))
    .filter(Boolean)
}
