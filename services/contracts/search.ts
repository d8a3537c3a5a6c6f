/** Search across everything of a customer (domain §17). */
import { z } from 'zod'
import { read } from './endpoint'
import { ExcludedProducts, Id, NodeType, Paging, PathNode, page } from './scalars'

/** The field of a node that matched: its name, its place, an identifier on its label or controller, or an address. */
export const SearchField = z.enum([
  'name',
  'hostId',
  'serialNumber',
  'macAddress',
  'address',
  'label',
  'objectName',
  'path',
])
export type SearchField = z.infer<typeof SearchField>

/** The type of a result: a node of the tree, or a single point. */
export const SearchMatchType = NodeType.or(z.literal('point'))
export type SearchMatchType = z.infer<typeof SearchMatchType>

export const SearchMatch = z.looseObject({
  id: Id,
  type: SearchMatchType,
  name: z.string(),
  hostId: z.string().nullish(),
  path: z.array(PathNode),
  /** Its customer, for lists across customers. */
  customer: z.looseObject({ id: Id, name: z.string() }).nullish(),
  /** Which field matched, and its text. */
  field: SearchField,
  value: z.string(),
})
export type SearchMatch = z.infer<typeof SearchMatch>

export const searchCalls = {
  search: read('GET /x/search', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      customerId: Id.optional(),
      q: z.string().trim().min(2, { error: 'errors.search.tooShort' }).max(200),
      /**
       * Types to search: `group`, `site`, `building`, `space`, `device`, `equipment`, `project`, `point`, separated by
       * commas; all by default. Points only of controllers whose points have been listed once.
       */
      kinds: z.string().max(100).optional(),
    }),
    reply: page(SearchMatch),
    meaning:
      'Search one customer, or everything the caller can see, by name, path, host id, serial number or address; each ' +
      'result names the field that matched.',
  }),
}
