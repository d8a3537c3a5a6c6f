/** The id of the input that carries a form field, the same for the field and for what links to it. */
export function fieldId(name: string): string {
  return `field-${name.replace(/[^A-Za-z0-9_-]+/g, '-')}`
}
