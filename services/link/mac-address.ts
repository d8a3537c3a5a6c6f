/** The hardware address of a controller that is known by its host id. */
import { seedOf } from '../kit/deterministic'

/** Returns the hardware address of the controller with a host id; null without a host id. */
export function macAddressOf(hostId: string): string | null {
  if (!hostId) return null
  const half = /-([0-9A-F]{6})$/.exec(hostId)?.[1] ?? seedOf(hostId).toString(16).padStart(8, '0').slice(-6)
  return `02005E${half}`.toUpperCase().replace(/(..)(?=.)/g, '$1:')
}
