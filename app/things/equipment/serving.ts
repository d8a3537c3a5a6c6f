/**
 * The spaces that equipment serves, as its form has them: a box for each, whose value is what the space is called, so
 * that a conflict, a plan and the trail tell it by its name.
 */

/** Posted by every form that has the boxes: what was kept before there were any says nothing of them. */
export const servingMark = 'serving'

const prefix = 'serves.'

export const servesField = (spaceId: string) => `${prefix}${spaceId}`

/** The space of a field; null for another field. */
export function spaceServedBy(field: string): string | null {
  return field.startsWith(prefix) ? field.slice(prefix.length) : null
}

/** Names of fields have dots and brackets of their own: a space whose id has them is left as it is. */
export const hasBox = (spaceId: string) => /^[\w-]+$/.test(spaceId)
