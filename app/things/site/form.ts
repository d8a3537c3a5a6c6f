/** What a person fills in about a site, and what of it is sent (spec §3, §5). */
import { z } from 'zod'
import type { Site } from '#contracts/site'
import { siteInput } from '~/domain/site-input'
import { shapeOf, withNulls } from '~/screens/edit/schema'
import { newSiteFields, siteFields } from './fields'

/** A place has both coordinates or none. */
export function siteForm(language: 'en' | 'fr') {
  return z.object(shapeOf(newSiteFields, language)).superRefine(({ latitude, longitude }, check) => {
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

/** What an edit makes of a site; what was emptied is null, but for the time zone, which a site keeps. */
export function editedSite(form: SiteForm, site: Site) {
  const whole = withNulls(siteFields, form)
  return {
    ...whole,
    description: whole.description ?? '',
    timeZone: whole.timeZone ?? site.timeZone ?? null,
  }
}
