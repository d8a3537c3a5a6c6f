/** The form of one new or existing thing, or the choice between both versions after a concurrent edit (design §7). */
import type { ReactNode } from 'react'
import { type ChangeForm, type FilledIn as Filled, useChangeForm } from '~/change/change-form'
import { ConflictForm } from '~/change/conflict-form'
import { EditForm } from '~/change/edit-form'
import type { FormReply, Original } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { useLanguage, useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { type Fields, type FilledIn, fieldLabel, marksOf, valueText } from './fields'

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
  filled = {},
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
  fields?: Fields
  words?: FieldWords
  original?: (Original & { values: FilledIn }) | null
  filled?: Filled
  /** The label of the button, if not "Save". */
  submit?: string
  formKey: string
  cancelHref: string
  children: (form: ChangeForm, reply: FormReply | undefined) => ReactNode
}) {
  const t = useT()
  const language = useLanguage()
  const reply = useReply()
  const came = formIn(reply)
  const form = useChangeForm(came, { id, defaultValue: original?.values ?? filled })
  const told = words ?? {
    fieldLabel: (name: string) => fieldLabel(fields, t, name),
    valueText: valueText(fields, { t, language }),
  }
  if (reply?.stage === 'conflict') return <ConflictForm reply={reply} {...told} cancelHref={cancelHref} />
  return (
    <Section title={title}>
      {intro && <div className="mb-4 flex flex-col gap-4">{intro}</div>}
      <EditForm
        form={form}
        reply={came}
        formKey={formKey}
        original={original}
        submit={submit ?? t('action.save')}
        cancelHref={cancelHref}
        marks={marksOf(fields)}
        {...told}
      >
        {children(form, came)}
      </EditForm>
    </Section>
  )
}
