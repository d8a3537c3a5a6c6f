/** The plan of a deployment: the number of changed controllers, and the changes on each. */
import type { ChangeReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { LogTime } from '~/ui/time'

type PlanReply = Extract<ChangeReply, { stage: 'plan' }>

export function RolloutPlan({
  reply,
  cancelHref,
  csvHref,
  canEdit = true,
}: {
  reply: PlanReply
  cancelHref: string
  /** The whole plan as a file; null when no URL can describe it. */
  csvHref: string | null
  canEdit?: boolean
}) {
  const t = useT()
  const [, scheduledAt] = reply.fields.find(([name, value]) => name === 'scheduledAt' && value) ?? []
  const changed = new Set(reply.plan.rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  return (
    <>
      {scheduledAt && (
        <Notice tone="info" title={t('main:deployment.plan.begins')} quiet>
          <LogTime at={scheduledAt} />
        </Notice>
      )}
      <PlanForm
        reply={reply}
        cancelHref={cancelHref}
        csvHref={csvHref}
        canEdit={canEdit}
        words={{
          caption: t('main:deployment.plan.caption'),
          subjectTitle: t('main:deployment.column.controller'),
          fieldTitle: t('entity.package'),
          emptyText: t('packageStatus.notInstalled').toLowerCase(),
          apply: t('main:deployment.plan.apply', { count: changed.size }),
          countFields: (count) => countText(t, 'packages', { count, isCapped: false }),
        }}
      />
    </>
  )
}
