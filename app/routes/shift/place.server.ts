/** Where a shift page stands: a customer, or a site of it. */
import type { Desk } from '~/change/desk'
import type { ParamsFor } from '~/paths'
import type { PlaceParams } from '~/screens/place/mount.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { siteAt } from '~/screens/place/own-place.server'
import { subjectOf } from '~/things/thing.server'
import type { Subject } from '~/trail/record'
import type { ShiftScope } from './parts.server'

export function scopeOf(at: PlaceParams): ShiftScope {
  return at.siteId ? { level: 'site', at: at as ParamsFor<'site'> } : { level: 'customer', at }
}

/** The place as the trail names it, read afresh: what stands elsewhere is not there. */
export async function subjectHere({ read }: Pick<Desk<unknown>, 'read'>, at: PlaceParams): Promise<Subject> {
  const customer = await ownCustomer(read, at)
  const { siteId } = at
  return siteId ? subjectOf('site', await siteAt(read, { ...at, siteId })) : subjectOf('customer', customer)
}
