/**
 * A calendar in the shape of its form: its name, and its days as one text; and the buttons of the form (domain §3.1).
 */
import type { Calendar, CalendarEntry, Period } from '#contracts/schedules'
import { metaFields } from '~/change/plan'
import type { PostedFields } from '~/change/posted'
import { actionField, isMonth, monthField } from './normalize'
import { type PeriodFields, periodFieldNames, periodFieldsOf, periodOf } from './period-form'

export interface CalendarParts {
  name: string
  /** The typed fields of each day, valid or not. */
  entries: string
}

const entriesPart = 'entries'

export const serializeEntries = (entries: readonly PeriodFields[]) => JSON.stringify(entries.map(withoutEmptyFields))

/** Orders the fields, without empty ones and those of another type. */
function withoutEmptyFields(entry: PeriodFields): PeriodFields {
  const isRule = entry.type === 'weekNDay'
  const rule: readonly string[] = ['month', 'week', 'dayOfWeek']
  return Object.fromEntries(
    periodFieldNames.flatMap((name) => {
      const value = entry[name]?.trim() ?? ''
      return value === '' || (!isRule && rule.includes(name) && value === 'any') ? [] : [[name, value]]
    }),
  )
}

/** Parses the text; null if no form of the console wrote it. */
export function parseEntries(text: string): PeriodFields[] | null {
  try {
    const read: unknown = JSON.parse(text)
    const names: readonly string[] = periodFieldNames
    const isEntry = (one: unknown): one is PeriodFields =>
      typeof one === 'object' &&
      one !== null &&
      Object.entries(one).every(([name, value]) => names.includes(name) && typeof value === 'string')
    return Array.isArray(read) && read.length <= 400 && read.every(isEntry) ? read : null
  } catch {
    return null
  }
}

export const calendarToForm = ({ name, dateList }: Pick<Calendar, 'name' | 'dateList'>): CalendarParts => ({
  name,
  entries: serializeEntries(dateList.map(periodFieldsOf)),
})

/** Returns the period of the fields; a calendar cannot refer to another. */
export const entryOf = (fields: PeriodFields): CalendarEntry => {
  const period: Period = periodOf(fields)
  return period.type === 'calendarReference' ? { type: 'date', date: '' } : period
}

/** Normalizes the posted form to the two parts; a form that is in parts already is unchanged. */
export function normalizeCalendar(entries: PostedFields): PostedFields {
  const action = entries.find(([name]) => name === actionField)?.[1]
  const rows = new Map<number, PeriodFields>()
  const others: PostedFields = []
  for (const [name, value] of entries) {
    const [, row, field] = /^entries\.(\d{1,3})(?:\.(\w{1,20}))?$/.exec(name) ?? []
    if (row === undefined) others.push([name, value])
    else if (field) rows.set(Number(row), { [field]: value, ...rows.get(Number(row)) })
    else rows.set(Number(row), parseEntries(`[${value}]`)?.[0] ?? {})
  }
  if (!action && rows.size === 0) return entries
  const [, removed] = /^removeEntry:(\d+)$/.exec(action ?? '') ?? []
  const [, added] = /^addDay:(\d{4}-\d\d-\d\d)$/.exec(action ?? '') ?? []
  const [, month = ''] = /^showMonth:(.+)$/.exec(action ?? '') ?? []
  const typed = [...rows]
    .sort(([one], [other]) => one - other)
    .flatMap(([row, fields]) => (isFilled(fields) && String(row) !== removed ? [fields] : []))
  const rest = others.filter(
    ([name]) =>
      name !== actionField &&
      name !== entriesPart &&
      !(action && name === metaFields.stage) &&
      !(isMonth(month) && name === monthField),
  )
  return [
    ...(action ? ([[metaFields.stage, 'edit']] as PostedFields) : []),
    ...rest,
    ...(isMonth(month) ? ([[monthField, month]] as PostedFields) : []),
    [entriesPart, serializeEntries(added ? [...typed, { type: 'date', date: added }] : typed)],
  ]
}

/** Whether the row has any input. */
function isFilled({ type, date, start, end }: PeriodFields): boolean {
  if (type === 'weekNDay') return true
  return Boolean(date?.trim() || start?.trim() || end?.trim())
}
