/** The columns of a file that builds sites, and of the one a site is exported to (journey 12). */
import { fold } from '#contracts/fold'

/** Where a row's thing is: the last of these that is filled in is the thing itself. */
export const placeColumns = ['site', 'building', 'floor', 'space', 'device'] as const
export type PlaceColumn = (typeof placeColumns)[number]

export type PlaceKind = 'site' | 'building' | 'space' | 'device'

/** What a row can say of its thing. */
export const fieldsOf = {
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
export type FieldColumn = (typeof fieldsOf)[PlaceKind][number]

export type Column = PlaceColumn | FieldColumn

/** In the order of the file. */
export const columns: readonly Column[] = [
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

/** What the console writes into a file it hands back, and does not read. */
export const answerColumns = ['result', 'problem'] as const
export type AnswerColumn = (typeof answerColumns)[number]

/** A heading or a word of a list as it is compared: case, accents, spaces and signs say nothing. */
export function plainWord(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Nested spaces in one cell, the outermost first, with ` / ` between them (spec §3 `location`). Slashes that stand
 * alone in a name get one more, so that every name comes back as it was.
 */
export function joinSpaces(names: readonly string[]): string {
  return names.map((name) => name.replace(/(?<=^| )\/+(?= |$)/g, '$&/')).join(' / ')
}

/** The names in such a cell, the outermost first. */
export function splitSpaces(cell: string): string[] {
  return cell
    .split(/(?<= )\/(?= )/)
    .map((part) => part.trim().replace(/(?<=^| )\/(\/+)(?= |$)/g, '$1'))
    .filter(Boolean)
}
