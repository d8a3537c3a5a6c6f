/** The list of alarms that a form was opened from, used to return to it. */
import { parseListAddress } from '~/kit/list/list-address'

export const returnListField = 'cameFrom'

/** Returns the address if it is a list of alarms of the customer, else null. */
export function returnList(address: string | undefined, customerId: string): string | null {
  const list = parseListAddress(address ?? '')
  return list?.view === 'alarms' && list.params.customerId === customerId ? (address ?? null) : null
}
