/** Where a page is. */
import type { Place } from '~/hrefs'
import type { ParamsFor } from '~/paths'

/** The params of an address below a customer, as far as it reaches. */
export type PlaceParams = Place & Partial<ParamsFor<'device'> & ParamsFor<'equipment'>>
