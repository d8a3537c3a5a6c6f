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
  return (
    <form method="get" action={action} className="value-at no-print">
      <HiddenFields values={{ ...hidden, [valueAtParams.zone]: timeZone }} />
      <ValueAtFields typed={typed} />
    </form>
  )
}

/** The field and its button, of the form around them or of the one with the id. */
export function ValueAtFields({ form, typed }: { form?: string; typed: string | undefined }) {
  const t = useT()
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{t('chart.valueAt')}</label>
      <input
        id={id}
        form={form}
        type="datetime-local"
        name={valueAtParams.at}
        key={typed}
        defaultValue={typed}
        className="control"
      />
      <Button form={form} small>
        {t('chart.showValue')}
      </Button>
    </>
  )
}
