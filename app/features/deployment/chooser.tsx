/** Selects the controllers of a deployment by a filter; the form uses GET, so that the selection is in the URL. */

import { type DeviceFilter, deviceFields } from '~/features/device/shared/filter'
import { useT } from '~/i18n/use-t'
import { FilterInputs } from '~/kit/list/filter-form'
import { Button } from '~/ui/button'
import { type Option, Select } from '~/ui/field'
import { HiddenFields, type HiddenValues } from '~/ui/form'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'

export interface ChooserData {
  filter: DeviceFilter
  options: Readonly<Record<string, readonly Option[]>>
  /** Empty when there are too many to list. */
  sites: readonly { value: string; label: string }[]
  /** URL parameters that the filters keep unchanged. */
  hidden: HiddenValues
  devicesHref: string
}

export function Chooser({ chooser, isOpen }: { chooser: ChooserData; isOpen: boolean }) {
  const t = useT()
  const fields = <ChooserForm chooser={chooser} />
  if (isOpen) return <Section title={t('main:deployment.new.choose')}>{fields}</Section>
  return (
    <details className="panel rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="rounded text-accent underline">{t('main:deployment.new.chooseOther')}</summary>
      <div className="mt-3">{fields}</div>
    </details>
  )
}

function ChooserForm({ chooser: { filter, options, sites, hidden, devicesHref } }: { chooser: ChooserData }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{t('main:deployment.new.chooseText')}</p>
      <form method="get" className="no-print flex flex-wrap items-end gap-x-3 gap-y-2">
        <HiddenFields values={{ ...hidden, all: '1' }} />
        {sites.length > 0 && (
          <Select
            name="siteId"
            label={t('main:deployment.new.site')}
            defaultValue={filter.siteId ?? ''}
            options={[{ value: '', label: t('word.any') }, ...sites]}
          />
        )}
        <FilterInputs fields={deviceFields} filter={filter} options={options} />
        <Button look="primary">{t('main:deployment.new.show')}</Button>
      </form>
      <p>
        <A href={devicesHref}>{t('main:deployment.new.fromList')}</A>
      </p>
    </div>
  )
}
