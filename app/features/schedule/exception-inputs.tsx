/** The exceptions of a schedule: one line each with its next days; inputs for open and invalid ones. */

import { checkPeriod } from '#contracts/schedule-interval-checks'
import type { Calendar } from '#contracts/schedules'
import { nextDays } from '~/domain/schedule-dates'
import { useLanguage, useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { FieldError, TextInput } from '~/ui/field'
import { HiddenFields } from '~/ui/form'
import type { EditorProps } from './editor-props'
import { IntervalInputs } from './interval-inputs'
import { NextDays } from './next-days'
import { actionField } from './normalize'
import { isException, parseTypedException, removedMark, type TypedException } from './parts'
import { type PeriodFields, periodOf } from './period-form'
import { PeriodInputs } from './period-inputs'
import { partLabel, typedExceptionLine } from './shared/part-words'
import { scheduleWords } from './words'

export function ExceptionInputs({ open, ...editing }: EditorProps & { open: readonly string[] }) {
  const t = useT()
  const names = Object.keys(editing.parts).filter(isException)
  if (names.length === 0) return <p className="text-soft">{t('main:schedule.noExceptions')}</p>
  return (
    <ul className="flex flex-col gap-4">
      {names.map((name) => {
        const text = editing.parts[name] ?? ''
        const typed = parseTypedException(text)
        return (
          <li key={name} className="border-t border-line pt-3 first:border-0 first:pt-0">
            {text === removedMark || !typed ? (
              <RemovedException
                name={name}
                was={editing.schedule.original.values[name] ?? ''}
                error={editing.errorOf(name)}
              />
            ) : open.includes(name) ? (
              <OpenException {...editing} name={name} typed={typed} />
            ) : (
              <ExceptionLine {...editing} name={name} text={text} typed={typed} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

type ExceptionProps = EditorProps & { name: string; typed: TypedException }

function ExceptionLine({ name, text, typed, schedule }: ExceptionProps & { text: string }) {
  const t = useT()
  const language = useLanguage()
  const label = typed.name || t('main:schedule.exception')
  return (
    <div className="flex flex-wrap items-start justify-between gap-2 sm:flex-nowrap">
      <HiddenFields values={{ [name]: text }} />
      <div className="min-w-0">
        <bdi>{typedExceptionLine(scheduleWords(t, language), typed, schedule)}</bdi>
        <UpcomingDays period={typed.period} schedule={schedule} />
      </div>
      <div className="flex gap-2">
        <Button small name={actionField} value={`openException:${name}`}>
          {t('action.edit')}
          <span className="sr-only"> {label}</span>
        </Button>
        <Button small look="quiet" name={actionField} value={`removeException:${name}`}>
          {t('main:scheduleEdit.remove')}
          <span className="sr-only"> {label}</span>
        </Button>
      </div>
    </div>
  )
}

/** The next five days, where the period is valid. */
function UpcomingDays({ period, schedule }: { period: PeriodFields; schedule: EditorProps['schedule'] }) {
  const { calendars, today } = schedule
  const parsedPeriod = periodOf(period)
  const isValid = Object.keys(checkPeriod(parsedPeriod, 'period', keysOf(calendars))).length === 0
  return isValid ? <NextDays days={nextDays(parsedPeriod, { from: today, calendars })} /> : null
}

const keysOf = (calendars: readonly Calendar[]) => new Set(calendars.map(({ key }) => key))

function OpenException({ name, typed, ...editing }: ExceptionProps) {
  const t = useT()
  const { schedule, errorOf } = editing
  const label = typed.name || t('main:schedule.exception')
  const error = errorOf(name)
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="float-start mb-2 font-semibold">{label}</legend>
      {error && <FieldError name={name} error={error} />}
      <div className="flex flex-wrap gap-4">
        <TextInput
          name={`${name}.name`}
          label={t('field.name')}
          defaultValue={typed.name}
          error={errorOf(`${name}.name`)}
          maxLength={64}
          autoComplete="off"
          autoFocus={editing.at === name ? true : undefined}
        />
        <TextInput
          name={`${name}.priority`}
          label={t('main:schedule.strength')}
          defaultValue={typed.priority}
          error={errorOf(`${name}.priority`)}
          inputMode="numeric"
          className="!w-20"
          maxLength={2}
        />
      </div>
      <PeriodInputs
        values={typed.period}
        nameOf={(field) => `${name}.${field}`}
        errorOf={(field) => errorOf(`${name}.${field}`)}
        calendars={schedule.calendars}
      />
      <UpcomingDays period={typed.period} schedule={schedule} />
      <div>
        <p className="font-semibold">{t('main:schedule.does')}</p>
        <p className="text-sm text-soft">{t('main:scheduleEdit.exceptionHint')}</p>
      </div>
      <IntervalInputs {...editing} name={name} label={label} intervals={typed.intervals} isDay={false} />
      <div className="flex flex-wrap gap-2">
        <Button small name={actionField} value={`addInterval:${name}`}>
          {t('main:scheduleEdit.addInterval')}
          <span className="sr-only"> {label}</span>
        </Button>
        <Button small name={actionField} value={`closeException:${name}`}>
          {t('main:scheduleEdit.close')}
          <span className="sr-only"> {label}</span>
        </Button>
        <Button small look="quiet" name={actionField} value={`removeException:${name}`}>
          {t('main:scheduleEdit.remove')}
          <span className="sr-only"> {label}</span>
        </Button>
      </div>
    </fieldset>
  )
}

function RemovedException({ name, was, error }: { name: string; was: string; error: string | undefined }) {
  const t = useT()
  const language = useLanguage()
  const label = partLabel({ t, language }, name, was)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <HiddenFields values={{ [name]: removedMark }} />
      <div>
        {error && <FieldError name={name} error={error} />}
        <span className="text-soft">{t('main:scheduleEdit.goes', { exception: label })}</span>
      </div>
      {was && was !== removedMark && (
        <Button small name={actionField} value={`keepException:${name}`}>
          {t('main:scheduleEdit.keep')}
          <span className="sr-only"> {label}</span>
        </Button>
      )}
    </div>
  )
}
