/** The fields of a space. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { type Option, Select, TextInput } from '~/ui/field'
import { usageOptions } from '../site/usage'
import { kindOptions } from './kind'

export function SpaceFields({ form, parents }: { form: ChangeForm; parents: readonly Option[] }) {
  const t = useT()
  return (
    <>
      <TextInput label={t('field.name')} maxLength={100} autoComplete="off" {...form.input('name')} />
      <Select label={t('field.kind')} options={kindOptions(t)} {...form.input('kind')} />
      <Select label={t('main:site.usageName')} options={usageOptions(t)} {...form.input('usage')} />
      <Select
        label={t('main:space.parent')}
        options={[{ value: '', label: t('main:space.noParent') }, ...parents]}
        {...form.input('parentSpaceId')}
      />
    </>
  )
}

/** What a field of the form is called where a change of it is told. */
export function spaceFieldLabel(t: ReturnType<typeof useT>, name: string): string {
  switch (name) {
    case 'name':
    case 'kind':
      return t(`field.${name}`)
    case 'usage':
      return t('main:site.usageName')
    case 'parentSpaceId':
      return t('main:space.parent')
    default:
      return name
  }
}
