/** The overall outcome of a change, or that it is still running. */
import { useT } from '~/i18n/use-t'
import type { Outcome } from '~/trail/record'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'

export function ChangeVerdict({
  count,
  outcomes,
  canRetry,
  until,
  isUnsent,
}: {
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
  if (outcomes.done === count) return <Notice tone="ok">{t('main:change.page.allDone')}</Notice>
  return (
    <Notice tone="danger" title={t('main:change.page.someFailed')}>
      {!canRetry && t('main:change.page.again')}
    </Notice>
  )
}
