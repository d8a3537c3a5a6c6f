/** A change that is reviewed before it runs: its form, then its plan (design §7). */
import type { ComponentProps, ReactNode } from 'react'
import { type ChangeForm, type FormValues, useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { metaFields, type PlanReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { resume } from '~/change/resume'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, SubmitRow } from '~/ui/form'
import { Section, Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'

type PlanProps = Pick<ComponentProps<typeof PlanForm>, 'words' | 'look' | 'canEdit' | 'isShownAbove' | 'cancelHref'>

/**
 * `children` renders what the change needs to know. With a `first` plan, page and plan are one; otherwise the button
 * only opens the plan.
 */
export function PlanReview({
  id,
  first = null,
  initial = {},
  beside,
  children,
  ...plan
}: PlanProps & {
  /** The id of the form element. */
  id: string
  first?: PlanReply | null
  /** The values that the form begins with. */
  initial?: FormValues
  /** Fields of the plan itself: secrets, which are not carried from the form to it. */
  beside?: (form: ChangeForm) => ReactNode
  children?: (form: ChangeForm) => ReactNode
}) {
  const t = useT()
  const reply = useReply()
  const formReply = formIn(reply)
  const form = useChangeForm(formReply, { id, defaultValue: initial })
  const planned = reply?.stage === 'plan' ? reply : first && resume(first, formReply)
  if (planned)
    return (
      <PlanForm reply={planned} problems={beside && form.problems} {...plan}>
        {first && children?.(form)}
        {beside?.(form)}
      </PlanForm>
    )
  return (
    <Section>
      <Stack>
        <ChangeSteps at="choose" />
        <ErrorSummary problems={form.problems} />
        <FormNotices reply={formReply} />
        <Form {...form.form} hidden={{ ...form.form.hidden, [metaFields.confirm]: formReply?.confirm }}>
          {children?.(form)}
          <SubmitRow label={t('action.review')} cancelHref={plan.cancelHref} />
        </Form>
      </Stack>
    </Section>
  )
}
