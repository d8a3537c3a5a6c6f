/**
 * Converts the posted form of a schedule to its parts, and applies its buttons (domain §3.3). Without scripts every
 * button posts the whole form, so no input is lost.
 */
import { metaFields } from '~/change/plan'
import type { PostedFields } from '~/change/posted'
import { normalizeTime } from '~/domain/normalize-time'
import { parseTypedNumber } from '~/domain/site-input'
import type { Language } from '~/i18n/languages'
import {
  dayPart,
  endsNextDay,
  isException,
  isNewException,
  newExceptionPart,
  parseIntervals,
  parseTypedException,
  removedMark,
  serializeIntervals,
  serializeTargets,
  serializeTypedException,
  settingParts,
  type TypedInterval,
  type TypedTarget,
  targetsPart,
} from './parts'
import { periodFieldNames } from './period-form'

/** Name of the buttons that edit the form; the value is an action and its arguments, separated by colons. */
export const actionField = '_action'
/** The exception whose inputs are open, and the part that was edited last. */
export const openField = 'open'
export const editedPartField = 'at'
/** The days to copy a day to. */
export const copyField = (day: number) => `copyTo.${day}`

type PartMap = Map<string, string>

/** Normalizes the posted form to parts; a form that is in parts already is unchanged. */
export function normalizeSchedule(entries: PostedFields, language: Language): PostedFields {
  const action = entries.find(([name]) => name === actionField)?.[1]
  const typed = typedIn(entries, language)
  const parts: PartMap = new Map(typed.parts)
  markRemovedExceptions(parts, typed.others)
  parts.delete(editedPartField)
  if (action) applyAction(action, parts, { copies: typed.copies, opened: openedValues(typed.others) })
  const others = action ? typed.others.filter(([name]) => name !== metaFields.stage) : typed.others
  return [...(action ? ([[metaFields.stage, 'edit']] as PostedFields) : []), ...others, ...parts]
}

interface TypedForm {
  parts: PartMap
  /** Fields that are not part of the schedule. */
  others: PostedFields
  copies: Map<number, number[]>
}

type Rows = Map<string, Map<number, Record<string, string>>>

const single = new Set<string>([...settingParts, targetsPart, openField, editedPartField])
const isSchedulePart = (name: string) => single.has(name) || /^weekly\.[0-6]$/.test(name) || isException(name)

function typedIn(entries: PostedFields, language: Language): TypedForm {
  const parts: PartMap = new Map()
  const others: PostedFields = []
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
    else if (name === actionField) continue
    else if (!isSchedulePart(name)) others.push([name, value])
    else if (!parts.has(name)) parts.set(name, value)
  }
  for (const [name, partRows] of rows) {
    if (name === targetsPart) parts.set(name, serializeTargets(parseTargetRows(partRows)))
    else if (!isException(name)) parts.set(name, serializeIntervals(parseIntervalRows(partRows, language)))
  }
  for (const [name, fields] of exceptions) parts.set(name, typedExceptionFrom(fields, rows.get(name), language))
  return { parts, others, copies }
}

function inRow(rows: Rows, part: string, row: number): Record<string, string> {
  const ofPart = rows.get(part) ?? new Map<number, Record<string, string>>()
  const fields = ofPart.get(row) ?? {}
  rows.set(part, ofPart.set(row, fields))
  return fields
}

const sortedRows = (rows: Map<number, Record<string, string>> | undefined) =>
  [...(rows ?? [])].sort(([one], [other]) => one - other).map(([, row]) => row)

/** Rows without start and end are ignored. */
function parseIntervalRows(rows: Map<number, Record<string, string>> | undefined, language: Language): TypedInterval[] {
  return sortedRows(rows).flatMap(({ start = '', end = '', value = '' }): TypedInterval[] =>
    start.trim() || end.trim() ? [[normalizeTime(start), normalizeTime(end), normalizeNumber(value, language)]] : [],
  )
}

/** Rows without a number are ignored. */
function parseTargetRows(rows: Map<number, Record<string, string>>): TypedTarget[] {
  return sortedRows(rows).flatMap(({ type = '', instance = '', device = '' }): TypedTarget[] =>
    instance.trim() || device.trim() ? [[type.trim(), instance.trim(), device.trim()]] : [],
  )
}

