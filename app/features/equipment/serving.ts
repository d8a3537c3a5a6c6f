/**
 * Form fields of the spaces that equipment serves: one checkbox per space, whose value is the name of the space, so
 * that conflicts, plans and the trail show names.
 */

/** Posted by every form with the checkboxes, to distinguish it from older stored forms without them. */
export const servingMark = 'serving'

const prefix = 'serves.'

export const servesField = (spaceId: string) => `${prefix}${spaceId}`

/** Returns the space id of a field; null for another field. */
export function servedSpaceId(field: string): string | null {
  return field.startsWith(prefix) ? field.slice(prefix.length) : null
}

/**
 * Whether a space can have a checkbox. Field names use dots and brackets, so a space whose id has them is left
 * unchanged.
 */
export const hasCheckbox = (spaceId: string) => /^[\w-]+$/.test(spaceId)
