/** How pages and changes load a space. */
import { site as contract, type Space } from '#contracts/site'
import { toInputValues } from '~/kit/edit/fields'
import type { Thing } from '~/kit/edit/thing.server'
import { locatePlace } from '~/kit/place/locate-place.server'
import { spaceAt } from '~/kit/place/own-place.server'
import { spaceFields } from './fields'

export const spaceThing: Thing<'space', Space> = {
  kind: 'space',
  loadPage: (reader, args) =>
    locatePlace(reader, { kind: 'space', ...args }, reader.read(contract.getSpace, { path: { id: args.at.spaceId } })),
  load: async ({ read }, at) => (await spaceAt(read, at)).space,
  toForm: (space) => toInputValues(spaceFields, space),
}
