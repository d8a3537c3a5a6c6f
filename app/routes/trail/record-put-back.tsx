/** The link that undoes a record, or why it cannot be undone. */
import { useT } from '~/i18n/use-t'
import { ButtonLink } from '~/ui/link'
import { Section } from '~/ui/page'
import type { WayBack } from './way-back.server'

export function PutBack({ wayBack }: { wayBack: WayBack }) {
  const t = useT()
  return (
    <Section title={t('main:trail.putBack.title')}>
      {wayBack.why ? (
        <p>{t(`main:trail.putBack.why.${wayBack.why}`)}</p>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p className="text-soft">{t('main:trail.putBack.hint')}</p>
          <ButtonLink href={wayBack.href}>{t('main:trail.putBack.link')}</ButtonLink>
        </div>
      )}
    </Section>
  )
}
