/** The plan of a deployment before it is applied: how many controllers change, and what happens on each. */
import type { ChangeReply } from '~/audit/plan'
import { PlanForm } from '~/audit/plan-form'
import { errorText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Notice } from '~/ui/notice'

type PlanReply = Extract<ChangeReply, { stage: 'plan' }>

/** Why a row waits for the first controllers. */
const heldBack = 'main:deployment.skip.held'

export function RolloutPlan({
  reply,
  cancelHref,
  canEdit = true,
}: {
  reply: PlanReply
  cancelHref: string
  canEdit?: boolean
}) {
  const t = useT()
  const { rows } = reply.plan
  const changed = new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  const waiting = new Set(rows.flatMap(({ because, subject }) => (because === heldBack ? [subject.id] : [])))
  const isLeft = (id: string) => !changed.has(id) && !waiting.has(id)
  const untouched = new Set(rows.map(({ subject }) => subject.id).filter(isLeft))
  return (
    <>
      <Refusals reply={reply} />
      <PlanForm
        reply={reply}
        cancelHref={cancelHref}
        canEdit={canEdit}
        words={{
          caption: t('main:deployment.plan.caption'),
          subjectTitle: t('main:deployment.column.controller'),
          fieldTitle: t('entity.package'),
          emptyText: t('packageStatus.notInstalled').toLowerCase(),
          apply: t('main:deployment.plan.apply', { count: changed.size }),
          text: (key) => planText(t, key),
        }}
      >
        <p className="flex flex-wrap gap-1.5">
          <Badge tone="info">{t('main:deployment.plan.changed', { count: changed.size })}</Badge>{' '}
          {waiting.size > 0 && (
            <Badge tone="progress">{t('main:deployment.plan.waiting', { count: waiting.size })}</Badge>
          )}{' '}
          {untouched.size > 0 && (
            <Badge tone="warn">{t('main:deployment.plan.skipped', { count: untouched.size })}</Badge>
          )}
        </p>
      </PlanForm>
    </>
  )
}

/** Reasons and notes are keys of this page; names of packages are themselves. */
function planText(t: Translate, key: string): string {
  return key.startsWith('main:deployment.') ? t(key as 'main:deployment.skip.offline') : key
}

/** Which controllers the service refused, and why: a licence, say, is known to it alone. */
function Refusals({ reply: { problem, plan } }: { reply: PlanReply }) {
  const t = useT()
  if (problem?.kind !== 'refused' || problem.entities.length === 0) return null
  const names = new Map(plan.rows.map(({ subject }) => [subject.id, subject.name]))
  return (
    <Notice tone="danger" title={t('main:deployment.plan.refused')}>
      <ul className="list-disc ps-5">
        {problem.entities.map(({ id, key }) => (
          <li key={id}>
            <bdi>{names.get(id) ?? id}</bdi>: {key && errorText(t, key)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
