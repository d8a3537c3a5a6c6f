/** The plan of a deployment before it is applied: how many controllers change, and what happens on each. */
import type { ChangeReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { Versions } from '~/things/deployment/operations'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { kindsOf, listedRows, mostListed } from './plan-outline'
import { planText } from './plan-text'

type PlanReply = Extract<ChangeReply, { stage: 'plan' }>

/** Why a row waits for the first controllers. */
const heldBack = 'main:deployment.skip.held'

export function RolloutPlan({
  reply,
  cancelHref,
  csvHref,
  canEdit = true,
}: {
  reply: PlanReply
  cancelHref: string
  /** The whole plan as a file; null where no address can ask for it. */
  csvHref: string | null
  canEdit?: boolean
}) {
  const t = useT()
  const { rows } = reply.plan
  const changed = new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  const waiting = new Set(rows.flatMap(({ because, subject }) => (because === heldBack ? [subject.id] : [])))
  const listed = listedRows(reply.plan)
  const isLeft = (id: string) => !changed.has(id) && !waiting.has(id)
  const untouched = new Set(rows.map(({ subject }) => subject.id).filter(isLeft))
  return (
    <>
      <Refusals reply={reply} />
      <PlanForm
        reply={reply}
        cancelHref={cancelHref}
        canEdit={canEdit}
        listed={listed}
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
        {listed.length < rows.length && <Outline rows={rows} csvHref={csvHref} />}
      </PlanForm>
    </>
  )
}

/** A long plan in short: what happens, and to how many controllers. */
function Outline({ rows, csvHref }: { rows: PlanReply['plan']['rows']; csvHref: string | null }) {
  const t = useT()
  const format = useFormat()
  const total = new Set(rows.map(({ subject }) => subject.id)).size
  return (
    <>
      <div className="panel rounded-lg border border-line bg-surface">
        <Table
          caption={t('main:deployment.plan.outline')}
          isCaptionShown
          rows={kindsOf(rows)}
          rowKey={(row) => row.key}
          columns={[
            {
              key: 'what',
              title: t('entity.package'),
              isRowHeader: true,
              cell: (row) => row.name || t('word.none'),
            },
            {
              key: 'versions',
              title: t('main:deployment.plan.versions'),
              cell: ({ from, to }) => (from || to ? <Versions operation={{ from, to }} /> : null),
            },
            {
              key: 'state',
              title: t('field.state'),
              cell: (row) => (row.because ? planText(t, row.because) : t('main:deployment.plan.changes')),
            },
            {
              key: 'count',
              title: t('main:deployment.page.controllers'),
              align: 'end',
              cell: (row) => format.number(row.count),
            },
          ]}
        />
      </div>
      <p>
        {t('main:deployment.plan.listed', { shown: mostListed, count: total })}{' '}
        {csvHref && <A href={csvHref}>{t('main:deployment.plan.csv')}</A>}
      </p>
    </>
  )
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
