/** The list of alarms that a form was opened from, used to return to it. */
import { listAddress } from '~/screens/list/list-address'

export const cameFromField = 'cameFrom'

/** Returns the address if it is a list of alarms of the customer, else null. */
export function cameFrom(address: string | undefined, customerId: string): string | null {
  const found = listAddress(address ?? '')
  return found?.view === 'alarms' && found.params.customerId === customerId ? (address ?? null) : null
}
