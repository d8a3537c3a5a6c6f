/** The seven days of a schedule, with buttons that copy a day to others. */
import { useLanguage, useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import type { EditorProps } from './editor-props'
import { IntervalInputs } from './interval-inputs'
import { actionField, copyField } from './normalize'
import { dayPart, parseIntervals } from './parts'
import { weekdayName } from './words'

const days = [0, 1, 2, 3, 4, 5, 6] as const

export function WeekInputs({ parts, ...editing }: EditorProps) {
  const language = useLanguage()
  return (
    <div className="flex flex-col gap-5">
      {days.map((day) => {
        const name = dayPart(day)
        const label = weekdayName(language, day)
        return (
          <fieldset
            key={day}
            className="flex min-w-0 flex-col gap-2 border-t border-line pt-3 first:border-0 first:pt-0 sm:grid sm:grid-cols-[7rem_minmax(0,1fr)]"
          >
            <legend className="float-start font-semibold">{label}</legend>
            <div className="flex min-w-0 flex-col gap-2">
              <IntervalInputs
                {...editing}
                name={name}
                label={label}
                intervals={parseIntervals(parts[name] ?? '') ?? []}
                isDay
              />
              <DayActions day={day} label={label} />
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** Working days are preselected for a copy of a working day. */
const isPreselected = (from: number, to: number) => from < 5 && to < 5

function DayActions({ day, label }: { day: number; label: string }) {
  const t = useT()
  const language = useLanguage()
  const name = copyField(day)
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Button small name={actionField} value={`addInterval:${dayPart(day)}`}>
        {t('main:scheduleEdit.addInterval')}
        <span className="sr-only"> {label}</span>
      </Button>
      <details>
        <summary className="button small quiet">
          {t('main:scheduleEdit.copyTo')}
          <span className="sr-only"> {label}</span>
        </summary>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          {days
            .filter((to) => to !== day)
            .map((to) => (
              <label key={to} className="flex items-center gap-1.5">
                <input type="checkbox" name={name} value={to} defaultChecked={isPreselected(day, to)} />
                {weekdayName(language, to)}
              </label>
            ))}
          <Button small name={actionField} value={`copyDay:${dayPart(day)}`}>
            {t('main:scheduleEdit.copy')}
            <span className="sr-only"> {label}</span>
          </Button>
        </div>
      </details>
    </div>
  )
}
