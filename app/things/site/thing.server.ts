/** How pages and changes load a site. */
import { site as contract, type Site } from '#contracts/site'
import { toInputValues } from '~/screens/edit/fields'
import { siteAt } from '~/screens/place/own-place.server'
import { locatePlace } from '~/screens/place/placed.server'
import type { Thing } from '../thing.server'
import { siteFields } from './fields'

export const siteThing: Thing<'site', Site> = {
  kind: 'site',
  loadPage: (page, args) =>
    locatePlace(page, { kind: 'site', ...args }, page.read(contract.getSite, { path: { id: args.at.siteId } })),
  load: ({ read }, at) => siteAt(read, at),
  toForm: (site) => toInputValues(siteFields, site),
}
