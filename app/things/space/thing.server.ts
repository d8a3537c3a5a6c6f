/** How pages and changes load a space. */
import { site as contract, type Space } from '#contracts/site'
import { toInputValues } from '~/screens/edit/fields'
import { spaceAt } from '~/screens/place/own-place.server'
import { locatePlace } from '~/screens/place/placed.server'
import type { Thing } from '../thing.server'
import { spaceFields } from './fields'

export const spaceThing: Thing<'space', Space> = {
  kind: 'space',
  loadPage: (page, args) =>
    locatePlace(page, { kind: 'space', ...args }, page.read(contract.getSpace, { path: { id: args.at.spaceId } })),
  load: async ({ read }, at) => (await spaceAt(read, at)).space,
  toForm: (space) => toInputValues(spaceFields, space),
}
