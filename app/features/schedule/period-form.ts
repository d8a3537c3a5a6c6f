/** The period of an exception as flat form fields: one of four types, with the fields of each. */
import type { Period } from '#contracts/schedules'

export const periodTypes = ['date', 'dateRange', 'weekNDay', 'calendarReference'] as const
export type PeriodType = (typeof periodTypes)[number]

/** Fields of every type at once; only those of the selected type count. */
export type PeriodFields = Partial<
  Record<'type' | 'date' | 'start' | 'end' | 'month' | 'week' | 'dayOfWeek' | 'calendarKey', string | undefined>
>

export const periodFieldNames = ['type', 'date', 'start', 'end', 'month', 'week', 'dayOfWeek', 'calendarKey'] as const

const parseNumberOrWord = <Word extends string>(text: string | undefined, words: readonly Word[]): number | Word =>
  words.find((word) => word === text) ?? (text && /^\d{1,2}$/.test(text) ? Number(text) : (words.at(-1) as Word))

/** Returns the period of the fields; the contract checks whether such days exist. */
export function periodOf(fields: PeriodFields): Period {
  const text = (name: keyof PeriodFields) => fields[name]?.trim() ?? ''
  switch (fields.type) {
    case 'dateRange':
      return { type: 'dateRange', start: text('start') || null, end: text('end') || null }
    case 'weekNDay':
      return {
        type: 'weekNDay',
        month: parseNumberOrWord(fields.month, ['odd', 'even', 'any']),
        week: parseNumberOrWord(fields.week, ['last', 'any']),
        dayOfWeek: parseNumberOrWord(fields.dayOfWeek, ['any']),
      }
    case 'calendarReference':
      return { type: 'calendarReference', calendarKey: text('calendarKey') }
    default:
      return { type: 'date', date: text('date') }
  }
}

/** Returns the fields of a period. */
export function periodFieldsOf(period: Period): PeriodFields {
  return Object.fromEntries(Object.entries(period).map(([name, value]) => [name, value === null ? '' : String(value)]))
}

/** Whether both are the same days. */
export const isSamePeriod = (one: Period, other: Period) =>
  JSON.stringify(periodOf(periodFieldsOf(one))) === JSON.stringify(periodOf(periodFieldsOf(other)))
