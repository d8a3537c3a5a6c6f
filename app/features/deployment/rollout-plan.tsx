/** The plan of a deployment: the number of changed controllers, and the changes on each. */
import type { ChangeReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { countText } from '~/i18n/counted'
import { errorText } from '~/i18n/error-text'
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
      <Refusals reply={reply} />
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

/** The controllers that the service refused, with reasons that only the service knows, such as a licence. */
function Refusals({ reply: { problem, plan } }: { reply: PlanReply }) {
  const t = useT()
  if (problem?.kind !== 'refused' || problem.entities.length === 0) return null
  const names = new Map(plan.rows.map(({ subject }) => [subject.id, subject.name]))
  return (
    <Notice tone="danger" title={t('main:deployment.plan.refused')}>
      <ul className="list-disc ps-5">
        {problem.entities.map(({ id, key }) => (
          <li key={id}>
            <bdi>{t('word.titled', { title: names.get(id) ?? id })}</bdi> {key && errorText(t, key)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
