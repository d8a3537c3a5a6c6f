/** How pages and changes load a customer. */
import type { Customer } from '#contracts/tenant'
import { toInputValues } from '~/kit/edit/fields'
import type { Thing } from '~/kit/edit/thing.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { customerFields } from './fields'

export const customerThing: Thing<'customer', Customer> = {
  kind: 'customer',
  loadPage: async (reader, { at }) => ({ now: await ownCustomer(reader.read, at), crumbs: [] }),
  load: ({ read }, at) => ownCustomer(read, at),
  toForm: (customer) => toInputValues(customerFields, customer),
}
