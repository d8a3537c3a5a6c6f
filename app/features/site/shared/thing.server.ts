/** How pages and changes load a site. */
import { site as contract, type Site } from '#contracts/site'
import { toInputValues } from '~/kit/edit/fields'
import type { Thing } from '~/kit/edit/thing.server'
import { locatePlace } from '~/kit/place/locate-place.server'
import { siteAt } from '~/kit/place/own-place.server'
import { siteFields } from './fields'

export const siteThing: Thing<'site', Site> = {
  kind: 'site',
  loadPage: (reader, args) =>
    locatePlace(reader, { kind: 'site', ...args }, reader.read(contract.getSite, { path: { id: args.at.siteId } })),
  load: ({ read }, at) => siteAt(read, at),
  toForm: (site) => toInputValues(siteFields, site),
}
