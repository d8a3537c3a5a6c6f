/** Shows yours, theirs and the original of every conflicting field; the choice needs no scripts (C3). */
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldError } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Form, SubmitRow } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { type ConflictField, type ConflictReply, metaFields } from './plan'
import { groupByName } from './posted'

export function ConflictForm({
  reply,
  fieldLabel,
  valueText = (_name, value) => value,
  hasPlan = false,
  cancelHref,
}: {
  reply: ConflictReply
  /** Returns the label of a field, by its posted name. */
  fieldLabel: (name: string) => string
  /** Returns the text of a posted value, where it is a code. */
  valueText?: (name: string, value: string) => string
  /** Whether a plan is shown before the choice is saved. */
  hasPlan?: boolean
  cancelHref: string
}) {
  const t = useT()
  const { conflicts, fields, original, current, problem } = reply
  const open = problem.kind === 'choose' ? conflicts.filter(({ changed }) => changed === 'both') : []
  const theirs = Object.fromEntries(conflicts.map(({ name }) => [name, current.values[name]]))
  return (
    <Stack>
      <ErrorSummary
        problems={Object.fromEntries(open.map(({ name }) => [metaFields.choice + name, 'errors:change.choose']))}
      />
      <Notice tone="warn" title={t('main:edit.conflict.title')}>
        {t('main:edit.conflict.intro')}
      </Notice>
      <Form
        hidden={{
          ...groupByName(fields),
          [metaFields.stage]: hasPlan ? 'plan' : 'apply',
          [metaFields.key]: reply.key,
          [metaFields.version]: current.version,
          [metaFields.original]: JSON.stringify(original.values),
          [metaFields.theirs]: JSON.stringify(theirs),
          [metaFields.reason]: reply.reason,
        }}
      >
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.name}
            conflict={conflict}
            label={fieldLabel(conflict.name)}
            text={(value) => valueText(conflict.name, value)}
            error={open.includes(conflict) ? 'errors:change.choose' : undefined}
          />
        ))}
        <SubmitRow label={t(hasPlan ? 'action.review' : 'main:edit.conflict.save')} cancelHref={cancelHref} />
      </Form>
    </Stack>
  )
}

function Choice({
  conflict,
  label,
  text,
  error,
}: {
  conflict: ConflictField
  label: string
  text: (value: string) => string
  error: string | undefined
}) {
  const t = useT()
  const name = metaFields.choice + conflict.name
  const id = fieldId(name)
  const renderValues = (values: readonly string[]) => {
    const only = values.length === 1 ? values[0] : undefined
    if (values.length === 0) return <span className="text-soft">{t('main:edit.conflict.nothing')}</span>
    if (only === 'on') return t('main:edit.conflict.ticked')
    return <bdi className="whitespace-pre-line wrap-anywhere">{values.map(text).join('\n')}</bdi>
  }
  const choices = [
    { value: 'yours', title: t('main:edit.conflict.yours'), values: conflict.yours },
    { value: 'theirs', title: t('main:edit.conflict.theirs'), values: conflict.theirs },
  ]
  return (
    <fieldset className="panel flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <legend className="px-1 font-semibold">{label}</legend>
      {error && <FieldError name={name} error={error} />}
      <p className="text-sm text-soft">
        {t('main:edit.conflict.original')} {renderValues(conflict.original)}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, title, values }, at) => (
          <label key={value} className="flex min-w-0 items-start gap-2">
            <input
              type="radio"
              id={at === 0 ? id : undefined}
              name={name}
              value={value}
              required
              defaultChecked={conflict.changed === 'theirs' && value === 'theirs'}
              className="mt-0.5"
            />
            <span className="min-w-0">
              {' '}
              <span className="block text-sm text-soft">{title}</span>
              {renderValues(values)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
