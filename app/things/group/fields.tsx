/** The fields of a site group. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { TextArea, TextInput } from '~/ui/field'

export function GroupFields({ form }: { form: ChangeForm }) {
  const t = useT()
  return (
    <>
      <TextInput label={t('field.name')} maxLength={100} autoComplete="off" {...form.input('name')} />
      <TextArea label={t('field.description')} rows={2} maxLength={1000} isOptional {...form.input('description')} />
    </>
  )
}

/** What a field of the form is called where a change of it is told. */
export function groupFieldLabel(t: ReturnType<typeof useT>, name: string): string {
  return name === 'name' || name === 'description' ? t(`field.${name}`) : name
}
