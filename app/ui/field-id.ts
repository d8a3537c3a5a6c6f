/** Returns the id of the input of a form field, shared by the field and the links to it. */
export function fieldId(name: string): string {
  return `field-${name.replace(/[^A-Za-z0-9_-]+/g, '-')}`
}