/** Normalizes a number typed in any language. */
function normalizeNumber(text: string, language: Language): string {
  const number = parseTypedNumber(text, language)
  return number === undefined ? text.trim() : String(number)
}

function typedExceptionFrom(
  fields: Record<string, string>,
  rows: Map<number, Record<string, string>> | undefined,
  language: Language,
): string {
  const { name = '', priority = '' } = fields
  const period = Object.fromEntries(periodFieldNames.map((field) => [field, fields[field]?.trim() ?? '']))
  return serializeTypedException({
    name: name.trim(),
    priority: priority.trim(),
    period,
    intervals: parseIntervalRows(rows, language),
  })
}

/** Marks an exception as removed if the person chose their own side of a conflict, in which it does not exist. */
function markRemovedExceptions(parts: PartMap, others: PostedFields): void {
  for (const [name, value] of others) {
    const part = name.startsWith(metaFields.choice) ? name.slice(metaFields.choice.length) : ''
    if (value === 'yours' && isException(part) && !parts.has(part)) parts.set(part, removedMark)
  }
}

/** Returns the values that the form was opened with. */
function openedValues(others: PostedFields): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(others.find(([name]) => name === metaFields.original)?.[1] ?? '')
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

interface ActionContext {
  copies: ReadonlyMap<number, readonly number[]>
  opened: Record<string, unknown>
}

/** Applies a button; unknown actions do nothing. */
function applyAction(action: string, parts: PartMap, { copies, opened }: ActionContext): void {
  const [kind, name = '', place = ''] = action.split(':')
  const row = Number(place)
  const intervals = parseIntervals(parts.get(name) ?? '[]') ?? []
  parts.set(editedPartField, name)
  switch (kind) {
    case 'removeInterval':
      removeInterval(parts, name, row)
      break
    case 'splitNight':
      splitAtMidnight(parts, name, { intervals, row })
      break
    case 'copyDay':
      for (const day of copies.get(Number(name.at(-1))) ?? [])
        if (day >= 0 && day <= 6) parts.set(dayPart(day), serializeIntervals(intervals))
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
      else if (isException(name)) parts.set(name, removedMark)
      if (parts.get(openField) === name) parts.delete(openField)
      break
    case 'keepException':
      if (isException(name) && typeof opened[name] === 'string') parts.set(name, opened[name])
      break
    case 'removeTarget':
      removeTarget(parts, row)
  }
}

function removeInterval(parts: PartMap, name: string, row: number): void {
  const text = parts.get(name)
  if (text === undefined || !(isException(name) || name.startsWith('weekly.'))) return
  if (!isException(name)) {
    parts.set(name, serializeIntervals((parseIntervals(text) ?? []).filter((_, at) => at !== row)))
    return
  }
  const read = parseTypedException(text)
  if (read)
    parts.set(name, serializeTypedException({ ...read, intervals: read.intervals.filter((_, at) => at !== row) }))
}

/** Splits an interval that ends after midnight: the rest moves to the next day. */
function splitAtMidnight(
  parts: PartMap,
  name: string,
  { intervals, row }: { intervals: TypedInterval[]; row: number },
): void {
  const interval = intervals[row]
  if (!interval || !endsNextDay(interval) || !/^weekly\.[0-6]$/.test(name)) return
  const [start, end, value] = interval
  const next = dayPart((Number(name.at(-1)) + 1) % 7)
  parts.set(name, serializeIntervals(intervals.map((one, at) => (at === row ? [start, '24:00', value] : one))))
  const morning: TypedInterval[] = end === '00:00' ? [] : [['00:00', end, value]]
  parts.set(next, serializeIntervals([...morning, ...(parseIntervals(parts.get(next) ?? '[]') ?? [])]))
}

function addException(parts: PartMap): void {
  let number = 1
  while (parts.has(newExceptionPart(number))) number += 1
  const name = newExceptionPart(number)
  parts.set(name, serializeTypedException({ name: '', priority: '10', period: { type: 'date' }, intervals: [] }))
  parts.set(openField, name)
  parts.set(editedPartField, name)
}

function removeTarget(parts: PartMap, row: number): void {
  const targets = parseIntervals(parts.get(targetsPart) ?? '[]') ?? []
  parts.set(targetsPart, serializeTargets(targets.filter((_, at) => at !== row)))
}
