/** The fields of a tenant, in the forms that make and edit one. */
import type { ChangeForm } from '~/change/change-form'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Checkbox } from '~/ui/choice-field'
import { TextArea, TextInput } from '~/ui/field'

export function NameField({ form }: { form: ChangeForm }) {
  const t = useT()
  return (
    <TextInput
      label={t('field.name')}
      hint={t('main:tenant.form.nameHint')}
      maxLength={120}
      autoComplete="off"
      {...form.input('name')}
    />
  )
}

export function CodeField({ form }: { form: ChangeForm }) {
  const t = useT()
  return (
    <TextInput
      label={t('main:tenant.form.code')}
      hint={t('main:tenant.form.codeHint')}
      isOptional
      maxLength={40}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...form.input('tenantId')}
    />
  )
}

export function DomainsField({ form }: { form: ChangeForm }) {
  const t = useT()
  return (
    <TextArea
      label={t('main:tenant.form.domains')}
      hint={t('main:tenant.form.domainsHint')}
      isOptional
      rows={5}
      autoCapitalize="none"
      spellCheck={false}
      {...form.input('domains')}
    />
  )
}

export function DisabledField({ form }: { form: ChangeForm }) {
  const t = useT()
  return (
    <Checkbox
      label={t('main:tenant.form.isDisabled')}
      hint={t('main:tenant.form.isDisabledHint')}
      {...form.box('isDisabled')}
    />
  )
}

/** What a field of these forms is called where a change of it is told. */
export function tenantFieldLabel(t: Translate, name: string): string {
  switch (name) {
    case 'name':
      return t('field.name')
    case 'tenantId':
      return t('main:tenant.form.code')
    case 'domains':
      return t('main:tenant.form.domains')
    case 'isDisabled':
      return t('main:tenant.form.isDisabled')
    default:
      return name
  }
}
