/** How pages and changes load a space. */
import { site as contract, type Space } from '#contracts/site'
import { filledWith } from '~/screens/edit/fields'
import { spaceAt } from '~/screens/place/own-place.server'
import { placed } from '~/screens/place/placed.server'
import type { Thing } from '../thing.server'
import { spaceFields } from './fields'

export const spaceThing: Thing<'space', Space> = {
  kind: 'space',
  onPage: (page, here) =>
    placed(page, { kind: 'space', ...here }, page.read(contract.getSpace, { path: { id: here.at.spaceId } })),
  afresh: async ({ read }, at) => (await spaceAt(read, at)).space,
  filled: (space) => filledWith(spaceFields, space),
}
