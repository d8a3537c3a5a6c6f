/** What is kept of a person, as its form posts it and as a plan tells it (spec §3, §5; domain §9.2). */
import { z } from 'zod'
import type { TenantUser } from '#contracts/tenant'
import type { PlanField } from '~/change/plan'
import { initialsOf } from '~/domain/current-user'
import { regionCodes } from '~/domain/regions'

const name = (missing: 'errors:user.firstName' | 'errors:user.lastName') =>
  z
    .string({ error: missing })
    .max(1_000)
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length >= 1, { error: missing })
    .refine((text) => text.length <= 80, { error: 'errors:user.name' })

/** Empty initials mean those of the rule; a digit may follow where they clash in a tenant. */
const initials = z
  .string()
  .max(100)
  .default('')
  .transform((text) => text.normalize('NFC').trim().toLocaleUpperCase())
  .refine((text) => /^(\p{L}{1,3}\d{0,2})?$/u.test(text), { error: 'errors:user.initials' })

const region = z
  .string()
  .default('')
  .refine((code) => code === '' || regionCodes.includes(code), { error: 'errors:user.region' })

export const PersonForm = z.object({
  firstName: name('errors:user.firstName'),
  lastName: name('errors:user.lastName'),
  initials,
  language: z.enum(['en', 'fr'], { error: 'errors:user.language' }),
  region,
  unit: z.enum(['metric', 'us'], { error: 'errors:user.unit' }),
})
export type PersonForm = z.infer<typeof PersonForm>

export const personFields = ['firstName', 'lastName', 'initials', 'language', 'region', 'unit'] as const
export type PersonField = (typeof personFields)[number]
export type PersonValues = Record<PersonField, string>

/** A person's record as the form is filled in with it. */
export function personValues(user: TenantUser): PersonValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    initials: user.initials ?? '',
    language: user.language ?? 'en',
    region: user.region ?? '',
    unit: user.unit ?? 'metric',
  }
}

/** What the form asks for, with the initials of the rule where none are given (spec §5). */
export function wantedValues(form: PersonForm): PersonValues {
  return { ...form, initials: form.initials || initialsOf({ firstName: form.firstName, lastName: form.lastName }) }
}

/** What differs, field by field; everything, for a person who is not there yet. */
export function personLines(before: PersonValues | null, after: PersonValues): PlanField[] {
  return personFields
    .map((field) => ({ name: field, from: before?.[field] || null, to: after[field] || null }))
    .filter(({ from, to }) => from !== to)
}

/** The body that saves a form. */
export function personBody({ region: code, ...form }: PersonForm) {
  return { ...form, region: code || null }
}
