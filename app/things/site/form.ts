/** What a person fills in about a site, and what of it is sent (spec §3, §5). */
import { z } from 'zod'
import { freeText, Id, Unit } from '#contracts/scalars'
import { type Site, Usage } from '#contracts/site'
import { siteInput, typedNumber } from '~/domain/site-input'
import type { FilledIn } from '~/screens/edit/edit-row'

export const placeName = freeText(100).refine((text) => text !== '', { error: 'errors:field.required' })

/** A number typed in the person's own language; anything else stays in the form with `error` beside it. */
export function numberTyped(language: 'en' | 'fr', { min, max, error }: { min: number; max: number; error: string }) {
  return z
    .string()
    .max(40)
    .transform((text, check) => {
      const number = typedNumber(text, language)
      if (number !== undefined && number >= min && number <= max) return number
      check.addIssue({ code: 'custom', message: error })
      return z.NEVER
    })
    .optional()
}

/** The limits are those of the service; a place has both coordinates or none. */
export function siteForm(language: 'en' | 'fr') {
  const degrees = (max: number, error: string) => numberTyped(language, { min: -max, max, error })
  return z
    .object({
      name: placeName,
      description: freeText(1000).optional(),
      siteGroupId: Id.optional(),
      address: freeText(200).optional(),
      city: freeText(200).optional(),
      state: freeText(200).optional(),
      postalCode: freeText(20).optional(),
      country: freeText(200).optional(),
      latitude: degrees(90, 'errors:site.latitude'),
      longitude: degrees(180, 'errors:site.longitude'),
      usage: Usage.optional(),
      size: numberTyped(language, { min: 0, max: 1e9, error: 'errors:site.size' }),
      units: Unit.optional(),
      timeZone: z.string().max(64).optional(),
    })
    .superRefine(({ latitude, longitude }, check) => {
      if ((latitude === undefined) === (longitude === undefined)) return
      const path = [latitude === undefined ? 'latitude' : 'longitude']
      check.addIssue({ code: 'custom', message: 'errors:site.coordinates', path })
    })
}

export type SiteForm = z.infer<ReturnType<typeof siteForm>>

/** A new site: what was left empty is not sent. */
export function newSite(form: SiteForm) {
  return siteInput(form)
}

/** What an edit makes of a site; what was emptied is null. Its group is changed by moving it (spec §7). */
export function editedSite(site: Site, form: SiteForm) {
  const { siteGroupId: _, ...typed } = siteInput(form)
  return {
    name: typed.name,
    description: typed.description ?? '',
    address: typed.address ?? null,
    city: typed.city ?? null,
    state: typed.state ?? null,
    postalCode: typed.postalCode ?? null,
    country: typed.country ?? null,
    latitude: typed.latitude ?? null,
    longitude: typed.longitude ?? null,
    usage: typed.usage ?? null,
    size: typed.size ?? null,
    units: typed.units ?? null,
    timeZone: typed.timeZone ?? site.timeZone ?? null,
  }
}

const shown = [
  'name',
  'description',
  'address',
  'city',
  'state',
  'postalCode',
  'country',
  'latitude',
  'longitude',
  'usage',
  'size',
  'units',
  'timeZone',
] as const

/** The form as it is filled in for a site; numbers with a point in both languages. */
export function filledSite(site: { [Name in (typeof shown)[number]]?: string | number | null | undefined }): FilledIn {
  return Object.fromEntries(shown.map((name) => [name, String(site[name] ?? '')]))
}
