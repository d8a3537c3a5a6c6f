/** The exceptions of a schedule, on a month and as lines with their next days; inputs for open and invalid ones. */
import './schedule.css'
import { matchesDay } from '#contracts/schedule-days'
import { checkPeriod } from '#contracts/schedule-interval-checks'
import type { Calendar } from '#contracts/schedules'
import { nextDays } from '~/domain/schedule-dates'
import { useLanguage, useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Disclosure } from '~/ui/disclosure'
import { FieldError, TextInput } from '~/ui/field'
import { HiddenFields } from '~/ui/form'
import { formatLine, type LineRule, parseLine } from './day-line'
import type { EditorProps } from './editor-props'
import { FormMonth } from './form-month'
import { LineRow } from './line-row'
import { NextDays } from './next-days'
import { actionField, firstValue, isMonth, monthField } from './normalize'
import { exceptionLineField, isException, parseTypedException, removedMark, type TypedException } from './parts'
import { type PeriodFields, periodOf } from './period-form'
import { PeriodInputs } from './period-inputs'
import { partLabel, typedExceptionLine } from './shared/part-words'
import { typedTones } from './tones'
import { useLines } from './use-lines'
import { dayText, scheduleWords } from './words'

export function ExceptionInputs({ open, ...editing }: EditorProps & { open: readonly string[] }) {
  const t = useT()
  const names = Object.keys(editing.parts).filter(isException)
  return (
    <div className="beside-month">
      <div className="flex min-w-0 flex-col gap-3">
        {names.length === 0 && <p className="text-soft">{t('main:schedule.noExceptions')}</p>}
        <ExceptionList {...editing} names={names} open={open} />
        <p>
          <Button small name={actionField} value="addException">
            {t('main:scheduleEdit.addException')}
          </Button>
        </p>
      </div>
      <Disclosure title={t('main:scheduleEdit.onMonth')} isOpen={editing.at === monthField}>
        <p className="my-1 text-sm text-soft">{t('main:scheduleEdit.pickDay')}</p>
        <ExceptionMonth {...editing} names={names} />
      </Disclosure>
    </div>
  )
}

/** The days of a month with the exceptions of each; a day adds one, or opens its first. */
function ExceptionMonth({ schedule, parts, at, names }: EditorProps & { names: readonly string[] }) {
  const t = useT()
  const language = useLanguage()
  const { calendars, today } = schedule
  const periods = names.flatMap((name) => {
    const typed = parseTypedException(parts[name] ?? '')
    return typed && isValidPeriod(typed.period, schedule)
      ? [{ name, label: typed.name || t('main:schedule.exception'), period: periodOf(typed.period) }]
      : []
  })
  return (
    <FormMonth
      initial={isMonth(parts[monthField] ?? '') ? parts[monthField] : undefined}
      today={today}
      isFocused={at === monthField}
      dayOf={(date) => {
        const marks = periods.filter(({ period }) => matchesDay(period, date, calendars))
        const [first] = marks
        const day = dayText(language, date)
        return {
          marks: marks.map(({ label }) => label),
          button: first
            ? {
                name: actionField,
                value: `openException:${first.name}`,
                label: t('main:scheduleEdit.openOn', { day, names: marks.map(({ label }) => label).join(', ') }),
              }
            : {
                name: actionField,
                value: `addException:${date}`,
                label: t('main:scheduleEdit.addOn', { day }),
              },
        }
      }}
    />
  )
}

function ExceptionList({ names, open, ...editing }: EditorProps & Record<'names' | 'open', readonly string[]>) {
  return (
    <ul className="flex flex-col gap-3">
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
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <HiddenFields values={{ [name]: text }} />
      <div className="min-w-0 flex-1 basis-60">
        <bdi>{typedExceptionLine(scheduleWords(t, language), typed, schedule)}</bdi>
        <UpcomingDays period={typed.period} schedule={schedule} />
      </div>
      <div className="flex shrink-0 gap-1">
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
  if (!isValidPeriod(period, schedule)) return null
  return <NextDays days={nextDays(periodOf(period), { from: today, calendars })} />
}

function isValidPeriod(period: PeriodFields, { calendars }: { calendars: readonly Calendar[] }): boolean {
  const keys = new Set(calendars.map(({ key }) => key))
  return Object.keys(checkPeriod(periodOf(period), 'period', keys)).length === 0
}

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
      <ExceptionLineInput {...editing} name={name} typed={typed} label={label} />
      <div className="flex flex-wrap gap-2">
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

/** The times of an exception: a strip and a line, as of a day. */
function ExceptionLineInput({
  schedule,
  parts,
  errorOf,
  name,
  typed,
  label,
}: Omit<ExceptionProps, 'at'> & { label: string }) {
  const t = useT()
  const language = useLanguage()
  const { valueType, facets } = schedule
  const rule: LineRule = { valueType, facets, t, language, allowsNull: true }
  const field = exceptionLineField(name)
  const editor = useLines({ [field]: typed.line ?? formatLine(typed.intervals, rule) })
  const scheduleDefault = parts.scheduleDefault ?? ''
  const { intervals } = parseLine(editor.lines[field] ?? '', rule)
  return (
    <div className="line-rows">
      <LineRow
        name={field}
        label={t('main:scheduleEdit.timesOf', { exception: label })}
        short={t('main:scheduleEdit.times')}
        editor={editor}
        rule={rule}
        toneOf={typedTones(rule, { scheduleDefault, values: intervals.map(([, , value]) => value) })}
        firstValue={firstValue(schedule, scheduleDefault)}
        error={errorOf(field)}
        isFocused={false}
      />
    </div>
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
