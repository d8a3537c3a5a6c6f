/** Options of equipment forms: types, spaces of the site, and feeding equipment. */
import { holdsWords } from '#contracts/fold'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { pagesOf } from '~/backend/pages'
import { asPanel, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Desk } from '~/change/desk'
import type { Place } from '~/hrefs'
import type { Option } from '~/ui/field'
import { type EquipmentPage, findEquipment } from './find-equipment.server'
import { hasBox } from './serving'
import { equipmentTypes } from './types.server'

/** Maximum number of options, and of buildings read concurrently. */
const mostOffered = 1_000
const atOnce = 8
const pageSize = 200
/** Maximum number of checkboxes; other spaces are found with the search. */
const mostBoxes = 200

/** Options of a form; `isCut` if some are missing, which the page reports. */
export interface Offered {
  options: Option[]
  isCut: boolean
}

/** Returns all types sorted by name, always including the current one. */
export async function typeOptions(reader: Reader, own?: string): Promise<Option[]> {
  const types = (await equipmentTypes(reader)).map(({ id, name }) => ({ value: id, label: name }))
  return withOwn(
    types.sort((a, b) => a.label.localeCompare(b.label, reader.language)),
    own && { value: own, label: own.replaceAll('_', ' ') },
  )
}

/** Returns the spaces of a site, building by building; `isCut` if some could not be read. */
export async function spacesOfSite(read: Desk<unknown>['read'], siteId: string): Promise<Offered> {
  const buildings = await asPanel(read(site.listBuildings, { path: { id: siteId } }))
  const lists = await inParallel(buildings.ok ? buildings.value : [], atOnce, async ({ id, name }) => {
    const listed = await asPanel(read(site.listSpaces, { path: { id } }))
    const spaces = listed.ok ? listed.value : []
    return {
      isRead: listed.ok,
      options: spaces.map((space) => ({ value: space.id, label: `${name} / ${space.name}` })),
    }
  })
  return {
    options: lists.flatMap((list) => list.options),
    isCut: !buildings.ok || lists.some(({ isRead }) => !isRead),
  }
}

/** Returns the spaces of a site that match every word of `q`, always including the current one. */
export async function spaceOptions(
  { ask }: Reader,
  siteId: string,
  own: { id: string; name: string },
  q = '',
): Promise<Offered> {
  const all = await spacesOfSite(ask, siteId)
  const options = all.options.filter(({ label }) => holdsWords(label, q))
  return {
    options: withOwn(options.slice(0, mostOffered), { value: own.id, label: own.name }),
    isCut: all.isCut || options.length > mostOffered,
  }
}

/** Returns the spaces that can be ticked, those of its own building first. */
export function spacesToServe({ options, isCut }: Offered, building: string | undefined): Offered {
  const isInside = ({ label }: Option) => Number(building !== undefined && label.startsWith(`${building} / `))
  const boxes = options.filter(({ value }) => hasBox(value)).toSorted((one, other) => isInside(other) - isInside(one))
  return { options: boxes.slice(0, mostBoxes), isCut: isCut || boxes.length > mostBoxes }
}

/** Returns the other equipment of a site that matches `q`, always including the current feeder. */
export async function feederOptions(
  reader: Reader,
  { tenantId, customerId, siteId }: Place & { siteId: string },
  { self, own, q }: { self: string; own: string | null | undefined; q?: string | undefined },
): Promise<Offered> {
  const asked = { at: { tenantId, customerId }, filter: { siteId, ...(q && { q }) }, pageSize }
  const found: EquipmentPage['equipment'] = []
  let isCut = false
  try {
    for await (const turned of pagesOf((after) => findEquipment(reader, { ...asked, after }), steps)) {
      found.push(...turned.page.equipment)
      isCut = turned.isCut || turned.page.isPartial || (turned.page.next !== null && found.length >= mostOffered)
      if (isCut) break
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    isCut = true
  }
  const others = found.filter(({ id }) => id !== self).map(({ id, name }) => ({ value: id, label: name }))
  return { options: withOwn(others, own ? { value: own, label: await nameOf(reader, own, others) } : undefined), isCut }
}

const steps = { next: ({ next }: EquipmentPage) => next, rows: ({ equipment }: EquipmentPage) => equipment.length }

/** Returns the name of the current feeder if it is not among the options. */
async function nameOf({ panel }: Reader, id: string, others: readonly Option[]): Promise<string> {
  if (others.some(({ value }) => value === id)) return ''
  const read = await panel(site.getEquipment, { path: { id } })
  return read.ok ? read.value.name : id
}

function withOwn(options: Option[], own: Option | '' | undefined): Option[] {
  return own && !options.some(({ value }) => value === own.value) ? [...options, own] : options
}
