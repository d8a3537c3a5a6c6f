/** Reads values at a typed moment: a GET form, so that it works without scripts and its result is an address. */
import './charts.css'
import { useId } from 'react'
import { useT } from '~/i18n/use-t'
import { Button } from '../button'
import { HiddenFields, type HiddenValues } from '../form'
import { usePageContext } from '../page-context'
import { TypedTime } from '../time-input'
import { useFormat } from '../use-format'
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
      <ValueAtFields timeZone={timeZone} typed={typed} />
    </form>
  )
}

/** The field and its button, of the form around them or of the one with the id. */
export function ValueAtFields({
  form,
  timeZone,
  typed,
}: { form?: string } & Pick<ValueAtForm, 'timeZone'> & { typed: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { now } = usePageContext()
  const id = useId()
  const zone = format.time(typed ? `${typed}Z` : now, timeZone).slice('00:00 '.length)
  return (
    <>
      <label htmlFor={id}>{t('chart.valueAt')}</label>
      <TypedTime id={id} form={form} name={valueAtParams.at} key={typed} hasMinutes defaultValue={typed} />
      <span>{zone}</span>
      <Button form={form} small>
        {t('chart.showValue')}
      </Button>
    </>
  )
}
