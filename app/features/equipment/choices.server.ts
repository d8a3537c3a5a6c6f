/** Options of equipment forms: types, spaces of the site, and feeding equipment. */
import { containsWords } from '#contracts/fold'
import { site } from '#contracts/site'
import { pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type OptionList, spacesOfSite } from '~/features/space/shared/spaces-of-site.server'
import type { Place } from '~/hrefs'
import { typeWord } from '~/i18n/type-word'
import type { Option } from '~/ui/field'
import { hasCheckbox } from './serving'
import { type EquipmentPage, findEquipment } from './shared/find-equipment.server'
import { readEquipmentTypes } from './shared/types.server'

/** Maximum number of options. */
const maxOptions = 1_000
const pageSize = 200
/** Maximum number of checkboxes; other spaces are found with the search. */
const maxCheckboxes = 200

/** Returns all types sorted by name, always including the current one. */
export async function typeOptions(reader: Reader, own?: string): Promise<Option[]> {
  const types = (await readEquipmentTypes(reader)).map(({ id, name }) => ({ value: id, label: name }))
  return withCurrent(
    types.sort((a, b) => a.label.localeCompare(b.label, reader.language)),
    own && { value: own, label: typeWord(reader.language, own.replaceAll('_', ' ')) },
  )
}

/** Returns the spaces of a site that match every word of `q`, always including the current one. */
export async function spaceOptions(
  { call }: Reader,
  siteId: string,
  own: { id: string; name: string },
  q = '',
): Promise<OptionList> {
  const all = await spacesOfSite(call, siteId)
  const options = all.options.filter(({ label }) => containsWords(label, q))
  return {
    options: withCurrent(options.slice(0, maxOptions), { value: own.id, label: own.name }),
    isCut: all.isCut || options.length > maxOptions,
  }
}

/** Returns the spaces that can be ticked, those of its own building first. */
export function spacesToServe({ options, isCut }: OptionList, building: string | undefined): OptionList {
  const isInside = ({ label }: Option) => Number(building !== undefined && label.startsWith(`${building} / `))
  const boxes = options
    .filter(({ value }) => hasCheckbox(value))
    .toSorted((one, other) => isInside(other) - isInside(one))
  return { options: boxes.slice(0, maxCheckboxes), isCut: isCut || boxes.length > maxCheckboxes }
}

/** Returns the other equipment of a site that matches `q`, always including the current feeder. */
export async function feederOptions(
  reader: Reader,
  { tenantId, customerId, siteId }: Place & { siteId: string },
  { self, own, q }: { self: string; own: string | null | undefined; q?: string | undefined },
): Promise<OptionList> {
  const search = { at: { tenantId, customerId }, filter: { siteId, ...(q && { q }) }, pageSize }
  const equipment: EquipmentPage['equipment'] = []
  let isCut = false
  try {
    for await (const step of pagesOf((after) => findEquipment(reader, { ...search, after }), steps)) {
      equipment.push(...step.page.equipment)
      isCut = step.isCut || step.page.incomplete || (step.page.next !== null && equipment.length >= maxOptions)
      if (isCut) break
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    isCut = true
  }
  const others = equipment.filter(({ id }) => id !== self).map(({ id, name }) => ({ value: id, label: name }))
  return {
    options: withCurrent(others, own ? { value: own, label: await nameOf(reader, own, others) } : undefined),
    isCut,
  }
}

const steps = { next: ({ next }: EquipmentPage) => next, rows: ({ equipment }: EquipmentPage) => equipment.length }

/** Returns the name of the current feeder if it is not among the options. */
async function nameOf({ panel }: Reader, id: string, others: readonly Option[]): Promise<string> {
  if (others.some(({ value }) => value === id)) return ''
  const read = await panel(site.getEquipment, { path: { id } })
  return read.ok ? read.value.name : id
}

function withCurrent(options: Option[], own: Option | '' | undefined): Option[] {
  return own && !options.some(({ value }) => value === own.value) ? [...options, own] : options
}
