/**
 * The overlay that lists the single keys of a page. The script of the keys opens it, and adds the entries of the menu
 * with their keys.
 */
import { useT } from '~/i18n/use-t'
import { AsSent } from './as-sent'

const actions = ['j', 'k', 'x', 'a', '/', '?'] as const

export function KeysOverlay() {
  const t = useT()
  return (
    <AsSent as="dialog" shows={null} id="keys" aria-labelledby="keys-title" className="no-print">
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
      </dl>
      <form method="dialog">
        <button type="submit" className="button">
          {t('action.close')}
        </button>
      </form>
    </AsSent>
  )
}
