/** The scope of a shift page: a customer, or one of its sites. */
import type { PlanContext } from '~/change/plan-context'
import { entitySubject } from '~/kit/edit/thing.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { siteAt } from '~/kit/place/own-place.server'
import type { PlaceParams } from '~/kit/place/place-params'
import type { ParamsFor } from '~/paths'
import type { Subject } from '~/trail/record'
import type { ShiftScope } from './shift-query.server'

export function shiftScope(at: PlaceParams): ShiftScope {
  return at.siteId ? { level: 'site', at: at as ParamsFor<'site'> } : { level: 'customer', at }
}

/** Returns the place as a subject of the trail, read again; responds 404 for a site of another place. */
export async function scopeSubject({ read }: Pick<PlanContext<unknown>, 'read'>, at: PlaceParams): Promise<Subject> {
  const customer = await ownCustomer(read, at)
  const { siteId } = at
  return siteId ? entitySubject('site', await siteAt(read, { ...at, siteId })) : entitySubject('customer', customer)
}
