/** The form of a building (spec §3, §5). */
import { z } from 'zod'
import { siteInput } from '~/domain/site-input'
import { areaIn } from '~/domain/units'
import { type InputValues, toInputValues } from '~/kit/edit/fields'
import { shapeOf } from '~/kit/edit/schema'
import { buildingFields } from './fields'

export const buildingForm = (language: 'en' | 'fr') => z.object(shapeOf(buildingFields, language))
export type BuildingForm = z.infer<ReturnType<typeof buildingForm>>

/** Returns the body to send. The size is converted to the unit of the site and rounded to two decimals. */
export function buildingBody({ units, ...form }: BuildingForm, unitsOfSite: string | null | undefined) {
  const system = siteUnit(unitsOfSite)
  const size = form.size === undefined ? undefined : Math.round(areaIn(form.size, units ?? system, system) * 100) / 100
  return siteInput({ ...form, size })
}

/** Returns the values of an edit; emptied fields are null, except the description. */
export function editedBuilding(form: BuildingForm, { units }: { units?: string | null | undefined }) {
  const sent = buildingBody(form, units)
  return {
    name: sent.name,
    description: sent.description ?? '',
    usage: sent.usage ?? null,
    address: sent.address ?? null,
    size: sent.size ?? null,
  }
}

/** Returns the form values of a building, with the units of its site. */
export function buildingToForm(building: Readonly<Record<string, unknown>>): InputValues {
  return toInputValues(buildingFields, { ...building, units: siteUnit(building.units) })
}

function siteUnit(units: unknown): 'metric' | 'us' {
  return units === 'us' || units === 'ft2' ? 'us' : 'metric'
}
