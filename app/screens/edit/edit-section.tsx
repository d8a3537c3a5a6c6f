/** The form of one thing, new or edited; the choice where somebody else changed the same meanwhile (design §7). */
import type { ReactNode } from 'react'
import { type ChangeForm, type FilledIn as Filled, useChangeForm } from '~/change/change-form'
import { ConflictForm } from '~/change/conflict-form'
import { EditForm } from '~/change/edit-form'
import type { FormReply, Original } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { useLanguage, useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { type Fields, type FilledIn, fieldLabel, marksOf, valueText } from './fields'

/** How fields and their values are told where they are not declared. */
export interface FieldWords {
  /** The label of a field, by the name it is posted with. */
  fieldLabel: (name: string) => string
  /** How a value reads. */
  valueText: (name: string, value: string) => string
}

/**
 * `original` is what an edit is made from; a new thing begins with what is `filled` in. `children` draws the inputs,
 * given the form and what came back of it.
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
  /** Of the form, on the page. */
  id: string
  title?: ReactNode
  /** What stands above the form. */
  intro?: ReactNode
  /** Every field that the form posts, or how to tell of them. */
  fields?: Fields
  words?: FieldWords
  original?: (Original & { values: FilledIn }) | null
  filled?: Filled
  /** The button, where it does not save. */
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
