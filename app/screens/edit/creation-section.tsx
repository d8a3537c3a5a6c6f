/** The form of a new thing. */
import type { ReactNode } from 'react'
import { type ChangeForm, type FilledIn, useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { type Fields, fieldLabel } from './fields'

/** `filled` is what it begins with; `children` draws the inputs. */
export function CreationSection({
  id,
  fields,
  filled = {},
  formKey,
  submit,
  cancelHref,
  children,
}: {
  /** Of the form, on the page. */
  id: string
  /** Every field that the form posts. */
  fields: Fields
  filled?: FilledIn
  formKey: string
  /** The button. */
  submit: string
  cancelHref: string
  children: (form: ChangeForm) => ReactNode
}) {
  const t = useT()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id, defaultValue: filled })
  return (
    <Section>
      <EditForm
        form={form}
        reply={reply}
        formKey={formKey}
        original={null}
        submit={submit}
        cancelHref={cancelHref}
        fieldLabel={(name) => fieldLabel(fields, t, name)}
      >
        {children(form)}
      </EditForm>
    </Section>
  )
}
