/** The form of a schedule with stored or posted values, and all errors beside its inputs. */
import { FormNotices } from '~/change/form-notices'
import { type FormReply, metaFields } from '~/change/plan'
import { textsIn } from '~/change/posted'
import { problemText } from '~/i18n/error-text'
import { useLanguage, useT } from '~/i18n/use-t'
import { atField, openField, verbField } from '~/things/schedule/arranged'
import { inputLabel, partLabel, partText } from '~/things/schedule/part-words'
import { isException, type Parts, settingParts } from '~/things/schedule/parts'
import { ownWords, type Words } from '~/things/schedule/words'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldError } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Form, SubmitRow } from '~/ui/form'
import { Section } from '~/ui/page'
import type { EditableSchedule, Editing } from './editing'
import { ExceptionInputs } from './exception-inputs'
import { SettingInputs } from './setting-inputs'
import { TargetInputs } from './target-inputs'
import { WeekInputs } from './week-inputs'

export function ScheduleForm({
  schedule,
  reply,
  cancelHref,
}: {
  schedule: EditableSchedule
  reply: FormReply | undefined
  cancelHref: string
}) {
  const t = useT()
  const words = ownWords(t, useLanguage())
  const { original } = schedule
  const came = Object.fromEntries(textsIn(reply?.submission.initialValue))
  const errors = errorsIn(reply)
  const parts = filledIn(original.values, came)
  const editing: Editing = { schedule, parts, errorOf: (name) => errors[name]?.[0], at: came[atField] }
  const madeFrom = reply?.original ?? original
  return (
    <>
      <ErrorSummary problems={named(words, errors)} />
      <FormNotices
        reply={reply}
        now={original.values}
        fieldLabel={(name) => partLabel(words, name, original.values[name])}
        valueText={(name, value) => partText(words, name, value, schedule) ?? t('main:edit.conflict.nothing')}
      />
      <Form
        hidden={{
          [metaFields.version]: madeFrom.version,
          [metaFields.was]: JSON.stringify(madeFrom.values),
          [metaFields.reason]:
            reply?.from?.kind === 'putBack'
              ? t('main:edit.reasonRecord', { sequence: reply.from.sequence })
              : reply?.reason,
          [openField]: came[openField],
        }}
      >
        {/* The first submit button: Enter in an input reviews the form. */}
        <button type="submit" hidden name={metaFields.stage} value="plan" />
        <Section title={t('main:scheduleEdit.titleOf', { name: schedule.name })}>
          <SettingInputs {...editing} />
        </Section>
        <Section title={t('main:scheduleEdit.week')}>
          <p className="mb-3 text-sm text-soft">{t('main:scheduleEdit.weekHint')}</p>
          <WeekInputs {...editing} />
        </Section>
        <Section title={t('main:schedule.exceptions')}>
          {errors.exceptions?.[0] && (
            <div id={fieldId('exceptions')} tabIndex={-1}>
              <FieldError name="exceptions" error={errors.exceptions[0]} />
            </div>
          )}
          <ExceptionInputs {...editing} open={opened(came[openField], errors)} />
          <p className="mt-3">
            <Button name={verbField} value="addException">
              {t('main:scheduleEdit.addException')}
            </Button>
          </p>
        </Section>
        <Section title={t('main:schedule.targets')}>
          <TargetInputs {...editing} />
        </Section>
        <SubmitRow label={t('action.review')} name={metaFields.stage} value="plan" cancelHref={cancelHref} />
      </Form>
    </>
  )
}

/** Prefixes problems with their input: several days may have the same one. */
function named(words: Words, errors: Record<string, string[]>): Record<string, string[]> {
  const { t } = words
  const told = (name: string, key: string) =>
    name === ''
      ? key
      : t('main:scheduleEdit.problemAt', {
          input: inputLabel(words, name),
          problem: problemText(t, key, { field: name, label: inputLabel(words, name) }),
        })
  return Object.fromEntries(Object.entries(errors).map(([name, keys]) => [name, keys.map((key) => told(name, key))]))
}

/** A posted form contains every day; a missing text field was empty. */
function filledIn(values: Parts, came: Parts): Parts {
  const isWhole = 'weekly.0' in came
  const emptied = isWhole ? Object.fromEntries(settingParts.map((name) => [name, ''])) : {}
  return { ...values, ...emptied, ...came }
}

function errorsIn(reply: FormReply | undefined): Record<string, string[]> {
  const told = Object.entries(reply?.submission.error ?? {})
  return Object.fromEntries(told.flatMap(([name, keys]) => (keys && keys.length > 0 ? [[name, keys]] : [])))
}

/** The limit of open exceptions: each has many inputs. */
const mostOpen = 20

/** Returns the exceptions with inputs: the opened one, and those with errors. */
function opened(asked: string | undefined, errors: Record<string, string[]>): string[] {
  const wrong = Object.keys(errors).flatMap((name) => {
    const part = name.split('.').slice(0, 2).join('.')
    return isException(part) ? part : []
  })
  return [...new Set([...(asked ? [asked] : []), ...wrong])].slice(0, mostOpen)
}
