/** The plan of a send: what each controller receives, now or on reconnecting. */
import type { PlanReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { thingsText } from '~/change/plan-sentence'
import { useT } from '~/i18n/use-t'

export function SendReview({
  reply,
  action,
  cancelHref,
}: {
  reply: PlanReply
  /** The address the send is posted to, if not its own page. */
  action?: string
  cancelHref: string
}) {
  const t = useT()
  const things = thingsText(
    t,
    reply.plan.rows.filter(({ effect }) => effect === 'change'),
  )
  return (
    <PlanForm
      reply={reply}
      words={{
        caption: t('main:send.plan.caption'),
        subjectTitle: t('entity.device'),
        apply: t('main:send.plan.apply', { things }),
      }}
      action={action}
      cancelHref={cancelHref}
      canEdit={false}
    />
  )
}
