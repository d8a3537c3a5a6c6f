/** Fields of a site, and those shared by buildings and spaces (spec §3, §5). */
import { unitSymbol } from '~/domain/units'
import type { ChoiceField, FieldDefinition, FormDefinition, NumberField, TextField } from '~/kit/edit/fields'
import { usageField } from './usage'

export const placeName = {
  kind: 'text',
  label: (t) => t('field.name'),
  maxLength: 100,
  isRequired: true,
  means: 'name',
} satisfies TextField

export const placeDescription = {
  kind: 'text',
  label: (t) => t('field.description'),
  maxLength: 1000,
  lines: 2,
} satisfies TextField

/** A size and its unit. */
export const sizeFields = {
  size: { kind: 'number', label: (t) => t('main:site.size'), min: 0, max: 1e9, error: 'errors:site.size' },
  units: {
    kind: 'choice',
    label: (t) => t('main:site.form.units'),
    values: ['metric', 'us'],
    text: (t, unit) =>
      unit === 'metric' || unit === 'us' ? `${t(`main:site.form.unit.${unit}`)} (${unitSymbol('m2', unit)})` : null,
  },
} satisfies { size: NumberField; units: ChoiceField<'metric' | 'us'> }

export const siteNameFields = { name: placeName, description: placeDescription } satisfies FormDefinition

export const siteAddressFields = {
  address: { kind: 'text', label: (t) => t('main:site.form.street'), maxLength: 200 },
  city: { kind: 'text', label: (t) => t('main:site.form.city'), maxLength: 200 },
  state: { kind: 'text', label: (t) => t('main:site.form.state'), maxLength: 200 },
  postalCode: { kind: 'text', label: (t) => t('main:site.form.postalCode'), maxLength: 20 },
  country: {
    kind: 'text',
    label: (t) => t('main:site.form.country'),
    hint: (t) => t('main:site.form.countryHint'),
    maxLength: 200,
  },
} satisfies FormDefinition

/** The limits are those of the service. */
export const locationFields = {
  latitude: {
    kind: 'number',
    label: (t) => t('main:site.form.latitude'),
    hint: (t) => t('main:site.form.latitudeHint'),
    min: -90,
    max: 90,
    error: 'errors:site.latitude',
  },
  longitude: {
    kind: 'number',
    label: (t) => t('main:site.form.longitude'),
    hint: (t) => t('main:site.form.longitudeHint'),
    min: -180,
    max: 180,
    error: 'errors:site.longitude',
  },
  timeZone: {
    kind: 'text',
    label: (t) => t('main:site.timeZone'),
    hint: (t) => t('main:site.form.timeZoneHint'),
    maxLength: 64,
    means: 'name',
  },
} satisfies FormDefinition

/** Fields of an edit, in the order of the record; a site changes its group by a move (spec §7). */
export const siteFields = {
  ...siteNameFields,
  ...siteAddressFields,
  latitude: locationFields.latitude,
  longitude: locationFields.longitude,
  usage: usageField,
  ...sizeFields,
  timeZone: locationFields.timeZone,
} satisfies FormDefinition

/** The group of a new site. */
export const groupField = {
  kind: 'thing',
  label: (t) => t('entity.group'),
  none: (t) => t('main:site.list.noGroup'),
} satisfies FieldDefinition

export const newSiteFields = { ...siteFields, siteGroupId: groupField } satisfies FormDefinition
