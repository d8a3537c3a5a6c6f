/** How pages and changes load a site. */
import { site as contract, type Site } from '#contracts/site'
import { toInputValues } from '~/screens/edit/fields'
import { locatePlace } from '~/screens/place/locate-place.server'
import { siteAt } from '~/screens/place/own-place.server'
import type { Thing } from '../thing.server'
import { siteFields } from './fields'

export const siteThing: Thing<'site', Site> = {
  kind: 'site',
  loadPage: (reader, args) =>
    locatePlace(reader, { kind: 'site', ...args }, reader.read(contract.getSite, { path: { id: args.at.siteId } })),
  load: ({ read }, at) => siteAt(read, at),
  toForm: (site) => toInputValues(siteFields, site),
}
