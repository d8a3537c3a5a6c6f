/** The link that undoes a record, or why it cannot be undone. */
import { useT } from '~/i18n/use-t'
import { ButtonLink } from '~/ui/link'
import { Section } from '~/ui/page'
import type { UndoLink } from './undo-link.server'

export function UndoSection({ undo }: { undo: UndoLink }) {
  const t = useT()
  return (
    <Section title={t('main:trail.putBack.title')}>
      {undo.why ? (
        <p>{t(`main:trail.putBack.why.${undo.why}`)}</p>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p className="text-soft">{t('main:trail.putBack.hint')}</p>
          <ButtonLink href={undo.href}>{t('main:trail.putBack.link')}</ButtonLink>
        </div>
      )}
    </Section>
  )
}
