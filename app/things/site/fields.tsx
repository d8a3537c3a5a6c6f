/** The fields of a site, the same for a new one and for an edit. */
import type { ChangeForm } from '~/change/change-form'
import { areaIn, unitSymbol } from '~/domain/units'
import { useT } from '~/i18n/use-t'
import { Fieldset } from '~/ui/choice-field'
import { type Option, Select, TextArea, TextInput } from '~/ui/field'
import { useFormat } from '~/ui/use-format'
import { usageOptions } from './usage'

export function SiteFields({
  form,
  size,
  groups,
}: {
  form: ChangeForm
  /** The size as it is stored, which is told in both units. */
  size?: { size: number; units: string | null } | null
  /** The groups a new site can begin in. */
  groups?: readonly Option[]
}) {
  const t = useT()
  return (
    <>
      <TextInput label={t('field.name')} maxLength={100} autoComplete="off" {...form.input('name')} />
      <TextArea label={t('field.description')} rows={2} maxLength={1000} isOptional {...form.input('description')} />
      {groups && (
        <Select
          label={t('entity.group')}
          isOptional
          options={[{ value: '', label: t('main:site.list.noGroup') }, ...groups]}
          {...form.input('siteGroupId')}
        />
      )}
      <Fieldset legend={t('main:site.address')}>
        <TextInput label={t('main:site.form.street')} maxLength={200} isOptional {...form.input('address')} />
        <TextInput label={t('main:site.form.city')} maxLength={200} isOptional {...form.input('city')} />
        <TextInput label={t('main:site.form.state')} maxLength={200} isOptional {...form.input('state')} />
        <TextInput label={t('main:site.form.postalCode')} maxLength={20} isOptional {...form.input('postalCode')} />
        <TextInput
          label={t('main:site.form.country')}
          hint={t('main:site.form.countryHint')}
          maxLength={200}
          isOptional
          {...form.input('country')}
        />
      </Fieldset>
      <Fieldset legend={t('main:site.form.place')} hint={t('main:site.form.placeHint')}>
        <TextInput
          label={t('main:site.form.latitude')}
          hint={t('main:site.form.latitudeHint')}
          inputMode="decimal"
          isOptional
          {...form.input('latitude')}
        />
        <TextInput
          label={t('main:site.form.longitude')}
          hint={t('main:site.form.longitudeHint')}
          inputMode="decimal"
          isOptional
          {...form.input('longitude')}
        />
        <TextInput
          label={t('main:site.timeZone')}
          hint={t('main:site.form.timeZoneHint')}
          maxLength={64}
          isOptional
          autoComplete="off"
          {...form.input('timeZone')}
        />
      </Fieldset>
      <Fieldset legend={t('main:site.form.what')}>
        <Select label={t('main:site.usageName')} options={usageOptions(t)} {...form.input('usage')} />
        <SizeFields form={form} size={size} />
      </Fieldset>
    </>
  )
}

/** A size with the unit it is typed in; one that is stored is told in both. */
export function SizeFields({
  form,
  size,
}: {
  form: ChangeForm
  size?: { size: number; units: string | null } | null | undefined
}) {
  const t = useT()
  const format = useFormat()
  const inUnit = (unit: 'metric' | 'us') =>
    size && `${format.number(areaIn(size.size, size.units, unit), 0)}\u00a0${unitSymbol('m2', unit)}`
  return (
    <>
      <TextInput
        label={t('main:site.size')}
        hint={size && t('main:site.form.sizeNow', { metric: inUnit('metric'), us: inUnit('us') })}
        inputMode="decimal"
        isOptional
        {...form.input('size')}
      />
      <Select
        label={t('main:site.form.units')}
        options={(['metric', 'us'] as const).map((unit) => ({
          value: unit,
          label: `${t(`main:site.form.unit.${unit}`)} (${unitSymbol('m2', unit)})`,
        }))}
        {...form.input('units')}
      />
    </>
  )
}

/** What a field of the form is called where a change of it is told. */
export function siteFieldLabel(t: ReturnType<typeof useT>, name: string): string {
  switch (name) {
    case 'name':
    case 'description':
      return t(`field.${name}`)
    case 'siteGroupId':
      return t('entity.group')
    case 'usage':
      return t('main:site.usageName')
    case 'size':
    case 'timeZone':
      return t(`main:site.${name}`)
    case 'address':
      return t('main:site.form.street')
    case 'city':
    case 'state':
    case 'postalCode':
    case 'country':
    case 'latitude':
    case 'longitude':
    case 'units':
      return t(`main:site.form.${name}`)
    default:
      return name
  }
}
