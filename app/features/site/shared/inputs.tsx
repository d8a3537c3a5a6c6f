/** Inputs of a site, for a new one and for an edit. */
import type { ChangeForm } from '~/change/change-form'
import { areaIn, unitSymbol } from '~/domain/units'
import { useT } from '~/i18n/use-t'
import { FieldInput, Inputs } from '~/kit/edit/inputs'
import { Fieldset } from '~/ui/choice-field'
import type { Option } from '~/ui/field'
import { useFormat } from '~/ui/use-format'
import { groupField, locationFields, siteAddressFields, siteNameFields, sizeFields } from './fields'
import { usageField } from './usage'

const { address, city, state, postalCode, country } = siteAddressFields
const { latitude, longitude, timeZone } = locationFields

/** A stored size, shown in both unit systems. */
export type StoredSize = { size: number; units: string | null } | null

export function SiteInputs({
  form,
  size,
  groups,
}: {
  form: ChangeForm
  size?: StoredSize
  /** Groups that a new site can belong to. */
  groups?: readonly Option[]
}) {
  const t = useT()
  return (
    <>
      <Inputs fields={siteNameFields} form={form} />
      {groups && <FieldInput name="siteGroupId" field={groupField} form={form} offered={groups} />}
      <Fieldset legend={t('main:site.address')}>
        <Inputs fields={{ address }} form={form} />
        <div className="side-by-side">
          <Inputs fields={{ city, state }} form={form} />
        </div>
        <div className="side-by-side">
          <Inputs fields={{ postalCode, country }} form={form} />
        </div>
      </Fieldset>
      <Fieldset legend={t('main:site.form.place')} hint={t('main:site.form.placeHint')}>
        <div className="side-by-side">
          <Inputs fields={{ latitude, longitude }} form={form} />
        </div>
        <Inputs fields={{ timeZone }} form={form} />
      </Fieldset>
      <Fieldset legend={t('main:site.form.what')}>
        <FieldInput name="usage" field={usageField} form={form} />
        <SizeInputs form={form} size={size} />
      </Fieldset>
    </>
  )
}

/** Renders a size with its unit; a stored size is shown in both unit systems. */
export function SizeInputs({ form, size }: { form: ChangeForm; size?: StoredSize | undefined }) {
  const t = useT()
  const format = useFormat()
  const sizeText = (unit: 'metric' | 'us') =>
    size && `${format.number(areaIn(size.size, size.units, unit), 0)}\u00a0${unitSymbol('m2', unit)}`
  const hint = size ? t('main:site.form.sizeNow', { metric: sizeText('metric'), us: sizeText('us') }) : undefined
  return (
    <div className="side-by-side">
      <FieldInput name="size" field={sizeFields.size} form={form} hint={hint} />
      <FieldInput name="units" field={sizeFields.units} form={form} />
    </div>
  )
}

/** Returns the stored size of a place; null if it has none. */
export function storedSize(size: unknown, units: string | null | undefined): StoredSize {
  return typeof size === 'number' ? { size, units: units ?? null } : null
}
