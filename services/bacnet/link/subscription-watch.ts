/**
 * Notices that a device notifies of nothing any more although its subscriptions have not ended: it has started again, or
 * it only says that it notifies. It may state when it started, list its subscriptions, or have other values than those
 * that it notified of.
 */
import type { BacnetClient } from '../client/bacnet-client'
import type { PropertyToRead } from '../client/multiple-reader'
import type { RemoteDevice } from '../client/remote-device'
import { objectKey } from '../encoding/primitives'
import type { PropertyValue } from '../encoding/property-values'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import { isRequestFailure, isUnanswered, RequestFailure } from '../refusals'
import type { Timers } from '../timers'
import type { RemotePoint } from './remote-point'

interface Watched {
  device: RemoteDevice
  instance: number
  points: readonly RemotePoint[]
}

/** Values that are compared at a time, those first that were longest ago. */
const comparedAtOnce = 10
/** A notification may arrive after the answer that has the same value. */
const lateNotificationMs = 3_000
/** Octets of an entry of the list of subscriptions. */
const entryOctets = 40
/** A longer list would keep a slow device busy. */
const maxEntries = 100

export class SubscriptionWatch {
  readonly #client: BacnetClient
  readonly #timers: Timers
  #startedAt: string | undefined
  #statesStart = true
  #lists = true
  /** The objects of which the device listed a subscription of this side. */
  #listed = new Set<string>()

  constructor({ client, timers }: { client: BacnetClient; timers: Timers }) {
    this.#client = client
    this.#timers = timers
  }

  /** Returns the points to subscribe to again. Throws `RequestFailure` when the device is silent. */
  async lost({ device, instance, points }: Watched): Promise<readonly RemotePoint[]> {
    const subscribed = points.filter((point) => point.isNotified(this.#timers.now()))
    if (subscribed.length === 0) return []
    const startedAt = this.#timers.now()
    const object = { type: objectTypes.device, instance }
    const [hasStarted, unnotified] = await this.#read(device, object, subscribed)
    if (hasStarted) return points
    const unlisted = await this.#unlisted(device, object, subscribed)
    if (unlisted.length > 0) return unlisted
    if (unnotified.length === 0) {
      for (const point of subscribed) point.confirm(startedAt)
      return []
    }
    await new Promise<void>((resolve) => this.#timers.after(lateNotificationMs, resolve))
    return unnotified.some((point) => point.misses(startedAt, this.#timers.now())) ? points : []
  }

  /** Returns whether the device has started again, and points with a value of which it did not notify. */
  async #read(
    device: RemoteDevice,
    object: PropertyToRead['object'],
    subscribed: readonly RemotePoint[],
  ): Promise<[boolean, RemotePoint[]]> {
    const compared = [...subscribed].sort((one, other) => one.comparedAt - other.comparedAt).slice(0, comparedAtOnce)
    const start = this.#statesStart ? [{ object, property: properties.timeOfDeviceRestart }] : []
    const values = compared.map((point) => ({ object: point.object, property: properties.presentValue }))
    const marks = compared.map((point) => point.begin())
    const results = await device.readProperties([...start, ...values])
    const now = this.#timers.now()
    const unnotified: RemotePoint[] = []
    for (const [at, point] of compared.entries()) {
      const result = results[start.length + at]
      if (result && 'failure' in result && isUnanswered(result.failure)) throw new RequestFailure(result.failure)
      const mark = marks[at]
      if (mark && result && 'value' in result && point.compare(result.value, mark, now)) unnotified.push(point)
    }
    const [first] = results
    if (start.length === 0 || !first) return [false, unnotified]
    if ('failure' in first) this.#statesStart = false
    return [this.#isOtherStart('value' in first ? first.value : undefined), unnotified]
  }

  #isOtherStart(value: PropertyValue | undefined): boolean {
    if (value?.kind !== 'timeOfDeviceRestart') return false
    const startedAt = JSON.stringify(value.values)
    const isOther = this.#startedAt !== undefined && this.#startedAt !== startedAt
    this.#startedAt = startedAt
    return isOther
  }

  /** Returns the points whose subscription the device listed earlier, and lists no more. */
  async #unlisted(
    device: RemoteDevice,
    object: PropertyToRead['object'],
    subscribed: readonly RemotePoint[],
  ): Promise<RemotePoint[]> {
    const { maxApdu } = device.address
    const max = device.sendsSegments ? maxEntries : Math.min(maxEntries, Math.floor(maxApdu / entryOctets))
    if (!this.#lists || subscribed.length > max) return []
    try {
      const list = await device.readProperty({ object, property: properties.activeCovSubscriptions })
      const listed = this.#ownObjects(list)
      const unlisted = subscribed.filter(
        (point) => this.#listed.has(objectKey(point.object)) && !listed.has(objectKey(point.object)),
      )
      this.#listed = listed
      return unlisted
    } catch (error) {
      if (!isRequestFailure(error) || isUnanswered(error.failure)) throw error
      this.#lists = false
      return []
    }
  }

  #ownObjects(list: PropertyValue): Set<string> {
    const { address, port } = this.#client.local
    const own = [...address.split('.').map(Number), port >> 8, port & 0xff].join('.')
    const entries = list.kind === 'activeCovSubscriptions' ? list.values : []
    return new Set(
      entries.flatMap(({ recipient: { recipient }, property: { object } }) =>
        recipient.kind === 'address' && recipient.value.mac.join('.') === own ? [objectKey(object)] : [],
      ),
    )
  }
}
