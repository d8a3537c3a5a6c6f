/** Fields of a person (spec §3, §5; domain §9.2). */
import { regionCodes, regionsIn } from '~/domain/regions'
import type { ChoiceField, FieldDefinition, FormDefinition } from '~/kit/edit/fields'

export const personNameFields = {
  firstName: {
    kind: 'text',
    label: (t) => t('main:user.form.firstName'),
    maxLength: 80,
    isRequired: true,
    means: 'name',
  },
  lastName: {
    kind: 'text',
    label: (t) => t('main:user.form.lastName'),
    maxLength: 80,
    isRequired: true,
    means: 'name',
  },
} satisfies FormDefinition

export const initialsField = {
  kind: 'text',
  label: (t) => t('main:user.form.initials'),
  hint: (t) => t('main:user.form.initialsHint'),
  maxLength: 5,
  means: 'name',
} satisfies FieldDefinition

export const languageField = {
  kind: 'choice',
  label: (t) => t('main:user.form.language'),
  values: ['en', 'fr'],
  text: (t, value) => (value === 'en' || value === 'fr' ? t(`main:profile.languages.${value}`) : null),
} satisfies ChoiceField<'en' | 'fr'>

export const unitField = {
  kind: 'choice',
  label: (t) => t('main:user.form.unit'),
  values: ['metric', 'us'],
  text: (t, value) => (value === 'metric' || value === 'us' ? t(`main:profile.units.${value}`) : null),
} satisfies ChoiceField<'metric' | 'us'>

export const regionField = {
  kind: 'choice',
  label: (t) => t('main:user.form.region'),
  values: regionCodes,
  text: (_, value, language) => regionsIn(language).find(({ code }) => code === value)?.name ?? null,
  none: (t) => t('word.notSet'),
} satisfies ChoiceField

/** In the order of the record. */
export const personFields = {
  ...personNameFields,
  initials: initialsField,
  language: languageField,
  region: regionField,
  unit: unitField,
} satisfies FormDefinition

/** Fields of a new person. */
export const newPersonFields = {
  ...personFields,
  email: { kind: 'text', label: (t) => t('main:user.form.email'), maxLength: 254, isRequired: true, means: 'name' },
  role: { kind: 'thing', label: (t) => t('main:user.form.role') },
  customer: { kind: 'thing', label: (t) => t('main:user.form.customer'), none: (t) => t('word.none') },
} satisfies FormDefinition
