/** Finding devices: who answers a Who-Is, and which instances answer from two places. */
import type { IAm } from '../messages/who-is'
import type { BroadcastScope } from '../network/network-link'
import { objectTypes } from '../object-types'
import { type Peer, placeKey } from '../peer'
import type { Timers } from '../timers'
import type { BacnetClient } from './bacnet-client'

export interface DiscoveredDevice {
  instance: number
  peer: Peer
  maxApdu: number
  segmentation: number
  vendorId: number
  /** Milliseconds from the last question to the first answer. */
  answeredAfterMs: number
}

export interface Discovery {
  devices: DiscoveredDevice[]
  /** Instances that more than one device answers to; these cannot be distinguished. */
  duplicates: { instance: number; devices: DiscoveredDevice[] }[]
}

interface DiscoveryOptions {
  range?: { low: number; high: number }
  /** Who is asked; all networks by default. */
  scopes?: readonly (BroadcastScope | Peer)[]
  waitMs: number
  timers: Timers
  /** Is called for each device as soon as it answers. */
  onDevice?(device: DiscoveredDevice): void
}

/** A network with more devices is a forged one. */
const maxDevices = 10_000

/** Asks twice, since a broadcast may be lost, and returns who has answered by the end. */
export function discover(client: BacnetClient, options: DiscoveryOptions): Promise<Discovery> {
  const { range, scopes = ['global'], waitMs, timers, onDevice } = options
  const devices = new Map<string, DiscoveredDevice>()
  let askedAt = timers.now()
  const isInRange = (instance: number) => !range || (instance >= range.low && instance <= range.high)
  const take = ({ device, maxApdu, segmentation, vendorId }: IAm, peer: Peer) => {
    const { instance } = device
    const key = `${instance}@${placeKey(peer)}`
    const isNew = !devices.has(key) && devices.size < maxDevices
    if (device.type !== objectTypes.device || !isInRange(instance) || !isNew) return
    const answeredAfterMs = timers.now() - askedAt
    const answer = { instance, peer, maxApdu, segmentation, vendorId, answeredAfterMs }
    devices.set(key, answer)
    onDevice?.(answer)
  }
  const ask = () => {
    askedAt = timers.now()
    for (const scope of scopes) client.whoIs({ ...range, scope })
  }
  const stopListening = client.onIAm(take)
  ask()
  timers.after(waitMs / 2, ask)
  return new Promise((resolve) => {
    timers.after(waitMs, () => {
      stopListening()
      resolve(separateDuplicates([...devices.values()]))
    })
  })
}

function separateDuplicates(all: readonly DiscoveredDevice[]): Discovery {
  const byInstance = new Map<number, DiscoveredDevice[]>()
  for (const device of all) byInstance.set(device.instance, [...(byInstance.get(device.instance) ?? []), device])
  const groups = [...byInstance].sort(([one], [other]) => one - other)
  return {
    devices: groups.flatMap(([, devices]) => (devices.length === 1 ? devices : [])),
    duplicates: groups.flatMap(([instance, devices]) => (devices.length > 1 ? [{ instance, devices }] : [])),
  }
}
