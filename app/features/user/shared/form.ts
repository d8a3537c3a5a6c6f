/** The form of a person (spec §3, §5; domain §9.2). */
import { z } from 'zod'
import { plainText } from '#contracts/plain-text'
import type { TenantUser } from '#contracts/tenant'
import { initialsOf } from '~/domain/current-user'
import { regionCodes } from '~/domain/regions'
import { type InputValues, toInputValues } from '~/kit/edit/fields'
import { personFields } from './fields'

const name = (missing: 'errors:user.firstName' | 'errors:user.lastName') =>
  z
    .string({ error: missing })
    .max(1_000)
    .overwrite(plainText)
    .refine((text) => text.length >= 1, { error: missing })
    .refine((text) => text.length <= 80, { error: 'errors:user.name' })

/** Empty initials are derived by the rule; digits may follow if they are not unique in a tenant. */
const initials = z
  .string()
  .max(100)
  .overwrite((text) => plainText(text).toLocaleUpperCase())
  .refine((text) => /^(\p{L}{1,3}\d{0,2})?$/u.test(text), { error: 'errors:user.initials' })
  .default('')

const region = z
  .string()
  .refine((code) => code === '' || regionCodes.includes(code), { error: 'errors:user.region' })
  .default('')

export const PersonForm = z.object({
  firstName: name('errors:user.firstName'),
  lastName: name('errors:user.lastName'),
  initials,
  language: z.enum(['en', 'fr'], { error: 'errors:user.language' }),
  region,
  unit: z.enum(['metric', 'us'], { error: 'errors:user.unit' }),
})
export type PersonForm = z.infer<typeof PersonForm>

/** Returns the form values of a person. */
export function personToForm(user: TenantUser): InputValues {
  const { language, unit } = user
  return { ...toInputValues(personFields, user), language: language ?? 'en', unit: unit ?? 'metric' }
}

/** Returns the requested values, with derived initials if none were typed (spec §5). */
export function requestedPerson(form: PersonForm): InputValues {
  const { firstName, lastName, initials } = form
  return toInputValues(personFields, { ...form, initials: initials || initialsOf({ firstName, lastName }) })
}

/** Returns the body that saves the form. */
export function personBody({ region: code, ...form }: PersonForm) {
  return { ...form, region: code || null }
}
