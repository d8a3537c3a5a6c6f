/** What a form of a change posts: the person's own fields, and the machinery's (design §7). */
import { maxRawLength, plainText } from '#contracts/plain-text'
import { isPlainForm } from '~/door/form-type'
import { isSecret } from '~/trail/redact'
import { type Held, type HeldFields, metaFields, type Original } from './plan'
import type { Shown } from './sparing'

export type Fields = [name: string, value: string][]

/** Most characters of a name that is typed to confirm: whatever a service calls its things. */
const maxNameLength = 2_000

export interface Posted {
  /** What the person filled in, without the machinery's own fields. */
  fields: Fields
  stage: 'plan' | 'apply' | 'edit'
  key: string
  planHash: string
  rowHashes: string[]
  only: string[]
  /** What the edit was made from, and of the fields of a conflict that was shown, what was there then. */
  original: Original | null
  theirs: HeldFields | null
  /** The texts that its fields showed, before or after a choice between two of them. */
  shown: Shown
  /** Fields of a conflict in which nothing was chosen. */
  open: string[]
  reason: string
  /** The name that was typed to confirm. */
  confirm: string
}

/** Most characters of a reason. */
export const maxReasonLength = 500

/** Fields that steer the library which reads a form; no form of ours has them. */
export const conformFields = ['__intent__', '__state__']

/** The fields of a post without files. Throws 400 when it is no such form. */
export async function formFields(request: Request): Promise<Fields> {
  if (!isPlainForm(request.headers.get('content-type'))) throw new Response(null, { status: 400 })
  const formData = await request.formData().catch(() => {
    throw new Response(null, { status: 400 })
  })
  return [...formData.entries()].flatMap(([name, value]): Fields => (typeof value === 'string' ? [[name, value]] : []))
}

/**
 * Reads a post, with every text as it came: nothing of it is normalized before whoever sent it is known. Throws 400 when
 * it was written by hand for another library.
 */
export function readForm(entries: Fields): Posted {
  if (entries.some(([name]) => conformFields.includes(name))) throw new Response(null, { status: 400 })
  const first = new Map<string, string>()
  for (const [name, value] of entries) if (!first.has(name)) first.set(name, value)
  const text = (name: string) => first.get(name) ?? ''
  const asked = text(metaFields.stage)
  const key = text(metaFields.key).slice(0, 100)
  // Without a key a second click could not be told from the first: it is planned, not applied.
  const stage = asked === 'edit' || (asked === 'apply' && key) ? asked : 'plan'
  const own = new Set<string>(Object.values(metaFields))
  const isOwn = (name: string) => own.has(name) || name.startsWith(metaFields.take)
  const typed = entries.filter(([name]) => !isOwn(name))
  const was = heldIn(text(metaFields.was))
  const theirs = heldIn(text(metaFields.theirs))
  const taken = new Map(
    Object.keys(theirs ?? {}).map((name) => [name, text(`${metaFields.take}${name}`) || null] as const),
  )
  const open = [...taken].flatMap(([name, take]) => (take === 'yours' || take === 'theirs' ? [] : [name]))
  // While a choice is open, the edit stands on no version that is there, wherever the form goes meanwhile.
  const version = open.length > 0 ? unsettled : text(metaFields.version).slice(0, 200)
  return {
    fields: theirs ? chosen(typed, theirs, taken) : typed,
    stage,
    key,
    planHash: text(metaFields.plan).slice(0, 100),
    rowHashes: text(metaFields.rows).split(',').filter(Boolean),
    only: text(metaFields.only).split(',').filter(Boolean),
    original: version && was ? { version, values: was } : null,
    theirs,
    shown: (name) => [was, theirs].flatMap((held) => textsShown(held ?? {}, name)),
    open,
    reason: text(metaFields.reason),
    confirm: text(metaFields.confirm),
  }
}

/** Returns the post with its reason and its confirmation as they are stored; a text too long for either stays as it is. */
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
const unsettled = 'unsettled'

/** What came as JSON in a hidden field; null for anything a form of ours did not write. */
function heldIn(text: string): HeldFields | null {
  if (!text || text.length > 100_000) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const isHeld = (one: unknown) =>
      one === null ||
      typeof one === 'string' ||
      typeof one === 'boolean' ||
      (Array.isArray(one) && one.every((text) => typeof text === 'string'))
    return Object.values(value).every(isHeld) ? (value as HeldFields) : null
  } catch {
    return null
  }
}

function textsShown(held: HeldFields, name: string): string[] {
  return Object.entries(held).flatMap(([own, value]) => (own.replace(/\[\d+\]/g, '[]') === name ? textsOf(value) : []))
}

/** The typed fields, with theirs in place of those the person gave up. */
function chosen(typed: Fields, theirs: HeldFields, taken: ReadonlyMap<string, string | null>): Fields {
  const given = new Set(Object.keys(theirs).filter((name) => taken.get(name) === 'theirs'))
  return [
    ...typed.filter(([name]) => !given.has(baseName(name))),
    ...[...given].flatMap((name) => rawTexts(theirs[name]).map((text): [string, string] => [name, text])),
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

/** What a field holds as the texts a form would post for it; nothing for what is empty. */
export function textsOf(held: Held): string[] {
  return rawTexts(held).map(plainText).filter(Boolean)
}

function rawTexts(held: Held): string[] {
  return typeof held === 'boolean' ? (held ? ['on'] : []) : [held ?? []].flat()
}

/** The values a name was posted with, be it repeated or a numbered list. */
export function postedTexts(fields: Fields, name: string): string[] {
  return textsOf(fields.filter(([one]) => baseName(one) === name).map(([, value]) => value))
}

/** The same text whatever a browser ends its lines with on the way. */
export function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Whether a field holds the same, however it was written. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The fields that may be kept and shown again. */
export function withoutSecrets(fields: Fields): Fields {
  return fields.filter(([name]) => !isSecret(name))
}

/** The texts in a form's values, by the name each was posted with. */
export function textsIn(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, Array.isArray(value) ? `${name}[${key}]` : name ? `${name}.${key}` : key),
  )
}

/** Fields as a form carries them unseen: by name, in the order of their values. */
export function grouped(fields: Fields): Record<string, string[]> {
  const byName: Record<string, string[]> = Object.create(null)
  for (const [name, value] of fields) {
    byName[name] ??= []
    byName[name].push(value)
  }
  return byName
}
