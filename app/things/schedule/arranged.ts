/**
 * Converts the posted form of a schedule to its parts, and applies its buttons (domain §3.3). Without scripts every
 * button posts the whole form, so no input is lost.
 */
import { metaFields } from '~/change/plan'
import type { Fields } from '~/change/posted'
import { typedNumber } from '~/domain/site-input'
import { typedTime } from '~/domain/typed-time'
import type { Language } from '~/i18n/languages'
import {
  dayPart,
  gone,
  intervalsIn,
  intervalsText,
  isException,
  isNewException,
  isNight,
  newExceptionPart,
  settingParts,
  type TypedInterval,
  type TypedTarget,
  targetsPart,
  targetsText,
  typedExceptionIn,
  typedExceptionText,
} from './parts'
import { periodFieldNames } from './period-form'

/** Name of the buttons that edit the form; the value is an action and its arguments, separated by colons. */
export const verbField = '_action'
/** The exception whose inputs are open, and the part that was edited last. */
export const openField = 'open'
export const atField = 'at'
/** The days to copy a day to. */
export const copyField = (day: number) => `copyTo.${day}`

type PartMap = Map<string, string>

/** Normalizes the posted form to parts; a form that is in parts already is unchanged. */
export function arranged(entries: Fields, language: Language): Fields {
  const verb = entries.find(([name]) => name === verbField)?.[1]
  const typed = typedIn(entries, language)
  const parts: PartMap = new Map(typed.parts)
  keepTheirs(parts, typed.others)
  parts.delete(atField)
  if (verb) act(verb, parts, { copies: typed.copies, was: wasIn(typed.others) })
  const others = verb ? typed.others.filter(([name]) => name !== metaFields.stage) : typed.others
  return [...(verb ? ([[metaFields.stage, 'edit']] as Fields) : []), ...others, ...parts]
}

interface Typed {
  parts: PartMap
  /** Fields that are not part of the schedule. */
  others: Fields
  copies: Map<number, number[]>
}

type Rows = Map<string, Map<number, Record<string, string>>>

const single = new Set<string>([...settingParts, targetsPart, openField, atField])
const isPart = (name: string) => single.has(name) || /^weekly\.[0-6]$/.test(name) || isException(name)

function typedIn(entries: Fields, language: Language): Typed {
  const parts: PartMap = new Map()
  const others: Fields = []
  const copies = new Map<number, number[]>()
  const rows: Rows = new Map()
  const exceptions = new Map<string, Record<string, string>>()
  for (const [name, value] of entries) {
    const [, part = '', row, field = ''] =
      /^(weekly\.[0-6]|exception\.[kn]-[\w-]{1,80}|targets)\.(\d{1,3})\.(\w{1,20})$/.exec(name) ?? []
    const [, exception = '', own = ''] = /^(exception\.[kn]-[\w-]{1,80})\.(\w{1,20})$/.exec(name) ?? []
    const [, copied] = /^copyTo\.([0-6])$/.exec(name) ?? []
    if (row !== undefined) inRow(rows, part, Number(row))[field] ??= value
    else if (exception) exceptions.set(exception, { [own]: value, ...exceptions.get(exception) })
    else if (copied !== undefined) copies.set(Number(copied), [...(copies.get(Number(copied)) ?? []), Number(value)])
    else if (name === verbField) continue
    else if (!isPart(name)) others.push([name, value])
    else if (!parts.has(name)) parts.set(name, value)
  }
  for (const [name, told] of rows) {
    if (name === targetsPart) parts.set(name, targetsText(targetsTyped(told)))
    else if (!isException(name)) parts.set(name, intervalsText(intervalsTyped(told, language)))
  }
  for (const [name, fields] of exceptions) parts.set(name, exceptionTyped(fields, rows.get(name), language))
  return { parts, others, copies }
}

function inRow(rows: Rows, part: string, row: number): Record<string, string> {
  const ofPart = rows.get(part) ?? new Map<number, Record<string, string>>()
  const found = ofPart.get(row) ?? {}
  rows.set(part, ofPart.set(row, found))
  return found
}

const inOrder = (told: Map<number, Record<string, string>> | undefined) =>
  [...(told ?? [])].sort(([one], [other]) => one - other).map(([, row]) => row)

/** Rows without start and end are ignored. */
function intervalsTyped(told: Map<number, Record<string, string>> | undefined, language: Language): TypedInterval[] {
  return inOrder(told).flatMap(({ start = '', end = '', value = '' }): TypedInterval[] =>
    start.trim() || end.trim() ? [[typedTime(start), typedTime(end), typedText(value, language)]] : [],
  )
}

