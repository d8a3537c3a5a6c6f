/** A posted form of a change: the person's fields and the hidden ones (design §7). */
import { maxRawLength, plainText } from '#contracts/plain-text'
import { isPlainForm } from '~/door/form-type'
import { isSecret } from '~/trail/redact'
import type { ShownTexts } from './allow-unchanged'
import { type FieldValue, type FieldValues, metaFields, type Original } from './plan'

export type PostedFields = [name: string, value: string][]

/** Maximum length of a typed confirmation, in characters: names in the services may be long. */
const maxNameLength = 2_000

export interface Posted {
  /** The fields that the person filled in. */
  fields: PostedFields
  stage: 'plan' | 'apply' | 'edit'
  key: string
  planHash: string
  rowHashes: string[]
  only: string[]
  /** The edited version, and the values of others in a conflict that was shown. */
  original: Original | null
  theirs: FieldValues | null
  /** The texts that the fields showed, before or after the choice in a conflict. */
  shownTexts: ShownTexts
  /** Conflicting fields without a choice. */
  unresolved: string[]
  reason: string
  /** The typed confirmation. */
  confirm: string
}

/** Maximum length of a reason, in characters. */
export const maxReasonLength = 500

/** Fields that control the form library; no form of ours has them. */
export const conformFields = ['__intent__', '__state__']

/** Returns the fields of a post without files. Throws 400 for any other content type. */
export async function formFields(request: Request): Promise<PostedFields> {
  if (!isPlainForm(request.headers.get('content-type'))) throw new Response(null, { status: 400 })
  const formData = await request.formData().catch(() => {
    throw new Response(null, { status: 400 })
  })
  return [...formData.entries()].flatMap(
    ([name, value]): PostedFields => (typeof value === 'string' ? [[name, value]] : []),
  )
}

/**
 * Parses a post, with every text as received: nothing is normalized before the sender is known. Throws 400 for the
 * control fields of the form library.
 */
export function parsePosted(entries: PostedFields): Posted {
  if (entries.some(([name]) => conformFields.includes(name))) throw new Response(null, { status: 400 })
  const first = new Map<string, string>()
  for (const [name, value] of entries) if (!first.has(name)) first.set(name, value)
  const text = (name: string) => first.get(name) ?? ''
  const requestedStage = text(metaFields.stage)
  const key = text(metaFields.key).slice(0, 100)
  // Without a key a second click could not be recognized: it is planned, not applied.
  const stage = requestedStage === 'edit' || (requestedStage === 'apply' && key) ? requestedStage : 'plan'
  const own = new Set<string>(Object.values(metaFields))
  const isOwn = (name: string) => own.has(name) || name.startsWith(metaFields.choice)
  const typed = entries.filter(([name]) => !isOwn(name))
  const originalValues = parseValues(text(metaFields.original))
  const theirs = parseValues(text(metaFields.theirs))
  const choices = new Map(
    Object.keys(theirs ?? {}).map((name) => [name, text(`${metaFields.choice}${name}`) || null] as const),
  )
  const unresolved = [...choices].flatMap(([name, take]) => (take === 'yours' || take === 'theirs' ? [] : [name]))
  // While a choice is open, the edit has a version that never matches, whatever page shows the form.
  const version = unresolved.length > 0 ? unresolvedVersion : text(metaFields.version).slice(0, 200)
  return {
    fields: theirs ? applyChoices(typed, theirs, choices) : typed,
    stage,
    key,
    planHash: text(metaFields.plan).slice(0, 100),
    rowHashes: text(metaFields.rows).split(',').filter(Boolean),
    only: text(metaFields.only).split(',').filter(Boolean),
    original: version && originalValues ? { version, values: originalValues } : null,
    theirs,
    shownTexts: (name) => [originalValues, theirs].flatMap((values) => textsShownIn(values ?? {}, name)),
    unresolved,
    reason: text(metaFields.reason),
    confirm: text(metaFields.confirm),
  }
}

/**
 * Returns the post with its reason and confirmation normalized for storing; a text beyond its limit is left
 * unchanged.
 */
export function normalizePosted(posted: Posted): Posted {
  return {
    ...posted,
    reason: plainUpTo(posted.reason, maxReasonLength),
    confirm: plainUpTo(posted.confirm, maxNameLength),
  }
}

function plainUpTo(text: string, maxLength: number): string {
  return text.length > maxRawLength(maxLength) ? text : plainText(text)
}

/** A version that no thing has. */
const unresolvedVersion = 'unsettled'

/** Returns the JSON of a hidden field; null for anything that a form of ours did not write. */
function parseValues(text: string): FieldValues | null {
  if (!text || text.length > 100_000) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const isFieldValue = (one: unknown) =>
      one === null ||
      typeof one === 'string' ||
      typeof one === 'boolean' ||
      (Array.isArray(one) && one.every((text) => typeof text === 'string'))
    return Object.values(value).every(isFieldValue) ? (value as FieldValues) : null
  } catch {
    return null
  }
}

function textsShownIn(values: FieldValues, name: string): string[] {
  return Object.entries(values).flatMap(([own, value]) =>
    own.replace(/\[\d+\]/g, '[]') === name ? fieldTexts(value) : [],
  )
}

/** Returns the typed fields, with the other person's value where it was chosen. */
function applyChoices(
  typed: PostedFields,
  theirs: FieldValues,
  choices: ReadonlyMap<string, string | null>,
): PostedFields {
  const replaced = new Set(Object.keys(theirs).filter((name) => choices.get(name) === 'theirs'))
  return [
    ...typed.filter(([name]) => !replaced.has(baseName(name))),
    ...[...replaced].flatMap((name) => rawTexts(theirs[name]).map((text): [string, string] => [name, text])),
  ]
}

/** `wish[3]` is one of the values of `wish`. */
function baseName(name: string): string {
  let end = name.length
  while (name[end - 1] === ']') {
    const open = name.lastIndexOf('[', end)
    if (open === -1 || !/^\d*$/.test(name.slice(open + 1, end - 1))) break
    end = open
  }
  return name.slice(0, end)
}

/** Returns the texts that a form would post for a value; none for an empty one. */
export function fieldTexts(value: FieldValue): string[] {
  return rawTexts(value).map(plainText).filter(Boolean)
}

function rawTexts(value: FieldValue): string[] {
  return typeof value === 'boolean' ? (value ? ['on'] : []) : [value ?? []].flat()
}

/** Returns the posted values of a name, repeated or as a numbered list. */
export function postedTexts(fields: PostedFields, name: string): string[] {
  return fieldTexts(fields.filter(([one]) => baseName(one) === name).map(([, value]) => value))
}

/** Returns the text with LF line ends, whatever the browser sent. */
export function withUnixLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Returns whether two fields have the same texts. */
export function hasSameTexts(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the fields that may be stored and shown again. */
export function withoutSecrets(fields: PostedFields): PostedFields {
  return fields.filter(([name]) => !isSecret(name))
}

/** Returns the texts in a form's values, with the posted name of each. */
export function namedTexts(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    namedTexts(inner, Array.isArray(value) ? `${name}[${key}]` : name ? `${name}.${key}` : key),
  )
}

/** Returns fields as hidden fields: by name, with their values in order. */
export function groupByName(fields: PostedFields): Record<string, string[]> {
  const byName: Record<string, string[]> = Object.create(null)
  for (const [name, value] of fields) {
    byName[name] ??= []
    byName[name].push(value)
  }
  return byName
}
