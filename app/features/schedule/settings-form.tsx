/** The form of a schedule with stored or posted values, and all errors beside its inputs. */
import './schedule.css'
import { FormNotices } from '~/change/form-notices'
import { type FormReply, metaFields } from '~/change/plan'
import { namedTexts } from '~/change/posted'
import { fieldProblemText } from '~/i18n/error-text'
import { useLanguage, useT } from '~/i18n/use-t'
import { Disclosure } from '~/ui/disclosure'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldError } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Form, SubmitRow } from '~/ui/form'
import { Section } from '~/ui/page'
import type { EditableSchedule, EditorProps } from './editor-props'
import { ExceptionInputs } from './exception-inputs'
import { editedPartField, openField } from './normalize'
import { isException, type ScheduleParts, settingParts, targetsPart } from './parts'
import { ruleField, serializeValueRule } from './rule-field'
import { withLineProblems } from './schedule-problems'
import { SettingInputs } from './setting-inputs'
import { inputLabel, partLabel, schedulePartText } from './shared/part-words'
import { TargetInputs } from './target-inputs'
import { useLiveProblems } from './use-live-problems'
import { WeekInputs } from './week-inputs'
import { type ScheduleWords, scheduleWords } from './words'

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
  const words = scheduleWords(t, useLanguage())
  const { original } = schedule
  const postedParts = Object.fromEntries(namedTexts(reply?.submission.initialValue))
  const parts = filledIn(original.values, postedParts)
  const errors = withLineProblems(errorsIn(reply), parts, { ...schedule, ...words })
  const live = useLiveProblems(schedule, errors)
  const editing: EditorProps = {
    schedule,
    parts,
    errorOf: (name) => live.errors[name]?.[0],
    at: postedParts[editedPartField],
  }
  const base = reply?.original ?? original
  return (
    <>
      <ErrorSummary problems={withInputNames(words, errors)} />
      <FormNotices
        reply={reply}
        current={original.values}
        fieldLabel={(name) => partLabel(words, name, original.values[name])}
        valueText={(name, value) => schedulePartText(words, name, value, schedule) ?? t('main:edit.conflict.nothing')}
      />
      <Form
        onBlur={live.onBlur}
        hidden={{
          [ruleField]: serializeValueRule(schedule),
          [metaFields.version]: base.version,
          [metaFields.original]: JSON.stringify(base.values),
          [metaFields.reason]:
            reply?.from?.kind === 'putBack'
              ? t('main:edit.reasonRecord', { sequence: reply.from.sequence })
              : reply?.reason,
          [openField]: postedParts[openField],
        }}
      >
        {/* The first submit button: Enter in an input reviews the form. */}
        <button type="submit" hidden name={metaFields.stage} value="plan" />
        <WeekInputs {...editing} />
        <Section title={t('main:schedule.exceptions')}>
          {errors.exceptions?.[0] && (
            <div id={fieldId('exceptions')} tabIndex={-1}>
              <FieldError name="exceptions" error={errors.exceptions[0]} />
            </div>
          )}
          <ExceptionInputs {...editing} open={openExceptions(postedParts[openField], errors)} />
        </Section>
        <Section>
          <Disclosure
            title={<SettingsTitle {...editing} words={words} />}
            isOpen={editing.at === targetsPart || Object.keys(errors).some(isSetting)}
          >
            <div className="mt-3 flex flex-col gap-4">
              <SettingInputs {...editing} />
              <TargetInputs {...editing} />
            </div>
          </Disclosure>
        </Section>
        <div className="schedule-foot">
          <SubmitRow label={t('action.review')} name={metaFields.stage} value="plan" cancelHref={cancelHref} />
        </div>
      </Form>
    </>
  )
}

/** The heading of the folded settings, with those that say most. */
function SettingsTitle({ schedule, parts, words }: EditorProps & { words: ScheduleWords }) {
  const { t } = words
  const texts = (['scheduleDefault', 'priorityForWriting', 'start', 'end', 'outOfService'] as const).flatMap((name) => {
    const text = parts[name] ? schedulePartText(words, name, parts[name], schedule) : null
    return text ? [`${t('word.titled', { title: inputLabel(words, name) })} ${text}`] : []
  })
  return (
    <>
      <h2 className="inline font-semibold">{t('main:scheduleEdit.settings')}</h2>{' '}
      <span className="font-normal text-sm text-soft">{texts.join(' \u00b7 ')}</span>
    </>
  )
}

/** Whether a problem is of the settings, and not of the week or an exception. */
const isSetting = (name: string) =>
  (settingParts as readonly string[]).includes(name) || name.startsWith(targetsPart) || name === 'outOfService'

/** Prefixes problems with their input: several days may have the same one. */
function withInputNames(words: ScheduleWords, errors: Record<string, string[]>): Record<string, string[]> {
  const { t } = words
  const problemAt = (name: string, key: string) =>
    name === ''
      ? key
      : t('main:scheduleEdit.problemAt', {
          input: inputLabel(words, name),
          problem: fieldProblemText(t, key, { field: name, label: inputLabel(words, name) }),
        })
  return Object.fromEntries(
    Object.entries(errors).map(([name, keys]) => [name, keys.map((key) => problemAt(name, key))]),
  )
}

/** A posted form contains every day; a missing text field was empty. */
function filledIn(values: ScheduleParts, postedParts: ScheduleParts): ScheduleParts {
  const isComplete = 'weekly.0' in postedParts
  const emptyTexts = isComplete ? Object.fromEntries(settingParts.map((name) => [name, ''])) : {}
  return { ...values, ...emptyTexts, ...postedParts }
}

function errorsIn(reply: FormReply | undefined): Record<string, string[]> {
  const fieldErrors = Object.entries(reply?.submission.error ?? {})
  return Object.fromEntries(fieldErrors.flatMap(([name, keys]) => (keys && keys.length > 0 ? [[name, keys]] : [])))
}

/** The limit of open exceptions: each has many inputs. */
const maxOpen = 20

/** Returns the exceptions with inputs: the opened one, and those with errors. */
function openExceptions(openedName: string | undefined, errors: Record<string, string[]>): string[] {
  const invalid = Object.keys(errors).flatMap((name) => {
    const part = name.split('.').slice(0, 2).join('.')
    return isException(part) ? part : []
  })
  return [...new Set([...(openedName ? [openedName] : []), ...invalid])].slice(0, maxOpen)
}
