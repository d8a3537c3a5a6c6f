/** The form of one new or existing thing, or the choice between both versions after a concurrent edit (design §7). */
import type { ReactNode } from 'react'
import { type ChangeForm, type FormValues as Filled, useChangeForm } from '~/change/change-form'
import { ConflictForm } from '~/change/conflict-form'
import { EditForm } from '~/change/edit-form'
import type { FormReply, Original } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { useLanguage, useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { type FormDefinition, fieldLabel, fieldValueText, type InputValues, markedFields } from './fields'

/** The labels of fields and values without a declaration. */
export interface FieldWords {
  /** Returns the label of a field by its posted name. */
  fieldLabel: (name: string) => string
  /** Returns a value in words. */
  valueText: (name: string, value: string) => string
}

/**
 * `original` is the version an edit starts from; a new thing starts with `initial` values. `children` renders the
 * inputs from the form and its reply.
 */
export function EditSection({
  id,
  title,
  intro,
  fields = {},
  words,
  original = null,
  initial = {},
  submit,
  formKey,
  cancelHref,
  children,
}: {
  /** The id of the form element. */
  id: string
  title?: ReactNode
  /** Content above the form. */
  intro?: ReactNode
  /** The declared fields of the form; `words` replaces them. */
  fields?: FormDefinition
  words?: FieldWords
  original?: (Original & { values: InputValues }) | null
  initial?: Filled
  /** The label of the button, if not "Save". */
  submit?: string
  formKey: string
  cancelHref: string
  children: (form: ChangeForm, reply: FormReply | undefined) => ReactNode
}) {
  const t = useT()
  const language = useLanguage()
  const reply = useReply()
  const formReply = formIn(reply)
  const form = useChangeForm(formReply, { id, defaultValue: original?.values ?? initial })
  const labels = words ?? {
    fieldLabel: (name: string) => fieldLabel(fields, t, name),
    valueText: fieldValueText(fields, { t, language }),
  }
  if (reply?.stage === 'conflict') return <ConflictForm reply={reply} {...labels} cancelHref={cancelHref} />
  return (
    <Section title={title}>
      {intro && <div className="mb-4 flex flex-col gap-4">{intro}</div>}
      <EditForm
        form={form}
        reply={formReply}
        formKey={formKey}
        original={original}
        submit={submit ?? t('action.save')}
        cancelHref={cancelHref}
        marks={markedFields(fields)}
        {...labels}
      >
        {children(form, formReply)}
      </EditForm>
    </Section>
  )
}
