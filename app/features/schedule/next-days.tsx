/** Renders the next days that match a rule, because nobody reads "the last Friday of even months" off a calendar. */
import { useLanguage, useT } from '~/i18n/use-t'
import { dayText } from './words'

export function NextDays({ days }: { days: readonly string[] }) {
  const t = useT()
  const language = useLanguage()
  return (
    <span className="block text-sm text-soft">
      {days.length > 0
        ? t('main:schedule.nextDays', { days: days.map((day) => dayText(language, day)).join(', ') })
        : t('main:schedule.noNextDays')}
    </span>
  )
}
