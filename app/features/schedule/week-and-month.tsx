/** The week of a schedule and the exceptions of a month as graphics. */
import { weeksOf } from '~/domain/schedule-dates'
import { useLanguage, useT } from '~/i18n/use-t'
import { Month } from '~/ui/chart/month'
import { Week } from '~/ui/chart/week'
import { zoneName } from '~/ui/format'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import type { ScheduleDetails } from './schedule-details.server'
import { weekDays } from './shared/week-days'
import { monthText, weekdayName } from './words'

export function ScheduleWeek({ details }: { details: ScheduleDetails }) {
  const t = useT()
  const language = useLanguage()
  const { schedule, timeZone, week } = details
  const weekBlocks = weekDays(schedule, { t, format: useFormat() }, (day) => weekdayName(language, day, 'short'))
  return (
    <Week
      caption={t('main:schedule.week')}
      aside={zoneName(timeZone)}
      now={week.now}
      days={weekBlocks.map((day, at) => ({
        ...day,
        exception: week.days[at]?.exceptions.join(', ') || undefined,
      }))}
    />
  )
}

export function ScheduleMonth({ details }: { details: ScheduleDetails }) {
  const t = useT()
  const language = useLanguage()
  const { month } = details
  return (
    <Section title={t('main:schedule.month')}>
      <Month
        caption={monthText(language, month.name)}
        weekdays={[0, 1, 2, 3, 4, 5, 6].map((day) => ({
          short: weekdayName(language, day, 'short'),
          long: weekdayName(language, day),
        }))}
        weeks={weeksOf(month.name).map((days) =>
          days.map((date) =>
            date === null ? null : { date, marks: (month.days as Record<string, string[]>)[date] ?? [] },
          ),
        )}
        earlier={{ href: month.earlier, label: t('main:schedule.earlierMonth') }}
        later={{ href: month.later, label: t('main:schedule.laterMonth') }}
      />
    </Section>
  )
}
