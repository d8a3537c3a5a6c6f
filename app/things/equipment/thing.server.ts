/** A piece of equipment, where changes of what is kept about it find it. */
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
  /** Wherever in its site it stands now: somebody may have moved it while a form of it was filled in. */
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

/** The same where its own fields are changed: with what the spaces that it serves are called. */
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
