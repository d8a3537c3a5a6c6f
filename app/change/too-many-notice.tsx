/** In place of a form: more is chosen than its change reaches, nothing was begun, and where it is narrowed. */
import type { TooMany } from '~/domain/selection'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/link'
import { Section } from '~/ui/page'
import { tooManyText } from './too-many-text'

/** `listHref`: the list they were chosen in, with its filter. */
export function TooManyNotice({ tooMany, listHref }: { tooMany: TooMany; listHref: string }) {
  const t = useT()
  return (
    <Section>
      <EmptyState
        title={t('main:selection.title')}
        actions={<ButtonLink href={listHref}>{t('main:selection.narrow')}</ButtonLink>}
      >
        {tooManyText(t, tooMany)}
      </EmptyState>
    </Section>
  )
}
