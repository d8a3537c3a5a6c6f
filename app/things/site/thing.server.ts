/** How pages and changes load a site. */
import { site as contract, type Site } from '#contracts/site'
import { filledWith } from '~/screens/edit/fields'
import { siteAt } from '~/screens/place/own-place.server'
import { placed } from '~/screens/place/placed.server'
import type { Thing } from '../thing.server'
import { siteFields } from './fields'

export const siteThing: Thing<'site', Site> = {
  kind: 'site',
  onPage: (page, here) =>
    placed(page, { kind: 'site', ...here }, page.read(contract.getSite, { path: { id: here.at.siteId } })),
  afresh: ({ read }, at) => siteAt(read, at),
  filled: (site) => filledWith(siteFields, site),
}
