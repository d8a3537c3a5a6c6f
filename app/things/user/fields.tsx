/** The fields of a person, for those who create one, edit one, or edit themselves. */
import type { ChangeForm } from '~/change/change-form'
import { regionsIn } from '~/domain/regions'
import type { Translate } from '~/i18n/instance'
import { useLanguage, useT } from '~/i18n/use-t'
import { Select, TextInput } from '~/ui/field'

/** The label of a field, by the name it is posted with. */
export function personLabel(t: Translate) {
  return (name: string): string => t(`main:user.form.${name as 'firstName'}`, { defaultValue: name })
}

/** What is posted, in words: codes by their names. */
export function personValue(t: Translate, language: string) {
  return (name: string, value: string): string => {
    if (name === 'language' && (value === 'en' || value === 'fr')) return t(`main:profile.languages.${value}`)
    if (name === 'unit' && (value === 'metric' || value === 'us')) return t(`main:profile.units.${value}`)
    if (name === 'region') return regionsIn(language).find(({ code }) => code === value)?.name ?? value
    return value
  }
}

export function PersonFields({ form, byRule }: { form: ChangeForm; byRule?: string }) {
  const t = useT()
  const language = useLanguage()
  const label = personLabel(t)
  return (
    <>
      <div className="grid max-w-4xl gap-4 sm:grid-cols-2">
        <TextInput label={label('firstName')} {...form.input('firstName')} maxLength={80} autoComplete="off" />
        <TextInput label={label('lastName')} {...form.input('lastName')} maxLength={80} autoComplete="off" />
      </div>
      <TextInput
        label={label('initials')}
        hint={byRule ? t('main:user.form.initialsRule', { initials: byRule }) : t('main:user.form.initialsHint')}
        isOptional
        {...form.input('initials')}
        maxLength={5}
        className="!w-28"
        autoComplete="off"
      />
      <div className="grid max-w-4xl gap-4 sm:grid-cols-3">
        <Select
          label={label('language')}
          {...form.input('language')}
          options={[
            { value: 'en', label: t('main:profile.languages.en') },
            { value: 'fr', label: t('main:profile.languages.fr') },
          ]}
        />
        <Select
          label={label('unit')}
          {...form.input('unit')}
          options={[
            { value: 'metric', label: t('main:profile.units.metric') },
            { value: 'us', label: t('main:profile.units.us') },
          ]}
        />
        <Select
          label={label('region')}
          isOptional
          {...form.input('region')}
          options={[
            { value: '', label: t('word.notSet') },
            ...regionsIn(language).map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </div>
    </>
  )
}
