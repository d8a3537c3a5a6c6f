/** The list that alarms were taken from, as its form says it: there one goes back to. */
import { listAddress } from '~/screens/list/list-address'

export const cameFromField = 'cameFrom'

/** Null for anything that is no list of alarms of the customer. */
export function cameFrom(address: string | undefined, customerId: string): string | null {
  const found = listAddress(address ?? '')
  return found?.view === 'alarms' && found.params.customerId === customerId ? (address ?? null) : null
}
