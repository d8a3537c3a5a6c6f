/** How pages and changes load equipment. */
import type { Equipment } from '#contracts/equipment'
import { site } from '#contracts/site'
import { spacesOfSite } from '~/features/space/shared/spaces-of-site.server'
import type { Thing } from '~/kit/edit/thing.server'
import { siteAt } from '~/kit/place/own-place.server'
import type { Option } from '~/ui/field'
import { type EquipmentWithSpaceNames, equipmentToForm } from '../form'
import { equipmentAt } from './equipment.server'

export const equipmentThing: Thing<'equipment', Equipment> = {
  kind: 'equipment',
  async loadPage(reader, { at, page: name, request }) {
    const { equipment, crumbs } = await equipmentAt(reader, { name: name as 'equipment', at, request })
    return { now: equipment, crumbs }
  },
  /** Accepts any location in the site: the equipment may have been moved while its form was open. */
  async load({ read }, at) {
    const [, equipment] = await Promise.all([
      siteAt(read, at),
      read(site.getEquipment, { path: { id: at.equipmentId } }),
    ])
    const siteId = equipment.siteId ?? equipment.path?.find(({ type }) => type === 'site')?.id
    if (siteId !== undefined && siteId !== at.siteId) throw new Response(null, { status: 404 })
    return equipment
  },
  toForm: equipmentToForm,
}

/** How the settings form loads equipment: with the names of the spaces that it serves. */
export const equipmentSettingsThing: Thing<'equipment', EquipmentWithSpaceNames> = {
  ...equipmentThing,
  async loadPage(reader, args) {
    const [loaded, { options }] = await Promise.all([
      equipmentThing.loadPage(reader, args),
      spacesOfSite(reader.call, args.at.siteId),
    ])
    return { ...loaded, now: { ...loaded.now, spaceNames: namesIn(options) } }
  },
  async load(context, at) {
    const [equipment, { options }] = await Promise.all([
      equipmentThing.load(context, at),
      spacesOfSite(context.read, at.siteId),
    ])
    return { ...equipment, spaceNames: namesIn(options) }
  },
  toForm: equipmentToForm,
}

const namesIn = (options: readonly Option[]) => new Map(options.map(({ value, label }) => [value, label]))
