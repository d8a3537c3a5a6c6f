/** The place for suggestions in the form of a search box with `data-suggest`; the script of the page fills it. */
import { useT } from '~/i18n/use-t'

export function Suggestions({ id }: { id: string }) {
  const t = useT()
  return (
    <>
      <div id={id} role="listbox" aria-label={t('main:frame.suggestions')} className="suggestions" hidden />
      <span role="status" className="sr-only" />
    </>
  )
}
