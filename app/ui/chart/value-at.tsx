/** Reads values at a typed moment: a GET form, so that it works without scripts and its result is an address. */
import { useId } from 'react'
import { useT } from '~/i18n/use-t'
import { Button } from '../button'
import { HiddenFields, type HiddenValues } from '../form'
import { valueAtParams } from './moment'

export interface ValueAtForm {
  /** The path of the page that shows the values; this page by default. */
  action?: string
  hidden: HiddenValues
  /** The IANA id of the site's time zone. */
  timeZone: string
  /** What is typed already: local time of the site. */
  typed?: string | undefined
}

export function ValueAt({ action, hidden, timeZone, typed }: ValueAtForm) {
  const t = useT()
  const id = useId()
  return (
    <form method="get" action={action} className="value-at no-print">
      <HiddenFields values={{ ...hidden, [valueAtParams.zone]: timeZone }} />
      <label htmlFor={id}>{t('chart.valueAt')}</label>
      <input id={id} type="datetime-local" name={valueAtParams.at} defaultValue={typed} className="control" required />
      <Button small>{t('chart.showValue')}</Button>
    </form>
  )
}
