/**
 * Converts the posted form of a schedule to its parts, and applies its buttons (domain §3.3). Without scripts every
 * button posts the whole form, so no input is lost.
 */
import type { ValueRule } from '#contracts/schedule-interval-checks'
import { metaFields } from '~/change/plan'
import type { PostedFields } from '~/change/posted'
import { addBlock, toBlocks, toIntervals } from './day-blocks'
import { formatLine, type LineRule, parseLine } from './day-line'
import {
  dayOfPart,
  dayPart,
  endsNextDay,
  isException,
  isNewException,
  isTypedLine,
  newExceptionPart,
  parseIntervals,
  parseTargets,
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
import { parseValueRule, ruleField } from './rule-field'
import type { ScheduleWords } from './words'

/** Name of the buttons that edit the form; the value is an action and its arguments, separated by colons. */
export const actionField = '_action'
/** The exception whose inputs are open, the part that was edited last, and the month of the exceptions. */
export const openField = 'open'
export const editedPartField = 'at'
export const monthField = 'month'
/** The days to copy a day to. */
export const copyField = (day: number) => `copyTo.${day}`

type PartMap = Map<string, string>

/** What the form was opened with, and how its lines are to be parsed; without a rule they stay as typed. */
interface FormContext {
  opened: Record<string, unknown>
  rule: Omit<LineRule, 'allowsNull'> | null
}

/** Normalizes the posted form to parts; a form that is in parts already is unchanged. */
export function normalizeSchedule(entries: PostedFields, words: Pick<ScheduleWords, 't' | 'language'>): PostedFields {
  const action = entries.find(([name]) => name === actionField)?.[1]
  const rule: ValueRule | null = parseValueRule(entries.find(([name]) => name === ruleField)?.[1])
  const context = { opened: openedValues(entries), rule: rule && { ...rule, t: words.t, language: words.language } }
  const typed = typedIn(entries, context)
  const parts: PartMap = new Map(typed.parts)
  markRemovedExceptions(parts, typed.others)
  parts.delete(editedPartField)
  if (action) applyAction(action, parts, { ...context, copies: typed.copies })
  const others = action ? typed.others.filter(([name]) => name !== metaFields.stage) : typed.others
  return [...(action ? ([[metaFields.stage, 'edit']] as PostedFields) : []), ...others, ...parts]
}

interface TypedForm {
  parts: PartMap
  /** Fields that are not part of the schedule. */
  others: PostedFields
  copies: Map<number, number[]>
}

type TargetRows = Map<number, Record<string, string>>

const single = new Set<string>([...settingParts, targetsPart, openField, editedPartField, monthField])
const isSchedulePart = (name: string) => single.has(name) || dayOfPart(name) !== null || isException(name)

function typedIn(entries: PostedFields, context: FormContext): TypedForm {
  const parts: PartMap = new Map()
  const others: PostedFields = []
  const copies = new Map<number, number[]>()
  const targets: TargetRows = new Map()
  const exceptions = new Map<string, Record<string, string>>()
  for (const [name, value] of entries) {
    const [, row, field = ''] = /^targets\.(\d{1,3})\.(\w{1,20})$/.exec(name) ?? []
    const [, exception = '', own = ''] = /^(exception\.[kn]-[\w-]{1,80})\.(\w{1,20})$/.exec(name) ?? []
    const [, copied] = /^copyTo\.([0-6])$/.exec(name) ?? []
    if (row !== undefined) targets.set(Number(row), { [field]: value, ...targets.get(Number(row)) })
    else if (exception) exceptions.set(exception, { [own]: value, ...exceptions.get(exception) })
    else if (copied !== undefined) copies.set(Number(copied), [...(copies.get(Number(copied)) ?? []), Number(value)])
    else if (name === actionField || name === ruleField) continue
    else if (!isSchedulePart(name)) others.push([name, value])
    else if (!parts.has(name)) parts.set(name, dayOfPart(name) === null ? value : dayText(name, value, context))
  }
  if (targets.size > 0) parts.set(targetsPart, serializeTargets(parseTargetRows(targets)))
  for (const [name, fields] of exceptions) parts.set(name, typedExceptionFrom(name, fields, context))
  return { parts, others, copies }
}

/** Returns the intervals of a day as its text; the line itself where it is not valid. */
function dayText(name: string, line: string, { opened, rule }: FormContext): string {
  if (!isTypedLine(line) || !rule) return line
  const original = opened[name]
  const intervals = intervalsOfLine(line, {
    rule: { ...rule, allowsNull: false },
    shown: typeof original === 'string' ? parseIntervals(original) : null,
  })
  return intervals ? serializeIntervals(intervals) : line
}

/** A line that is still as the form showed it is what was shown, whatever the checks say. */
function intervalsOfLine(
  line: string,
  { rule, shown }: { rule: LineRule; shown: readonly TypedInterval[] | null | undefined },
): readonly TypedInterval[] | null {
  if (shown && formatLine(shown, rule) === line) return shown
  const { intervals, problems } = parseLine(line, rule)
  return problems.length > 0 ? null : intervals
}

/** Rows without a number are ignored. */
function parseTargetRows(rows: TargetRows): TypedTarget[] {
  const sorted = [...rows].sort(([one], [other]) => one - other)
  return sorted.flatMap(([, { type = '', instance = '', device = '' }]): TypedTarget[] =>
    instance.trim() || device.trim() ? [[type.trim(), instance.trim(), device.trim()]] : [],
  )
}

function typedExceptionFrom(name: string, fields: Record<string, string>, { opened, rule }: FormContext): string {
  const line = fields.intervals ?? ''
  const original = opened[name]
  const intervals =
    rule &&
    intervalsOfLine(line, {
      rule: { ...rule, allowsNull: true },
      shown: typeof original === 'string' ? parseTypedException(original)?.intervals : null,
    })
  return serializeTypedException({
    name: (fields.name ?? '').trim(),
    priority: (fields.priority ?? '').trim(),
    period: Object.fromEntries(periodFieldNames.map((field) => [field, fields[field]?.trim() ?? ''])),
    intervals: intervals ?? [],
    ...(intervals ? {} : { line }),
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
function openedValues(entries: PostedFields): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(entries.find(([name]) => name === metaFields.original)?.[1] ?? '')
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

interface ActionContext extends FormContext {
  copies: ReadonlyMap<number, readonly number[]>
}

/** Applies a button; unknown actions do nothing. */
function applyAction(action: string, parts: PartMap, context: ActionContext): void {
  const [kind, name = '', place = ''] = action.split(':')
  parts.set(editedPartField, name)
  switch (kind) {
    case 'addInterval':
      addInterval(parts, name, context)
      break
    case 'splitNight':
      splitAtMidnight(parts, name, context)
      break
    case 'copyDay':
      copyDay(parts, name, { place, copies: context.copies })
      break
    case 'addException':
      addException(parts, /^\d{4}-\d\d-\d\d$/.test(name) ? name : '')
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
      if (isException(name) && typeof context.opened[name] === 'string') parts.set(name, context.opened[name])
      break
    case 'showMonth':
      if (isMonth(name)) parts.set(monthField, name)
      parts.set(editedPartField, monthField)
      break
    case 'removeTarget':
      removeTarget(parts, Number(place))
  }
}

/** Whether a text is a month, such as `2026-12`. */
export const isMonth = (text: string) => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)

/** Adds an interval to a day or an exception whose line is valid. */
function addInterval(parts: PartMap, name: string, { rule }: ActionContext): void {
  const text = parts.get(name)
  if (text === undefined || !rule) return
  const added = (intervals: readonly TypedInterval[]) =>
    toIntervals(addBlock(toBlocks(intervals), intervals.at(-1)?.[2] ?? firstValue(rule, parts.get('scheduleDefault'))))
  if (dayOfPart(name) !== null) {
    const intervals = parseIntervals(text)
    if (intervals) parts.set(name, serializeIntervals(added(intervals)))
    return
  }
  const typed = isException(name) ? parseTypedException(text) : null
  if (typed && typed.line === undefined)
    parts.set(name, serializeTypedException({ ...typed, intervals: added(typed.intervals) }))
}

/** Returns the value of a first interval: on, the first state, or the default. */
export function firstValue({ valueType, facets }: ValueRule, scheduleDefault = ''): string {
  if (valueType === 'boolean') return 'true'
  return valueType === 'enum' ? String(facets.range?.[0]?.value ?? '') : scheduleDefault
}

/** Copies a day to the days of the button, such as `1234`, else to the ticked ones. */
function copyDay(
  parts: PartMap,
  name: string,
  { place, copies }: { place: string; copies: ActionContext['copies'] },
): void {
  const from = dayOfPart(name)
  const text = parts.get(name)
  if (from === null || text === undefined) return
  const days = place ? [...place].map(Number) : (copies.get(from) ?? [])
  for (const day of days) if (dayOfPart(dayPart(day)) !== null) parts.set(dayPart(day), text)
}

/** Splits the intervals of a day that end after midnight: the rest moves to the next day. */
function splitAtMidnight(parts: PartMap, name: string, { rule }: ActionContext): void {
  const day = dayOfPart(name)
  if (day === null || !rule) return
  const next = dayPart((day + 1) % 7)
  const [intervals, nextIntervals] = [name, next].map((part) =>
    intervalsIn(parts.get(part) ?? '[]', { ...rule, allowsNull: false }),
  )
  const nights = intervals?.filter(endsNextDay) ?? []
  if (!intervals || !nextIntervals || nights.length === 0) return
  const mornings = nights.flatMap(([, end, value]): TypedInterval[] => (end === '00:00' ? [] : [['00:00', end, value]]))
  parts.set(
    name,
    serializeIntervals(intervals.map((one): TypedInterval => (nights.includes(one) ? [one[0], '24:00', one[2]] : one))),
  )
  parts.set(next, serializeIntervals([...mornings, ...nextIntervals]))
}

/** Returns the intervals in the text of a day, whether or not the checks accept them; null where it is unreadable. */
export function intervalsIn(text: string, rule: LineRule): TypedInterval[] | null {
  if (!isTypedLine(text)) return parseIntervals(text)
  const { intervals, problems } = parseLine(text, rule)
  return problems.every(({ kind }) => kind === 'order' || kind === 'overlap') ? intervals : null
}

function addException(parts: PartMap, date: string): void {
  let number = 1
  while (parts.has(newExceptionPart(number))) number += 1
  const name = newExceptionPart(number)
  parts.set(name, serializeTypedException({ name: '', priority: '10', period: { type: 'date', date }, intervals: [] }))
  parts.set(openField, name)
  parts.set(editedPartField, name)
}

function removeTarget(parts: PartMap, row: number): void {
  const targets = parseTargets(parts.get(targetsPart) ?? '[]') ?? []
  parts.set(targetsPart, serializeTargets(targets.filter((_, at) => at !== row)))
}
