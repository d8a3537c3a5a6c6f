/** Renders how a change ended: one outcome as a badge, several by their counts. */
import { useT } from '~/i18n/use-t'
import type { Outcome } from '~/trail/record'
import { OutcomeBadge } from '~/ui/states'
import { useFormat } from '~/ui/use-format'

/** Display order. */
const order: readonly Outcome[] = ['done', 'failed', 'refused', 'denied', 'unknown', 'pending']

export function Outcomes({ outcomes }: { outcomes: Partial<Record<Outcome, number>> }) {
  const t = useT()
  const format = useFormat()
  const present = order.filter((outcome) => (outcomes[outcome] ?? 0) > 0)
  const [only] = present
  if (only && present.length === 1 && outcomes[only] === 1) return <OutcomeBadge outcome={only} />
  const isAllDone = present.every((outcome) => outcome === 'done')
  const words = format.list(
    present.map((outcome) => t(`main:overview.outcome.${outcome}`, { count: outcomes[outcome] })),
  )
  return <span className={isAllDone ? undefined : 'text-danger'}>{words}</span>
}
