/** Finding devices: who answers a Who-Is or a Who-Has, and which instances answer from two places. */
import type { ObjectId } from '../encoding/primitives'
import type { IAm, IHave, WhoHas } from '../messages/who-is'
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

export type Discovery = Separated<DiscoveredDevice>

interface QuestionOptions {
  range?: { low: number; high: number }
  /** Who is asked; all networks by default. */
  scopes?: readonly (BroadcastScope | Peer)[]
  waitMs: number
  timers: Timers
}

interface DiscoveryOptions extends QuestionOptions {
  /** Is called for each device as soon as it answers. */
  onDevice?(device: DiscoveredDevice): void
}

/** A device that answered to have an object. */
export interface ObjectHolder {
  instance: number
  peer: Peer
  /** Milliseconds from the last question to the first answer. */
  answeredAfterMs: number
  objects: { object: ObjectId; name: string }[]
}

interface HolderOptions extends QuestionOptions {
  /** Is called for each device as soon as it answers. */
  onHolder?(holder: ObjectHolder): void
}

/** A network with more devices is a forged one, and so is a device with more objects of one name. */
const maxDevices = 10_000
const maxObjects = 100

/** Asks twice, since a broadcast may be lost, and returns who has answered by the end. */
export function discover(client: BacnetClient, options: DiscoveryOptions): Promise<Discovery> {
  const { range, scopes = ['global'], timers, onDevice } = options
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
  return askTwice(options, ask, () => {
    stopListening()
    return separateDuplicates([...devices.values()])
  })
}

/** Asks twice who has an object, and returns who has answered by the end. */
export function discoverHolders(
  client: BacnetClient,
  question: WhoHas['object'],
  options: HolderOptions,
): Promise<Separated<ObjectHolder>> {
  const { range, scopes = ['global'], timers, onHolder } = options
  const holders = new Map<string, ObjectHolder>()
  let askedAt = timers.now()
  const isInRange = (instance: number) => !range || (instance >= range.low && instance <= range.high)
  const take = ({ device, object, name: { text: name } }: IHave, peer: Peer) => {
    const { instance } = device
    if (device.type !== objectTypes.device || !isInRange(instance) || !isMeant(question, object, name)) return
    const key = `${instance}@${placeKey(peer)}`
    const known = holders.get(key)
    const isKnown = (one: { object: ObjectId }) =>
      one.object.type === object.type && one.object.instance === object.instance
    if (known) {
      if (known.objects.length < maxObjects && !known.objects.some(isKnown)) known.objects.push({ object, name })
    } else if (holders.size < maxDevices) {
      const holder = { instance, peer, answeredAfterMs: timers.now() - askedAt, objects: [{ object, name }] }
      holders.set(key, holder)
      onHolder?.(holder)
    }
  }
  const limits = range && { lowLimit: range.low, highLimit: range.high }
  const ask = () => {
    askedAt = timers.now()
    for (const scope of scopes) client.whoHas({ ...limits, object: question }, scope)
  }
  const stopListening = client.onIHave(take)
  return askTwice(options, ask, () => {
    stopListening()
    return separateDuplicates([...holders.values()])
  })
}

/** Whether an answer is one to a question: others are of another client, or forged. */
const isMeant = (question: WhoHas['object'], { type, instance }: ObjectId, name: string) =>
  question.kind === 'name'
    ? question.value.text === name
    : question.value.type === type && question.value.instance === instance

/** Asks, asks again in the middle of the time, and returns the result at its end. */
function askTwice<Result>({ waitMs, timers }: QuestionOptions, ask: () => void, end: () => Result): Promise<Result> {
  ask()
  timers.after(waitMs / 2, ask)
  return new Promise((resolve) => {
    timers.after(waitMs, () => resolve(end()))
  })
}

interface Separated<Device> {
  devices: Device[]
  /** Instances that more than one device answers to; these cannot be distinguished. */
  duplicates: { instance: number; devices: Device[] }[]
}

function separateDuplicates<Device extends { instance: number }>(all: readonly Device[]): Separated<Device> {
  const byInstance = new Map<number, Device[]>()
  for (const device of all) byInstance.set(device.instance, [...(byInstance.get(device.instance) ?? []), device])
  const groups = [...byInstance].sort(([one], [other]) => one - other)
  return {
    devices: groups.flatMap(([, devices]) => (devices.length === 1 ? devices : [])),
    duplicates: groups.flatMap(([instance, devices]) => (devices.length > 1 ? [{ instance, devices }] : [])),
  }
}
