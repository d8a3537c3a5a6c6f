/** What a person fills in about a building (spec §3, §5). */
import { z } from 'zod'
import { freeText, Unit } from '#contracts/scalars'
import { Usage } from '#contracts/site'
import { siteInput } from '~/domain/site-input'
import { areaIn } from '~/domain/units'
import type { FilledIn } from '~/screens/edit/edit-row'
import { numberTyped, placeName } from '../site/form'

export function buildingForm(language: 'en' | 'fr') {
  return z.object({
    name: placeName,
    description: freeText(1000).optional(),
    usage: Usage.optional(),
    address: freeText(200).optional(),
    size: numberTyped(language, { min: 0, max: 1e9, error: 'errors:site.size' }),
    units: Unit.optional(),
  })
}

export type BuildingForm = z.infer<ReturnType<typeof buildingForm>>

/** A building keeps its size in the unit of its site, whichever it is typed in. */
export function sentBuilding({ units, ...form }: BuildingForm, unitsOfSite: string | null | undefined) {
  const system = siteUnit(unitsOfSite)
  const size = form.size === undefined ? undefined : Math.round(areaIn(form.size, units ?? system, system) * 100) / 100
  return siteInput({ ...form, size })
}

/** What an edit makes of a building; what was emptied is null. */
export function editedBuilding(form: BuildingForm, unitsOfSite: string | null | undefined) {
  const sent = sentBuilding(form, unitsOfSite)
  return {
    name: sent.name,
    description: sent.description ?? '',
    usage: sent.usage ?? null,
    address: sent.address ?? null,
    size: sent.size ?? null,
  }
}

interface Shown {
  name: string
  description?: string | undefined
  usage?: string | null | undefined
  address?: string | null | undefined
  size?: number | null | undefined
}

/** The form as it is filled in for a building; the size in the unit of the site. */
export function filledBuilding(building: Shown, unitsOfSite: string | null | undefined): FilledIn {
  const { name, description, usage, address, size } = building
  return {
    name,
    description: description ?? '',
    usage: usage ?? '',
    address: address ?? '',
    size: String(size ?? ''),
    units: siteUnit(unitsOfSite),
  }
}

function siteUnit(units: string | null | undefined): 'metric' | 'us' {
  return units === 'us' || units === 'ft2' ? 'us' : 'metric'
}
