/** The data logging of a point: whether and when values are stored, with links to its trends and settings. */
import type { Point } from '#contracts/points'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'

interface Props {
  /** Null if the backend does not report it. */
  historian: NonNullable<Point['historian']> | null
  /** Page with the trends of the point. */
  trendsHref: string
  /** Page that sets data logging for all points of the controller. */
  settingsHref: string
}

export function HistorianSection({ historian, trendsHref, settingsHref }: Props) {
  const t = useT()
  const format = useFormat()
  if (!historian) return null
  const { enabled, mode, intervalSec } = historian
  return (
    <Section title={t('main:point.historian')}>
      <Facts
        facts={[
          {
            term: t('main:point.keeping'),
            value: !enabled
              ? t('main:point.notKept')
              : mode === 'cov'
                ? t('main:point.keptOnChange')
                : t('main:point.keptEvery', { every: format.duration(intervalSec) }),
          },
          ...(enabled ? [{ term: t('main:point.kept'), value: <A href={trendsHref}>{t('main:view.trends')}</A> }] : []),
        ]}
      />
      <p className="mt-2">
        <A href={settingsHref}>{t('main:historian.ofController')}</A>
      </p>
    </Section>
  )
}
