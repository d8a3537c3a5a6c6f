/** How pages and changes load equipment. */
import type { Equipment } from '#contracts/equipment'
import { site } from '#contracts/site'
import { siteAt } from '~/screens/place/own-place.server'
import type { Option } from '~/ui/field'
import type { Thing } from '../thing.server'
import { spacesOfSite } from './choices.server'
import { equipmentAt } from './equipment.server'
import { type EquipmentOfSite, filledEquipment } from './form'

export const equipmentThing: Thing<'equipment', Equipment> = {
  kind: 'equipment',
  async onPage(page, { at, page: name, request }) {
    const { equipment, crumbs } = await equipmentAt(page, { name: name as 'equipment', at, request })
    return { now: equipment, crumbs }
  },
  /** Accepts any location in the site: the equipment may have been moved while its form was open. */
  async afresh({ read }, at) {
    const [, equipment] = await Promise.all([
      siteAt(read, at),
      read(site.getEquipment, { path: { id: at.equipmentId } }),
    ])
    const standsIn = equipment.siteId ?? equipment.path?.find(({ type }) => type === 'site')?.id
    if (standsIn !== undefined && standsIn !== at.siteId) throw new Response(null, { status: 404 })
    return equipment
  },
  filled: filledEquipment,
}

/** How the settings form loads equipment: with the names of the spaces that it serves. */
export const editedEquipmentThing: Thing<'equipment', EquipmentOfSite> = {
  ...equipmentThing,
  async onPage(page, here) {
    const [found, { options }] = await Promise.all([
      equipmentThing.onPage(page, here),
      spacesOfSite(page.ask, here.at.siteId),
    ])
    return { ...found, now: { ...found.now, spaceNames: namesIn(options) } }
  },
  async afresh(asking, at) {
    const [equipment, { options }] = await Promise.all([
      equipmentThing.afresh(asking, at),
      spacesOfSite(asking.read, at.siteId),
    ])
    return { ...equipment, spaceNames: namesIn(options) }
  },
  filled: filledEquipment,
}

const namesIn = (options: readonly Option[]) => new Map(options.map(({ value, label }) => [value, label]))
