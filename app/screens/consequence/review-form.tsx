/** The form that leads to a plan: what the change needs to know, and a button that changes nothing yet (design §7). */
import type { ReactNode } from 'react'
import type { ChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import type { FormReply } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, SubmitRow } from '~/ui/form'
import { Stack } from '~/ui/page'

export function ReviewForm({
  form,
  reply,
  cancelHref,
  children,
}: {
  form: ChangeForm
  reply: FormReply | undefined
  cancelHref: string
  children?: ReactNode
}) {
  const t = useT()
  return (
    <Stack>
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Form {...form.form}>
        {children}
        <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
      </Form>
    </Stack>
  )
}
