import { useT } from '~/i18n/use-t'
import { Icon } from './icons'

/** A button that copies a text. Hidden without the page's script, which implements it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useT()
  return (
    <button
      type="button"
      hidden
      data-copy={text}
      data-copied={t('copy.done', { what: label })}
      aria-label={t('copy.do', { what: label })}
      title={t('copy.do', { what: label })}
      className="copy"
    >
      <Icon name="copy" className="size-3.5" />
    </button>
  )
}
