import type { Translate } from './instance'

type Values = Record<string, string | number>

/**
 * Returns the text of a message key from any source: `errors.network.ipv4` (a service), `network.ipv4` (a rule of
 * `domain/`) and `errors:network.ipv4` are the same text. A service may also name an entry of the catalogue
 * (`errors.staleEvent`). Returns keys without a text, and sentences written by a backend, unchanged.
 */
export function errorText(t: Translate, key: string, values: Values = {}): string {
  return knownText(t, key, values) ?? key
}

/** Returns the sentence that says for how long a service asks to wait. */
export function waitText(t: Translate, seconds: number): string {
  if (seconds <= 120) return t('errors:wait.seconds', { count: seconds })
  return t('errors:wait.minutes', { count: Math.ceil(seconds / 60) })
}

/** Returns the text of a message key with its namespace; a finished text is returned unchanged. */
export function keyText(t: Translate, key: string, values: Values = {}): string {
  if (key.startsWith('errors:')) return errorText(t, key, values)
  return key.startsWith('main:') ? t(key as 'main:selection.title', { ...values, defaultValue: key }) : key
}

/**
 * Returns the text of a field's problem, the same at the field and in the error summary. A missing value uses the text
 * of `enter`, by the posted name of the field; general problems name the field by its label.
 */
export function fieldProblemText(
  t: Translate,
  key: string,
  { field, label }: { field: string; label?: string },
): string {
  const general = /^(?:errors[.:])?field\.(\w+)$/.exec(key)?.[1]
  const own = general === 'required' && knownText(t, `enter.${enterKey(field)}`, {})
  if (own) return own
  return general && label ? errorText(t, `fieldNamed.${general}`, { field: label }) : errorText(t, key)
}

/** Returns the key under `enter`, without row numbers: `property[3].name` becomes `property_name`. */
export function enterKey(field: string): string {
  return field.replace(/\[\d*\]|-group$/g, '').replaceAll('.', '_')
}

function knownText(t: Translate, key: string, values: Values): string | undefined {
  const own = key.replace(/^errors[.:]/, '')
  const places = key.startsWith('errors.') ? [own, `catalogue.${own}`] : [own]
  const texts = places.map((place) => t(`errors:${place}` as 'errors:invalid', { ...values, defaultValue: '' }))
  return texts.find((text) => typeof text === 'string' && text !== '') ?? answerText(t, own)
}

/** Returns the answer of a controller for which there is no text of its own, in the words of its protocol. */
function answerText(t: Translate, key: string): string | undefined {
  const [, answer] = /^points\.answer\.(\w{1,60})$/.exec(key) ?? []
  const words = answer?.replace(/(?<=[a-z])(?=[A-Z\d])/g, ' ').toLowerCase()
  return words && t('errors:points.answered', { answer: words })
}
