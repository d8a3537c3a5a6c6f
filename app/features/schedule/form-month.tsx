/** A month in a form: each day is a button of it, and other months are shown without losing what was typed. */
import { useState } from 'react'
import { monthFrom, weeksOf } from '~/domain/schedule-dates'
import { useLanguage, useT } from '~/i18n/use-t'
import { Month, type MonthDay } from '~/ui/chart/month'
import { actionField, monthField } from './normalize'
import { monthText, weekdayName } from './words'

export function FormMonth({
  initial,
  today,
  isFocused,
  dayOf,
}: {
  /** The posted month; that of today by default. */
  initial: string | undefined
  today: string
  isFocused: boolean
  /** Returns the marks and the button of a day. */
  dayOf(date: string): Omit<MonthDay, 'date'>
}) {
  const t = useT()
  const language = useLanguage()
  const [month, setMonth] = useState(initial ?? today.slice(0, 7))
  const step = (months: number) => ({
    label: t(months < 0 ? 'main:schedule.earlierMonth' : 'main:schedule.laterMonth'),
    name: actionField,
    value: `showMonth:${monthFrom(month, months)}`,
    onClick(event: { preventDefault(): void }) {
      event.preventDefault()
      setMonth(monthFrom(month, months))
    },
    autoFocus: isFocused && months > 0 ? true : undefined,
  })
  return (
    <>
      <input type="hidden" name={monthField} value={month} />
      <Month
        caption={monthText(language, month)}
        weekdays={[0, 1, 2, 3, 4, 5, 6].map((day) => ({
          short: weekdayName(language, day, 'short'),
          long: weekdayName(language, day),
        }))}
        weeks={weeksOf(month).map((week) => week.map((date) => (date === null ? null : { date, ...dayOf(date) })))}
        today={today}
        hasList={false}
        earlier={step(-1)}
        later={step(1)}
      />
    </>
  )
}
