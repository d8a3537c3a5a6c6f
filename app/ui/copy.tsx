import { useT } from '~/i18n/use-t'
import { Icon } from './icons'

/** A button that copies a text. Hidden without the page's script, which implements it. */
export function Copy({ text, what }: { text: string; what: string }) {
  const t = useT()
  return (
    <button
      type="button"
      hidden
      data-copy={text}
      data-copied={t('copy.done', { what })}
      aria-label={t('copy.do', { what })}
      title={t('copy.do', { what })}
      className="copy"
    >
      <Icon name="copy" className="size-3.5" />
    </button>
  )
}
