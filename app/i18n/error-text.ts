import type { Translate } from './instance'

type Values = Record<string, string | number>

/**
 * The words for a message key, wherever it comes from: `errors.network.ipv4` (a service), `network.ipv4`
 * (a rule of `domain/`) and `errors:network.ipv4` are the same text; what a service says of one of several things
 * names its place in the catalogue (`errors.staleEvent`). A key nobody wrote a text for, and a sentence a backend
 * wrote itself, come back as they are.
 */
export function errorText(t: Translate, key: string, values: Values = {}): string {
  return knownText(t, key, values) ?? key
}

/**
 * What is wrong with a field, in the same words at the field and in the summary. What is missing says what to enter
 * (`enter`, by the name the field is posted with); whatever else would read the same of every field names it by its label.
 */
export function problemText(t: Translate, key: string, { field, label }: { field: string; label?: string }): string {
  const general = /^(?:errors[.:])?field\.(\w+)$/.exec(key)?.[1]
  const own = general === 'required' && knownText(t, `enter.${enterKey(field)}`, {})
  if (own) return own
  return general && label ? errorText(t, `fieldNamed.${general}`, { field: label }) : errorText(t, key)
}

/** A field that is repeated says the same in every row: `property[3].name` is `property_name`. */
export function enterKey(field: string): string {
  return field.replace(/\[\d*\]|-group$/g, '').replaceAll('.', '_')
}

function knownText(t: Translate, key: string, values: Values): string | undefined {
  const own = key.replace(/^errors[.:]/, '')
  const places = key.startsWith('errors.') ? [own, `catalogue.${own}`] : [own]
  const texts = places.map((place) => t(`errors:${place}` as 'errors:invalid', { ...values, defaultValue: '' }))
  return texts.find((text) => typeof text === 'string' && text !== '')
}
