/** The form of a direct change, which creates or edits one thing, with its hidden fields (design §7). */
import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldMarks, TextArea } from '~/ui/field'
import { Form, type HiddenValues, SubmitRow } from '~/ui/form'
import { Stack } from '~/ui/page'
import type { ChangeForm } from './change-form'
import { FormNotices } from './form-notices'
import { type FormReply, metaFields, type Original } from './plan'

/**
 * Renders the errors, the fields in `children`, the reason and the button. `formKey` is the loader's `newKey()`;
 * `original` is the edited version, null for a creation.
 */
export function EditForm({
  form,
  reply,
  formKey,
  original,
  submit,
  look = 'primary',
  cancelHref,
  fieldLabel,
  valueText,
  reasonAsked = false,
  marks = 'optional',
  hidden = {},
  file,
  children,
}: {
  form: ChangeForm
  reply: FormReply | undefined
  formKey: string
  original: Original | null
  submit: string
  look?: 'primary' | 'danger'
  cancelHref: string
  /** Returns the label of a field, by its posted name. */
  fieldLabel: (name: string) => string
  /** Returns the text of a value, where the posted one is a code. */
  valueText?: (name: string, value: string) => string
  reasonAsked?: boolean
  /** Which fields are marked: the optional or the required ones. */
  marks?: 'optional' | 'required'
  hidden?: HiddenValues
  /** The file field: last, so that all typed fields arrive before the file. */
  file?: ReactNode
  children?: ReactNode
}) {
  const t = useT()
  const from = reply?.from
  const source = reply?.original ?? original
  const reasonError = form.errorOf(metaFields.reason)
  const labelOf = (name: string) => (name === metaFields.reason ? t('field.reason') : fieldLabel(name))
  return (
    <Stack>
      <ErrorSummary problems={form.problems} fieldLabel={labelOf} />
      <FormNotices reply={reply} current={original?.values} fieldLabel={fieldLabel} valueText={valueText} />
      <Form
        {...form.form}
        encType={file ? 'multipart/form-data' : undefined}
        hidden={{
          ...hidden,
          [metaFields.stage]: 'apply',
          [metaFields.key]: reply?.key ?? formKey,
          [metaFields.version]: source?.version,
          [metaFields.original]: source && JSON.stringify(source.values),
        }}
      >
        <FieldMarks.Provider value={marks}>
          {marks === 'required' && <p className="text-sm text-soft">{t('form.onlyRequired')}</p>}
          {children}
          <TextArea
            name={metaFields.reason}
            label={t('field.reason')}
            hint={t('field.reasonHint')}
            isOptional={!reasonAsked}
            isRequired={reasonAsked}
            error={reasonError}
            rows={2}
            maxLength={500}
            defaultValue={
              from?.kind === 'putBack' ? t('main:edit.reasonRecord', { sequence: from.sequence }) : reply?.reason
            }
          />
          {file}
        </FieldMarks.Provider>
        <SubmitRow label={submit} look={look} cancelHref={cancelHref} />
      </Form>
    </Stack>
  )
}
