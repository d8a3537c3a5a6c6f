/** The form of a calendar: one row per entry and an empty one last, its plan, and the conflict form. */
import './schedule.css'
import { matchesDay } from '#contracts/schedule-days'
import { checkEntry } from '#contracts/schedule-interval-checks'
import { ConflictForm } from '~/change/conflict-form'
import { FormNotices } from '~/change/form-notices'
import { metaFields, type Original } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { namedTexts } from '~/change/posted'
import { formIn, useReply } from '~/change/use-reply'
import { nextDays } from '~/domain/schedule-dates'
import { useLanguage, useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldError, TextInput } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Form, HiddenFields, SubmitRow } from '~/ui/form'
import { Section } from '~/ui/page'
import { type CalendarParts, entryOf, parseEntries } from './calendar-form'
import { FormMonth } from './form-month'
import { NextDays } from './next-days'
import { actionField, isMonth, monthField } from './normalize'
import type { PeriodFields } from './period-form'
import { PeriodInputs } from './period-inputs'
import { calendarDaysText } from './shared/calendar-words'
import { dayText, periodText } from './words'

interface CalendarFormProps {
  title: string
  /** The values an edit starts from; null for a new calendar. */
  original: (Original & { values: CalendarParts & Record<string, string> }) | null
  /** Today by the clock of the controller. */
  today: string
  cancelHref: string
}

export function CalendarEditing(props: CalendarFormProps) {
  const t = useT()
  const language = useLanguage()
  const reply = useReply()
  const days = (text: string) => calendarDaysText({ t, language }, text) ?? t('main:edit.conflict.nothing')
  if (reply?.stage === 'plan')
    return (
      <PlanForm
        reply={reply}
        words={{
          caption: t('main:calendar.caption'),
          subjectTitle: t('entity.device'),
          fieldTitle: t('main:calendar.one'),
          apply: t('main:calendar.save'),
        }}
        cancelHref={props.cancelHref}
      />
    )
  if (reply?.stage === 'conflict')
    return (
      <ConflictForm
        reply={reply}
        hasPlan
        fieldLabel={(name) => t(name === 'entries' ? 'main:calendar.days' : 'field.name')}
        valueText={(name, value) => (name === 'entries' ? days(value) : value)}
        cancelHref={props.cancelHref}
      />
    )
  return <CalendarInputs {...props} />
}

function CalendarInputs({ title, original, today, cancelHref }: CalendarFormProps) {
  const t = useT()
  const reply = formIn(useReply())
  const postedTexts = Object.fromEntries(namedTexts(reply?.submission.initialValue))
  const values = {
    name: original?.values.name ?? '',
    ...('entries' in postedTexts ? { name: '' } : {}),
    ...postedTexts,
  }
  const entries = parseEntries(postedTexts.entries ?? original?.values.entries ?? '[]') ?? []
  const fieldErrors = Object.entries(reply?.submission.error ?? {})
  const errors = Object.fromEntries(
    fieldErrors.flatMap(([name, keys]) => (keys && keys.length > 0 ? [[name, keys]] : [])),
  )
  const base = reply?.original ?? original
  return (
    <>
      <ErrorSummary problems={errors} />
      <FormNotices reply={reply} />
      <Section title={title}>
        <Form
          hidden={{
            [metaFields.version]: base?.version,
            [metaFields.original]: base && JSON.stringify(base.values),
            [metaFields.reason]: reply?.reason,
          }}
        >
          {/* The first submit button: Enter in an input reviews the form. */}
          <button type="submit" hidden name={metaFields.stage} value="plan" />
          <TextInput
            name="name"
            label={t('field.name')}
            defaultValue={values.name}
            error={errors.name?.[0]}
            maxLength={64}
            autoComplete="off"
          />
          <div className="beside-month">
            <div id={fieldId('entries')} tabIndex={-1} className="flex min-w-0 flex-col gap-4">
              {errors.entries?.[0] && <FieldError name="entries" error={errors.entries[0]} />}
              {entries.map((entry, row) => (
                <Entry key={JSON.stringify(entry)} entry={entry} row={row} errors={errors} today={today} />
              ))}
              <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-3">
                <legend className="float-start font-semibold">{t('main:calendar.another')}</legend>
                <PeriodInputs values={{ type: 'date' }} nameOf={(name) => `entries.${entries.length}.${name}`} />
                <div>
                  <Button small name={actionField} value="addEntry">
                    {t('main:calendar.add')}
                  </Button>
                </div>
              </fieldset>
            </div>
            <CalendarMonth entries={entries} today={today} initial={postedTexts[monthField]} />
          </div>
          <SubmitRow label={t('action.review')} name={metaFields.stage} value="plan" cancelHref={cancelHref} />
        </Form>
      </Section>
    </>
  )
}

/** The days of a month with their entries; a day is added, or removed where an entry is that day alone. */
function CalendarMonth({
  entries,
  today,
  initial = '',
}: {
  entries: readonly PeriodFields[]
  today: string
  initial: string | undefined
}) {
  const t = useT()
  const language = useLanguage()
  const days = entries.flatMap((entry, row) => {
    const parsedEntry = entryOf(entry)
    const isValid = Object.keys(checkEntry(parsedEntry, 'entry')).length === 0
    return isValid ? [{ row, parsedEntry, text: periodText({ t, language }, parsedEntry, []) }] : []
  })
  return (
    <div>
      <FormMonth
        initial={isMonth(initial) ? initial : undefined}
        today={today}
        isFocused={isMonth(initial) && initial !== today.slice(0, 7)}
        dayOf={(date) => {
          const marks = days.filter(({ parsedEntry }) => matchesDay(parsedEntry, date, []))
          const single = marks.find(({ parsedEntry }) => parsedEntry.type === 'date' && parsedEntry.date === date)
          const day = dayText(language, date)
          return {
            marks: marks.map(({ text }) => text),
            button: single
              ? { name: actionField, value: `removeEntry:${single.row}`, label: t('main:calendar.removeDay', { day }) }
              : marks.length === 0
                ? { name: actionField, value: `addDay:${date}`, label: t('main:calendar.addDay', { day }) }
                : undefined,
          }
        }}
      />
      <p className="text-sm text-soft">{t('main:calendar.pickDay')}</p>
    </div>
  )
}

/** One entry with its next days; with inputs where it has an error. */
function Entry({
  entry,
  row,
  errors,
  today,
}: {
  entry: PeriodFields
  row: number
  errors: Record<string, string[]>
  today: string
}) {
  const t = useT()
  const language = useLanguage()
  const name = `entries.${row}`
  const parsedEntry = entryOf(entry)
  const isValid = Object.keys(checkEntry(parsedEntry, name)).length === 0
  const text = periodText({ t, language }, parsedEntry, [])
  return (
    <div className="flex flex-wrap items-start justify-between gap-2 sm:flex-nowrap border-t border-line pt-3 first:border-0 first:pt-0">
      <div className="min-w-0">
        {isValid ? (
          <>
            <HiddenFields values={{ [name]: JSON.stringify(entry) }} />
            {text}
            <NextDays days={nextDays(parsedEntry, { from: today, calendars: [] })} />
          </>
        ) : (
          <PeriodInputs
            values={entry}
            nameOf={(field) => `${name}.${field}`}
            errorOf={(field) => errors[`${name}.${field}`]?.[0]}
          />
        )}
      </div>
      <Button small look="quiet" name={actionField} value={`removeEntry:${row}`}>
        {t('main:scheduleEdit.remove')}
        <span className="sr-only"> {text}</span>
      </Button>
    </div>
  )
}