/** Rows without a number are ignored. */
function targetsTyped(told: Map<number, Record<string, string>>): TypedTarget[] {
  return inOrder(told).flatMap(({ type = '', instance = '', device = '' }): TypedTarget[] =>
    instance.trim() || device.trim() ? [[type.trim(), instance.trim(), device.trim()]] : [],
  )
}

/** Normalizes a number typed in any language. */
function typedText(text: string, language: Language): string {
  const number = typedNumber(text, language)
  return number === undefined ? text.trim() : String(number)
}

function exceptionTyped(
  fields: Record<string, string>,
  rows: Map<number, Record<string, string>> | undefined,
  language: Language,
): string {
  const { name = '', priority = '' } = fields
  const period = Object.fromEntries(periodFieldNames.map((field) => [field, fields[field]?.trim() ?? '']))
  return typedExceptionText({
    name: name.trim(),
    priority: priority.trim(),
    period,
    intervals: intervalsTyped(rows, language),
  })
}

/** Marks an exception as removed if the person chose their own side of a conflict, in which it does not exist. */
function keepTheirs(parts: PartMap, others: Fields): void {
  for (const [name, value] of others) {
    const part = name.startsWith(metaFields.take) ? name.slice(metaFields.take.length) : ''
    if (value === 'yours' && isException(part) && !parts.has(part)) parts.set(part, gone)
  }
}

/** Returns the values that the form was opened with. */
function wasIn(others: Fields): Record<string, unknown> {
  try {
    const was: unknown = JSON.parse(others.find(([name]) => name === metaFields.was)?.[1] ?? '')
    return typeof was === 'object' && was !== null ? (was as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

interface Given {
  copies: ReadonlyMap<number, readonly number[]>
  was: Record<string, unknown>
}

/** Applies a button; unknown actions do nothing. */
function act(verb: string, parts: PartMap, { copies, was }: Given): void {
  const [kind, name = '', place = ''] = verb.split(':')
  const row = Number(place)
  const intervals = intervalsIn(parts.get(name) ?? '[]') ?? []
  parts.set(atField, name)
  switch (kind) {
    case 'removeInterval':
      removeInterval(parts, name, row)
      break
    case 'splitNight':
      splitNight(parts, name, { intervals, row })
      break
    case 'copyDay':
      for (const day of copies.get(Number(name.at(-1))) ?? [])
        if (day >= 0 && day <= 6) parts.set(dayPart(day), intervalsText(intervals))
      break
    case 'addException':
      addException(parts)
      break
    case 'openException':
      parts.set(openField, name)
      break
    case 'closeException':
      parts.delete(openField)
      break
    case 'removeException':
      if (isNewException(name)) parts.delete(name)
      else if (isException(name)) parts.set(name, gone)
      if (parts.get(openField) === name) parts.delete(openField)
      break
    case 'keepException':
      if (isException(name) && typeof was[name] === 'string') parts.set(name, was[name])
      break
    case 'removeTarget':
      removeTarget(parts, row)
  }
}

function removeInterval(parts: PartMap, name: string, row: number): void {
  const text = parts.get(name)
  if (text === undefined || !(isException(name) || name.startsWith('weekly.'))) return
  if (!isException(name)) {
    parts.set(name, intervalsText((intervalsIn(text) ?? []).filter((_, at) => at !== row)))
    return
  }
  const read = typedExceptionIn(text)
  if (read) parts.set(name, typedExceptionText({ ...read, intervals: read.intervals.filter((_, at) => at !== row) }))
}

/** Splits an interval that ends after midnight: the rest moves to the next day. */
function splitNight(
  parts: PartMap,
  name: string,
  { intervals, row }: { intervals: TypedInterval[]; row: number },
): void {
  const night = intervals[row]
  if (!night || !isNight(night) || !/^weekly\.[0-6]$/.test(name)) return
  const [start, end, value] = night
  const next = dayPart((Number(name.at(-1)) + 1) % 7)
  parts.set(name, intervalsText(intervals.map((one, at) => (at === row ? [start, '24:00', value] : one))))
  const morning: TypedInterval[] = end === '00:00' ? [] : [['00:00', end, value]]
  parts.set(next, intervalsText([...morning, ...(intervalsIn(parts.get(next) ?? '[]') ?? [])]))
}

function addException(parts: PartMap): void {
  let number = 1
  while (parts.has(newExceptionPart(number))) number += 1
  const name = newExceptionPart(number)
  parts.set(name, typedExceptionText({ name: '', priority: '10', period: { type: 'date' }, intervals: [] }))
  parts.set(openField, name)
  parts.set(atField, name)
}

function removeTarget(parts: PartMap, row: number): void {
  const targets = intervalsIn(parts.get(targetsPart) ?? '[]') ?? []
  parts.set(targetsPart, targetsText(targets.filter((_, at) => at !== row)))
}
