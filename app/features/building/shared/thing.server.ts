/** How pages and changes load a building. */
import { type Building, site as contract } from '#contracts/site'
import type { Thing } from '~/kit/edit/thing.server'
import { locatePlace } from '~/kit/place/locate-place.server'
import { buildingAt } from '~/kit/place/own-place.server'
import { buildingToForm } from './form'

/** A building with the units of its site, which apply to its size. */
export type BuildingEntity = Building & { units: string | null | undefined }

export const buildingThing: Thing<'building', BuildingEntity> = {
  kind: 'building',
  async loadPage(reader, args) {
    const reading = reader.read(contract.getBuilding, { path: { id: args.at.buildingId } })
    const { now, site, crumbs } = await locatePlace(reader, { kind: 'building', ...args }, reading)
    return { now: { ...now, units: site?.ok ? site.value.units : null }, crumbs }
  },
  async load({ read }, at) {
    const { site, building } = await buildingAt(read, at)
    return { ...building, units: site.units }
  },
  toForm: buildingToForm,
}
