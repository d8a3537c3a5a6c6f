/** What of a point is kept over time: whether, when, and where it is read and set. */
import type { Point } from '#contracts/points'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'

interface Props {
  /** Null where the backend does not tell. */
  historian: NonNullable<Point['historian']> | null
  /** Where what was kept is drawn. */
  trendsHref: string
  /** Where it is set for all points of the controller. */
  settingsHref: string
}

export function Historian({ historian, trendsHref, settingsHref }: Props) {
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
