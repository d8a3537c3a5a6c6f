/** The fields of a building. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { Select, TextArea, TextInput } from '~/ui/field'
import { SizeFields, siteFieldLabel } from '../site/fields'
import { usageOptions } from '../site/usage'

export function BuildingFields({
  form,
  size,
}: {
  form: ChangeForm
  size?: { size: number; units: string | null } | null
}) {
  const t = useT()
  return (
    <>
      <TextInput label={t('field.name')} maxLength={100} autoComplete="off" {...form.input('name')} />
      <TextArea label={t('field.description')} rows={2} maxLength={1000} isOptional {...form.input('description')} />
      <Select label={t('main:site.usageName')} options={usageOptions(t)} {...form.input('usage')} />
      <TextInput
        label={t('main:site.address')}
        hint={t('main:building.addressHint')}
        maxLength={200}
        isOptional
        {...form.input('address')}
      />
      <SizeFields form={form} size={size} />
    </>
  )
}

/** What a field of the form is called where a change of it is told. */
export function buildingFieldLabel(t: ReturnType<typeof useT>, name: string): string {
  return name === 'address' ? t('main:site.address') : siteFieldLabel(t, name)
}
