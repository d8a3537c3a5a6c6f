/** The edit of one thing: its form, or the choice where somebody else changed the same meanwhile (design §7). */
import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { type ChangeForm, type FilledIn, useChangeForm } from './change-form'
import { ConflictForm } from './conflict-form'
import { EditForm } from './edit-form'
import type { FormReply, HeldFields, Original } from './plan'
import { formIn, useReply } from './use-reply'

/** `original` is what the edit is made from; `children` draws the fields, given the form and what came back of it. */
export function EditSection({
  id,
  title,
  intro,
  original,
  formKey,
  cancelHref,
  fieldLabel,
  valueText,
  children,
}: {
  /** Of the form, on the page. */
  id: string
  title?: ReactNode
  /** What stands above the form. */
  intro?: ReactNode
  original: Original & { values: FilledIn & HeldFields }
  formKey: string
  cancelHref: string
  /** The label of a field, by the name it is posted with. */
  fieldLabel: (name: string) => string
  /** How a value reads, where that is not how it is posted. */
  valueText?: (name: string, value: string) => string
  children: (form: ChangeForm, reply: FormReply | undefined) => ReactNode
}) {
  const t = useT()
  const reply = useReply()
  const came = formIn(reply)
  const form = useChangeForm(came, { id, defaultValue: original.values })
  if (reply?.stage === 'conflict')
    return <ConflictForm reply={reply} fieldLabel={fieldLabel} valueText={valueText} cancelHref={cancelHref} />
  return (
    <Section title={title}>
      {intro && <div className="mb-4 flex flex-col gap-4">{intro}</div>}
      <EditForm
        form={form}
        reply={came}
        formKey={formKey}
        original={original}
        submit={t('action.save')}
        cancelHref={cancelHref}
        fieldLabel={fieldLabel}
      >
        {children(form, came)}
      </EditForm>
    </Section>
  )
}
