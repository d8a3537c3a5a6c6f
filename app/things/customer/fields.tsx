/** The fields of a customer, in the forms that make and edit one. */
import type { ChangeForm } from '~/change/change-form'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { TextArea, TextInput } from '~/ui/field'

export function CustomerFields({ form }: { form: ChangeForm }) {
  const t = useT()
  return (
    <>
      <TextInput label={t('field.name')} maxLength={120} autoComplete="off" {...form.input('name')} />
      <TextArea label={t('field.description')} rows={3} maxLength={2000} isOptional {...form.input('description')} />
    </>
  )
}

/** What a field of these forms is called where a change of it is told. */
export function customerFieldLabel(t: Translate, name: string): string {
  return name === 'name' || name === 'description' ? t(`field.${name}`) : name
}
