/** Inputs of a period: a type, and the fields of every type, of which the style sheet shows those of the chosen one. */
import './schedule.css'
import type { Calendar } from '#contracts/schedules'
import { useLanguage, useT } from '~/i18n/use-t'
import { Select, TextInput } from '~/ui/field'
import { DayInput } from '~/ui/time-input'
import { type PeriodFields, type PeriodType, periodTypes } from './period-form'
import { monthName, weekdayName } from './words'

export function PeriodInputs({
  values,
  nameOf = (name) => name,
  errorOf = () => undefined,
  calendars,
}: {
  values: PeriodFields
  /** Returns the posted name of an input. */
  nameOf?: (name: keyof PeriodFields) => string
  errorOf?: (name: keyof PeriodFields) => string | undefined
  /** Calendars that can be referenced; without any, that type is not offered. */
  calendars?: readonly Pick<Calendar, 'key' | 'name'>[]
}) {
  const t = useT()
  const language = useLanguage()
  const input = (name: keyof PeriodFields) => ({
    name: nameOf(name),
    defaultValue: values[name] ?? '',
    error: errorOf(name),
  })
  const types = periodTypes.filter((type) => type !== 'calendarReference' || (calendars && calendars.length > 0))
  const weeks = ['first', 'second', 'third', 'fourth', 'fifth'] as const
  return (
    <div className="period">
      <Select
        {...input('type')}
        label={t('main:schedule.when.label')}
        options={types.map((value: PeriodType) => ({ value, label: t(`main:schedule.period.${value}`) }))}
      />
      <div className="period-kinds">
        <div className="of-date">
          <TextInput
            {...input('date')}
            label={t('main:schedule.period.date')}
            hint={t('main:schedule.period.dateHint')}
            placeholder="*-12-25"
            maxLength={40}
          />
        </div>
        <div className="of-dateRange">
          <DayInput {...input('start')} label={t('main:schedule.period.start')} isOptional />
          <DayInput {...input('end')} label={t('main:schedule.period.end')} isOptional />
        </div>
        <div className="of-weekNDay">
          <Select
            {...input('week')}
            label={t('main:schedule.period.week')}
            options={[
              { value: 'any', label: t('main:schedule.rule.everyWeek') },
              ...weeks.map((week, at) => ({ value: String(at + 1), label: t(`main:schedule.rule.week.${week}`) })),
              { value: 'last', label: t('main:schedule.rule.week.last') },
            ]}
          />
          <Select
            {...input('dayOfWeek')}
            label={t('main:schedule.period.dayOfWeek')}
            options={[
              { value: 'any', label: t('main:schedule.rule.anyDay') },
              ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(language, day - 1) })),
            ]}
          />
          <Select
            {...input('month')}
            label={t('main:schedule.period.month')}
            options={[
              ...(['any', 'odd', 'even'] as const).map((value) => ({
                value,
                label: t(`main:schedule.rule.months.${value}`),
              })),
              ...Array.from({ length: 12 }, (_, at) => ({
                value: String(at + 1),
                label: t('main:schedule.rule.inMonth', { month: monthName(language, at + 1) }),
              })),
            ]}
          />
        </div>
        {calendars && calendars.length > 0 && (
          <div className="of-calendarReference">
            <Select
              {...input('calendarKey')}
              label={t('main:schedule.period.calendarReference')}
              options={calendars.map(({ key, name }) => ({ value: key, label: name || key }))}
            />
          </div>
        )}
      </div>
    </div>
  )
}
