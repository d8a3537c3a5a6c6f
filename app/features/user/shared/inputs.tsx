/** Inputs of a person, for creation, edits and their own profile. */
import type { ChangeForm } from '~/change/change-form'
import { regionsIn } from '~/domain/regions'
import { useLanguage, useT } from '~/i18n/use-t'
import { FieldInput, Inputs } from '~/kit/edit/inputs'
import { initialsField, languageField, personNameFields, regionField, unitField } from './fields'

export function PersonInputs({ form, derivedInitials }: { form: ChangeForm; derivedInitials?: string }) {
  const t = useT()
  const regions = regionsIn(useLanguage()).map(({ code, name }) => ({ value: code, label: name }))
  const initialsHint = derivedInitials ? t('main:user.form.initialsRule', { initials: derivedInitials }) : undefined
  return (
    <>
      <div className="grid max-w-4xl gap-4 sm:grid-cols-2">
        <Inputs fields={personNameFields} form={form} />
      </div>
      <FieldInput name="initials" field={initialsField} form={form} hint={initialsHint} />
      <div className="grid max-w-4xl gap-4 sm:grid-cols-3">
        <Inputs
          fields={{ language: languageField, unit: unitField, region: regionField }}
          form={form}
          offered={{ region: regions }}
        />
      </div>
    </>
  )
}
