/**
 * Alerts of a list, for whoever switches them on in their tab: its number in the title, and a sound for what is added.
 * The page's small script implements them; without scripts nothing of it is shown.
 */
import type { TotalCount } from '~/domain/count'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { A } from '~/ui/link'

export function AlertButton({ total, seconds }: { total: TotalCount; seconds: number }) {
  const t = useT()
  return (
    <Button
      small
      type="button"
      hidden
      aria-pressed={false}
      data-alert={`${total.count}${total.isCapped ? '+' : ''}`}
      data-seconds={seconds}
      title={t('main:alarm.alert.hint')}
    >
      {t('main:alarm.alert.start')}
    </Button>
  )
}

/** Announces how many alarms were added since the page was read; `href` reads it again. */
export function AlertNotice({ href }: { href: string }) {
  const t = useT()
  return (
    <span role="status">
      <span data-alert-notice="" hidden>
        {t('main:alarm.alert.added')} <b /> <A href={href}>{t('main:alarm.alert.show')}</A>
      </span>
    </span>
  )
}
