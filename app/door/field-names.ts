/** Limits that bound the cost of hostile field names and keep them from reaching the members of every object. */
const maxNameLength = 200

/**
 * `device`, `wish[3]`, `property[0].value`: the names that the form library writes, with indexes of at most three
 * digits.
 */
const shape = /^[^.[\]]+(?:\[\d{1,3}\])*(?:\.[^.[\]]+(?:\[\d{1,3}\])*)*$/
const ofEveryObject = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns whether a form of ours could have a field of this name; an empty one is no field. */
export function isFieldName(name: string): boolean {
  if (name === '') return true
  if (name.length > maxNameLength || !shape.test(name)) return false
  return name.split(/[.[\]]/).every((part) => !ofEveryObject.has(part))
}

/** Returns whether a name is longer than any of ours could be, however it is encoded. */
export function isTooLongEncoded(encoded: string): boolean {
  return encoded.length > maxNameLength * 9
}
