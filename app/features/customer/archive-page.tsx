/** The page that archives or restores a customer, with the consequences. */
import type { PlanReply } from '~/change/plan'
import { useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { CustomerConsequences } from './consequences'
import type { CustomerSummary } from './holdings.server'

export function CustomerArchivePage({
  name,
  code,
  isArchived,
  holds,
  cancelHref,
  change,
  effects,
  first,
}: CustomerSummary & {
  name: string
  cancelHref: string
  change: 'archiving' | 'restoring'
  /** The consequences, one sentence each. */
  effects: readonly string[]
  first: PlanReply | null
}) {
  const t = useT()
  const reply = useReply()
  const isDone = isArchived === (change === 'archiving')
  return (
    <Stack>
      <PageHeader kind={t('main:customer.code', { code })} name={t(`main:customer.${change}.title`, { name })} />
      {isDone && !reply ? (
        <Notice tone="info" quiet title={t(`main:customer.${change}.already`)} />
      ) : (
        <PlanReview
          id={change}
          look={change === 'archiving' ? 'danger' : 'primary'}
          first={first}
          isShownAbove
          canEdit={false}
          cancelHref={cancelHref}
          words={{
            caption: t('main:customer.plan.caption'),
            subjectTitle: t('entity.customer'),
            fieldTitle: t('main:customer.plan.field'),
            apply: t(`main:customer.${change}.apply`),
          }}
        >
          {() => <CustomerConsequences effects={effects} holds={holds} />}
        </PlanReview>
      )}
    </Stack>
  )
}
