/** A calendar as its form keeps it: its name, and its days as one text; and what the form's buttons do (domain §3.1). */
import type { Calendar, CalendarEntry, Period } from '#contracts/schedules'
import { metaFields } from '~/change/plan'
import type { Fields } from '~/change/posted'
import { verbField } from './arranged'
import { fieldsOf, type PeriodFields, periodFieldNames, periodOf } from './period-form'

export interface CalendarParts {
  name: string
  /** What was typed for each of its days, whether or not there are such days. */
  entries: string
}

const entriesPart = 'entries'

export const entriesText = (entries: readonly PeriodFields[]) => JSON.stringify(entries.map(kept))

/** In one order, without what is empty and without what belongs to another kind. */
function kept(entry: PeriodFields): PeriodFields {
  const isRule = entry.type === 'weekNDay'
  const rule: readonly string[] = ['month', 'week', 'dayOfWeek']
  return Object.fromEntries(
    periodFieldNames.flatMap((name) => {
      const value = entry[name]?.trim() ?? ''
      return value === '' || (!isRule && rule.includes(name) && value === 'any') ? [] : [[name, value]]
    }),
  )
}

/** Null for what no form of ours wrote. */
export function entriesIn(text: string): PeriodFields[] | null {
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

export const calendarParts = ({ name, dateList }: Pick<Calendar, 'name' | 'dateList'>): CalendarParts => ({
  name,
  entries: entriesText(dateList.map(fieldsOf)),
})

/** The days that are meant; a calendar refers to no other. */
export const entryOf = (fields: PeriodFields): CalendarEntry => {
  const period: Period = periodOf(fields)
  return period.type === 'calendarReference' ? { type: 'date', date: '' } : period
}

/** Brings the inputs into the two parts; a form that is in parts already stays as it is. */
export function arrangedCalendar(entries: Fields): Fields {
  const verb = entries.find(([name]) => name === verbField)?.[1]
  const rows = new Map<number, PeriodFields>()
  const others: Fields = []
  for (const [name, value] of entries) {
    const [, row, field] = /^entries\.(\d{1,3})(?:\.(\w{1,20}))?$/.exec(name) ?? []
    if (row === undefined) others.push([name, value])
    else if (field) rows.set(Number(row), { [field]: value, ...rows.get(Number(row)) })
    else rows.set(Number(row), entriesIn(`[${value}]`)?.[0] ?? {})
  }
  if (!verb && rows.size === 0) return entries
  const [, removed] = /^removeEntry:(\d+)$/.exec(verb ?? '') ?? []
  const typed = [...rows]
    .sort(([one], [other]) => one - other)
    .flatMap(([row, fields]) => (isFilled(fields) && String(row) !== removed ? [fields] : []))
  const rest = others.filter(
    ([name]) => name !== verbField && name !== entriesPart && !(verb && name === metaFields.stage),
  )
  return [...(verb ? ([[metaFields.stage, 'edit']] as Fields) : []), ...rest, [entriesPart, entriesText(typed)]]
}

/** An empty row is none. */
function isFilled({ type, date, start, end }: PeriodFields): boolean {
  if (type === 'weekNDay') return true
  return Boolean(date?.trim() || start?.trim() || end?.trim())
}
