/** How pages and changes load a building. */
import { type Building, site as contract } from '#contracts/site'
import { buildingAt } from '~/screens/place/own-place.server'
import { placed } from '~/screens/place/placed.server'
import type { Thing } from '../thing.server'
import { filledBuilding } from './form'

/** A building with the units of its site, which apply to its size. */
export type BuildingNow = Building & { units: string | null | undefined }

export const buildingThing: Thing<'building', BuildingNow> = {
  kind: 'building',
  async onPage(page, here) {
    const reading = page.read(contract.getBuilding, { path: { id: here.at.buildingId } })
    const { now, site, crumbs } = await placed(page, { kind: 'building', ...here }, reading)
    return { now: { ...now, units: site?.ok ? site.value.units : null }, crumbs }
  },
  async afresh({ read }, at) {
    const { site, building } = await buildingAt(read, at)
    return { ...building, units: site.units }
  },
  filled: filledBuilding,
}
