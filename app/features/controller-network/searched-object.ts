/** The object to search for, as a person types it: `analog-input 3`, or else its name. */
import { z } from 'zod'
import { bacnetObjectTypes, maxDeviceInstance } from '#contracts/bacnet-names'
import type { SearchedObject } from '#contracts/controller-networks'

const identifier = /^(\p{L}[\p{L} _-]{2,40}?)[ ,:;#]{1,3}(\d{1,7})$/u
const quoted = /^["\u201c\u00ab\u201e](.+)["\u201d\u00bb\u201c]$/u

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** Returns what a text stands for; a name in quotes is one, even if it reads like an identifier. */
export function parseSearchedObject(text: string): SearchedObject {
  const name = quoted.exec(text)?.[1]?.trim()
  if (name) return { name }
  const [, type = '', digits] = identifier.exec(text) ?? []
  const objectType = bacnetObjectTypes.find((one) => one.toLowerCase() === letters(type))
  const objectInstance = Number(digits)
  return objectType && objectInstance <= maxDeviceInstance ? { objectType, objectInstance } : { name: text }
}

/** Returns the object in one line: its name, or `analogInput 3`. */
export const searchedObjectText = (object: SearchedObject): string =>
  'name' in object ? object.name : `${object.objectType} ${object.objectInstance}`

/** Without the field the search is for all controllers. */
export const NetworkSearchForm = z.object({
  object: z
    .string({ error: 'errors:networks.object' })
    .trim()
    .min(1, { error: 'errors:networks.object' })
    .max(200)
    .transform(parseSearchedObject)
    .optional(),
})
