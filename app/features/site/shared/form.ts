/** The form of a site, and the values sent for it (spec §3, §5). */
import { z } from 'zod'
import type { Site } from '#contracts/site'
import { siteInput } from '~/domain/site-input'
import { shapeOf, withNulls } from '~/kit/edit/schema'
import { newSiteFields, siteFields } from './fields'

/** A location needs both coordinates or neither. */
export function siteForm(language: 'en' | 'fr') {
  return z.object(shapeOf(newSiteFields, language)).superRefine(({ latitude, longitude }, check) => {
    if ((latitude === undefined) === (longitude === undefined)) return
    const path = [latitude === undefined ? 'latitude' : 'longitude']
    check.addIssue({ code: 'custom', message: 'errors:site.coordinates', path })
  })
}

export type SiteForm = z.infer<ReturnType<typeof siteForm>>

/** Returns the body of a new site, without empty fields. */
export function newSite(form: SiteForm) {
  return siteInput(form)
}

/** Returns the values of an edit; emptied fields are null, except the description and the time zone, which is kept. */
export function editedSite(form: SiteForm, site: Site) {
  const whole = withNulls(siteFields, form)
  return {
    ...whole,
    description: whole.description ?? '',
    timeZone: whole.timeZone ?? site.timeZone ?? null,
  }
}
