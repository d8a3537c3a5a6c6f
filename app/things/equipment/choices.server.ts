/** What the forms of equipment offer: types, spaces of the site, and what can feed it. */
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { Place } from '~/hrefs'
import type { Option } from '~/ui/field'
import { findEquipment } from './find-equipment.server'
import { equipmentTypes } from './types.server'

/** As many as a list to choose from holds, and as many buildings as are looked into. */
const mostShown = 300
const mostBuildings = 20
const atOnce = 8

/** Every type by its name; the one it has is among them whatever the backend says. */
export async function typeOptions(reader: Reader, own?: string): Promise<Option[]> {
  const types = (await equipmentTypes(reader)).map(({ id, name }) => ({ value: id, label: name }))
  return withOwn(
    types.sort((a, b) => a.label.localeCompare(b.label, reader.language)),
    own && { value: own, label: own.replaceAll('_', ' ') },
  )
}

/** The spaces of a site, building by building. */
export async function spaceOptions(
  { ask }: Reader,
  siteId: string,
  own: { id: string; name: string },
): Promise<Option[]> {
  const buildings = await asPanel(ask(site.listBuildings, { path: { id: siteId } }))
  const some = buildings.ok ? buildings.value.slice(0, mostBuildings) : []
  const spaces = await inParallel(some, atOnce, async ({ id, name }) => {
    const read = await asPanel(ask(site.listSpaces, { path: { id } }))
    return (read.ok ? read.value : []).map((space) => ({ value: space.id, label: `${name} / ${space.name}` }))
  })
  return withOwn(spaces.flat().slice(0, mostShown), { value: own.id, label: own.name })
}

/** The other equipment of a site. */
export async function feederOptions(
  reader: Reader,
  at: Place & { siteId: string },
  { self, own }: { self: string; own: string | null | undefined },
): Promise<Option[]> {
  const { tenantId, customerId, siteId } = at
  const read = await asPanel(findEquipment(reader, { at: { tenantId, customerId }, filter: { siteId }, pageSize: 200 }))
  const others = (read.ok ? read.value.equipment : []).filter(({ id }) => id !== self)
  return withOwn(
    others.map(({ id, name }) => ({ value: id, label: name })),
    own ? { value: own, label: own } : undefined,
  )
}

function withOwn(options: Option[], own: Option | '' | undefined): Option[] {
  return own && !options.some(({ value }) => value === own.value) ? [...options, own] : options
}
