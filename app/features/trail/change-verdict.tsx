/** The overall outcome of a change, or that it is still running. */
import { useT } from '~/i18n/use-t'
import type { Outcome } from '~/trail/record'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'

/** Changes whose result has a sentence of its own, by what was done. */
const results: Readonly<Record<string, 'acknowledged' | 'resolved' | 'released'>> = {
  'alarm.acknowledge': 'acknowledged',
  'fault.resolve': 'resolved',
  'overrides.clear': 'released',
}

export function ChangeVerdict({
  mutation,
  count,
  outcomes,
  canRetry,
  until,
  isUnsent,
}: {
  /** The change; null while nothing of it is on record. */
  mutation: string | null
  /** The number of subjects, and by outcome. */
  count: number
  outcomes: Partial<Record<Outcome, number>>
  /** Whether the rest can be retried from this page. */
  canRetry: boolean
  /** While running: when its outcome is known at the latest. */
  until: string | null
  /** Nothing was sent or recorded. */
  isUnsent: boolean
}) {
  const t = useT()
  const format = useFormat()
  if (until !== null)
    return (
      <Notice tone="info" title={t('main:change.page.underWay.title')}>
        <p>{t(`main:change.page.underWay.${isUnsent ? 'unsent' : 'sent'}`, { time: format.dateTime(until) })}</p>
      </Notice>
    )
  if (isUnsent) return <Notice tone="warn">{t('main:change.page.unsent.text')}</Notice>
  if (outcomes.unknown) return <Notice tone="warn">{t('main:change.page.unknown')}</Notice>
  const result = results[mutation ?? '']
  if (outcomes.done === count)
    return (
      <Notice tone="ok">
        {result ? t(`main:change.page.result.${result}`, { count }) : t('main:change.page.allDone')}
      </Notice>
    )
  return (
    <Notice tone="danger" title={t('main:change.page.someFailed')}>
      {!canRetry && t('main:change.page.again')}
    </Notice>
  )
}
