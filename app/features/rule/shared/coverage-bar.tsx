/** Renders the share of rules that have their points, as a percentage and as a bar. */
import { useT } from '~/i18n/use-t'
import { SegmentBar } from '~/ui/chart/segments'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'
import { type Coverage, shareOf } from '../coverage-counts'

export function CoverageBar({
  coverage,
  waitingHref,
  isOfOne = false,
}: {
  coverage: Coverage
  waitingHref?: string
  /** The coverage is that of one rule. */
  isOfOne?: boolean
}) {
  const t = useT()
  const format = useFormat()
  const { all, waiting } = coverage
  const waits = t('main:rule.coverage.waiting', { count: waiting })
  return (
    <div className="coverage">
      <p>
        <strong className="font-semibold">
          {t('main:rule.coverage.share', { share: format.percent(shareOf(coverage)) })}
        </strong>{' '}
        <span className="text-soft">
          {isOfOne
            ? t('main:rule.coverage.shareOfOne', { ready: all - waiting, count: all })
            : t('main:rule.coverage.shareText', { ready: all - waiting, all })}
        </span>
      </p>
      <SegmentBar
        label={t('main:rule.coverage.title')}
        width={180}
        hasLegend
        parts={[
          { kind: 'done', count: all - waiting, label: t('main:rule.coverage.ready', { count: all - waiting }) },
          { kind: 'waiting', count: waiting, label: waits },
        ]}
      />
      {waitingHref && waiting > 0 && <A href={waitingHref}>{waits}</A>}
    </div>
  )
}
