/** The spaces of a site as options of a form. */
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { asPanel } from '~/backend/reader.server'
import type { PlanContext } from '~/change/plan-context'
import type { Option } from '~/ui/field'

/** Maximum number of buildings read concurrently. */
const maxConcurrent = 8

/** Options of a form; `isCut` if some are missing, which the page reports. */
export interface OptionList {
  options: Option[]
  isCut: boolean
}

/** Returns the spaces of a site, building by building; `isCut` if some could not be read. */
export async function spacesOfSite(read: PlanContext<unknown>['read'], siteId: string): Promise<OptionList> {
  const buildings = await asPanel(read(site.listBuildings, { path: { id: siteId } }))
  const lists = await inParallel(buildings.ok ? buildings.value : [], maxConcurrent, async ({ id, name }) => {
    const spacesPanel = await asPanel(read(site.listSpaces, { path: { id } }))
    const spaces = spacesPanel.ok ? spacesPanel.value : []
    return {
      isRead: spacesPanel.ok,
      options: spaces.map((space) => ({ value: space.id, label: `${name} / ${space.name}` })),
    }
  })
  return {
    options: lists.flatMap((list) => list.options),
    isCut: !buildings.ok || lists.some(({ isRead }) => !isRead),
  }
}
