/** Whom this program talks to: a device on the local network, or one behind a router. */
import type { IpEndpoint } from './frames/bvlc'
import type { NetworkStation } from './frames/npdu'
import { toHex } from './octets'

/** The endpoint of the device, or that of the router with the device's station behind it. */
export interface Peer extends IpEndpoint {
  station?: NetworkStation | undefined
}

/** Returns a text that is the same for the same device and no other. */
export function peerKey({ address, port, station }: Peer): string {
  const local = `${address}:${port}`
  return station ? `${local}/${station.network}:${toHex(station.mac)}` : local
}

export function isSameEndpoint(one: IpEndpoint, other: IpEndpoint): boolean {
  return one.address === other.address && one.port === other.port
}

/** Returns a text that is the same for the same device, also by another router to its network. */
export function placeKey(peer: Peer): string {
  const { station } = peer
  return station ? `${station.network}:${toHex(station.mac)}` : peerKey(peer)
}
