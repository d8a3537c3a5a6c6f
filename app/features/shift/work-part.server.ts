/** The failed sends and deployments of a shift page. */
import type { AttentionGroup, AttentionRow } from '~/features/overview/shared/attention'
import { loadAttention } from '~/features/overview/shared/attention.server'
import { maxPartRows, type PartContent, type ShiftRow } from './part'
import { line, type ShiftQuery } from './shift-query.server'

const workTones = { sendFailed: 'danger', deploymentFailed: 'danger', stalled: 'warn' } as const
type WorkKind = keyof typeof workTones
const workQuestions = ['sends', 'deployments', 'stalled'] as const
const workOf = { sends: 'sendFailed', deployments: 'deploymentFailed', stalled: 'stalled' } as const

/** Sends and deployments that failed or stalled, by their present state. */
export async function workPart({ reader, scope, t }: ShiftQuery): Promise<PartContent> {
  const work = await loadAttention(reader, scope, workQuestions)
  const troubles = work.groups.filter((one): one is AttentionGroup & { kind: WorkKind } => one.kind in workTones)
  const row =
    (kind: WorkKind) =>
    (attentionRow: AttentionRow): ShiftRow => ({
      state: t(`main:overview.kind.${kind}`),
      tone: workTones[kind],
      name: attentionRow.name ?? '',
      text: attentionRow.text ?? '',
      where: attentionRow.where,
      at: attentionRow.since,
      href: attentionRow.next?.href ?? attentionRow.href ?? '',
    })
  return {
    lines: [
      ...troubles.map(({ kind, counted, href: list }) => line(t(`main:shift.line.${kind}`), counted, list)),
      ...workQuestions
        .filter((question) => work.missing.includes(question))
        .map((question) => line(t(`main:shift.line.${workOf[question]}`), null, null)),
    ],
    rows: troubles.flatMap(({ kind, rows }) => rows.slice(0, maxPartRows / 2).map(row(kind))),
    isPartial: work.missing.length > 0,
  }
}
