/** How pages and changes load a site group. */
import { site as contract, type SiteGroup } from '#contracts/site'
import { filledWith } from '~/screens/edit/fields'
import { groupAt } from '~/screens/place/own-place.server'
import { placed } from '~/screens/place/placed.server'
import type { Thing } from '../thing.server'
import { groupFields } from './fields'

/** A site group, which is always directly below its customer. */
export type GroupNow = SiteGroup & { path: [] }

export const groupThing: Thing<'group', GroupNow> = {
  kind: 'group',
  onPage(page, here) {
    const reading = page.read(contract.getSiteGroup, { path: { id: here.at.groupId } })
    return placed(page, { kind: 'group', ...here }, reading.then(inCustomer))
  },
  afresh: async ({ read }, at) => inCustomer(await groupAt(read, at)),
  filled: (group) => filledWith(groupFields, group),
}

function inCustomer(group: SiteGroup): GroupNow {
  return { ...group, path: [] }
}
