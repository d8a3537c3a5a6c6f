/** How pages and changes load a site group. */
import { site as contract, type SiteGroup } from '#contracts/site'
import { toInputValues } from '~/kit/edit/fields'
import type { Thing } from '~/kit/edit/thing.server'
import { locatePlace } from '~/kit/place/locate-place.server'
import { groupAt } from '~/kit/place/own-place.server'
import { groupFields } from './shared/fields'

/** A site group, which is always directly below its customer. */
export type GroupEntity = SiteGroup & { path: [] }

export const groupThing: Thing<'group', GroupEntity> = {
  kind: 'group',
  loadPage(reader, args) {
    const reading = reader.read(contract.getSiteGroup, { path: { id: args.at.groupId } })
    return locatePlace(reader, { kind: 'group', ...args }, reading.then(inCustomer))
  },
  load: async ({ read }, at) => inCustomer(await groupAt(read, at)),
  toForm: (group) => toInputValues(groupFields, group),
}

function inCustomer(group: SiteGroup): GroupEntity {
  return { ...group, path: [] }
}
