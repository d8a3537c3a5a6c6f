/** The overlay that lists the single keys of a page; the script of the keys opens it. */
import { useT } from '~/i18n/use-t'

const actions = ['j', 'k', 'x', 'a', '/', '?'] as const

/** `entries` are the entries of the menu with a key, which follows `g`. */
export function KeysOverlay({ entries }: { entries: readonly { goKey: string; label: string }[] }) {
  const t = useT()
  return (
    <dialog id="keys" aria-labelledby="keys-title" className="no-print">
      <h2 id="keys-title">{t('main:frame.keys.title')}</h2>
      <dl>
        {actions.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>{' '}
            </dt>
            <dd>{t(`main:frame.keys.${key}`)}</dd>
          </div>
        ))}
        {entries.map(({ goKey, label }) => (
          <div key={goKey}>
            <dt>
              <kbd>g</kbd> <kbd>{goKey}</kbd>{' '}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className="button">
          {t('action.close')}
        </button>
      </form>
    </dialog>
  )
}
