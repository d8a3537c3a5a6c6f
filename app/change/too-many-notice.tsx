/**
 * Replaces a form whose selection exceeds the limit of its change: nothing was started, and the list can be filtered.
 */
import type { SelectionTooLarge } from '~/domain/selection'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { Section } from '~/ui/page'
import { tooManyText } from './too-many-text'

/** `listHref`: the list of the selection, with its filter. */
export function TooManyNotice({ tooMany, listHref }: { tooMany: SelectionTooLarge; listHref: string }) {
  const t = useT()
  return (
    <Section>
      <EmptyState title={t('main:selection.title')} offers={[{ label: t('main:selection.narrow'), href: listHref }]}>
        {tooManyText(t, tooMany)}
      </EmptyState>
    </Section>
  )
}
