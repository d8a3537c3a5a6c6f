/** The overlay that lists the single keys of a page; the script of the keys opens it. */
import { useT } from '~/i18n/use-t'
import type { NavigationGroup } from './frame'

const actions = ['j', 'k', 'x', 'a', '/', '?'] as const

export function KeysOverlay({ navigation }: { navigation: readonly NavigationGroup[] }) {
  const t = useT()
  const entries = navigation.flatMap(({ links }) =>
    links.flatMap(({ goKey, label }) => (goKey ? [{ goKey, label }] : [])),
  )
  return (
    <dialog id="keys" aria-labelledby="keys-title" className="no-print">
      <h2 id="keys-title">{t('main:frame.keys.title')}</h2>
      <dl>
        {actions.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`main:frame.keys.${key}`)}</dd>
          </div>
        ))}
        {entries.map(({ goKey, label }) => (
          <div key={goKey}>
            <dt>
              <kbd>g</kbd> <kbd>{goKey}</kbd>
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
