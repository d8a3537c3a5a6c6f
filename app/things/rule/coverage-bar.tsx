/** How many rules have the points they need, in per cent and as a bar. */
import { useT } from '~/i18n/use-t'
import { Segments } from '~/ui/chart/segments'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import { type Coverage, shareOf } from './coverage'

export function CoverageBar({ coverage, waitingHref }: { coverage: Coverage; waitingHref?: string }) {
  const t = useT()
  const format = useFormat()
  const { all, waiting } = coverage
  return (
    <Section>
      <p className="mb-2">
        <strong className="font-semibold">
          {t('main:rule.coverage.share', { share: format.percent(shareOf(coverage)) })}
        </strong>{' '}
        <span className="text-soft">{t('main:rule.coverage.shareText', { ready: all - waiting, all })}</span>
      </p>
      <Segments
        label={t('main:rule.coverage.title')}
        parts={[
          { kind: 'done', count: all - waiting, label: t('main:rule.coverage.ready', { count: all - waiting }) },
          {
            kind: 'waiting',
            count: waiting,
            label: t('main:rule.coverage.waiting', { count: waiting }),
            href: waitingHref,
          },
        ]}
      />
    </Section>
  )
}
