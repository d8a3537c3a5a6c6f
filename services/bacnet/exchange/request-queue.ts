/**
 * Manners on the wire: how many requests a device and a network get at once. The queue is bounded, devices take turns,
 * and a silent device is left alone for a while.
 */
import { type Peer, peerKey } from '../peer'
import { isRequestFailure, RequestFailure } from '../refusals'
import type { Timers } from '../timers'

export interface QueueLimits {
  /** Requests at once to a device on the IP network. */
  perDevice: number
  /** Requests at once to a device behind a router, which is most often on a slow serial line. */
  perRoutedDevice: number
  perNetworkPerSecond: number
  maxWaitingPerDevice: number
  maxWaiting: number
  firstBackOffMs: number
  maxBackOffMs: number
}

export const defaultLimits: QueueLimits = {
  perDevice: 4,
  perRoutedDevice: 1,
  perNetworkPerSecond: 20,
  maxWaitingPerDevice: 1_000,
  maxWaiting: 20_000,
  firstBackOffMs: 10_000,
  maxBackOffMs: 300_000,
}

interface WaitingRequest {
  run(): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface DeviceQueue {
  peer: Peer
  waiting: WaitingRequest[]
  running: number
  backOffMs: number
  silentUntil: number
}

const localNetwork = 0
const secondMs = 1_000

export class RequestQueue {
  readonly #limits: QueueLimits
  readonly #timers: Timers
  readonly #devices = new Map<string, DeviceQueue>()
  /** Devices with waiting requests; the first one has waited longest for a turn. */
  readonly #turns = new Set<DeviceQueue>()
  /** Starts of the last second, by network. */
  readonly #starts = new Map<number, number[]>()
  #waiting = 0
  #cancelTimer: (() => void) | undefined
  #isStopped = false

  constructor(limits: QueueLimits, timers: Timers) {
    this.#limits = limits
    this.#timers = timers
  }

  /**
   * Runs a request when it is its turn. Rejects at once when the queue is full, or the device is silent, unless the
   * request is urgent.
   */
  run<Result>(peer: Peer, run: () => Promise<Result>, { isUrgent = false } = {}): Promise<Result> {
    if (this.#isStopped) return Promise.reject(new RequestFailure({ kind: 'stopped' }))
    const key = peerKey(peer)
    const device = this.#devices.get(key) ?? { peer, waiting: [], running: 0, backOffMs: 0, silentUntil: 0 }
    if (device.silentUntil > this.#timers.now() && !isUrgent)
      return Promise.reject(new RequestFailure({ kind: 'noAnswer', retryAt: device.silentUntil }))
    if (device.waiting.length >= this.#limits.maxWaitingPerDevice || this.#waiting >= this.#limits.maxWaiting)
      return Promise.reject(new RequestFailure({ kind: 'queueFull' }))
    this.#devices.set(key, device)
    return new Promise<Result>((resolve, reject) => {
      device.waiting.push({ run, resolve: resolve as (value: unknown) => void, reject })
      this.#waiting += 1
      this.#turns.add(device)
      this.#startWhatMay()
    })
  }

  /** Notes that a device has sent something: it is no longer silent. */
  heard(peer: Peer): void {
    const device = this.#devices.get(peerKey(peer))
    if (!device) return
    device.backOffMs = 0
    device.silentUntil = 0
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer?.()
    for (const device of this.#turns) this.#rejectWaiting(device, new RequestFailure({ kind: 'stopped' }))
  }

  #startWhatMay(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    let nextStartAt = Number.POSITIVE_INFINITY
    for (let hasStarted = true; hasStarted; ) {
      hasStarted = false
      for (const device of [...this.#turns]) {
        if (device.running >= this.#maxRunning(device)) continue
        const startAt = this.#allowedAt(device.peer)
        if (startAt > this.#timers.now()) nextStartAt = Math.min(nextStartAt, startAt)
        else {
          this.#start(device)
          hasStarted = true
        }
      }
    }
    if (Number.isFinite(nextStartAt))
      this.#cancelTimer = this.#timers.after(nextStartAt - this.#timers.now(), () => this.#startWhatMay())
  }

  #start(device: DeviceQueue): void {
    const request = device.waiting.shift()
    this.#turns.delete(device)
    if (device.waiting.length > 0) this.#turns.add(device)
    if (!request) return
    this.#waiting -= 1
    device.running += 1
    this.#noteStart(device.peer)
    const end = () => {
      device.running -= 1
      const key = peerKey(device.peer)
      const isIdle = device.running === 0 && device.waiting.length === 0 && device.backOffMs === 0
      if (isIdle && this.#devices.get(key) === device) this.#devices.delete(key)
      if (!this.#isStopped) this.#startWhatMay()
    }
    request.run().then(
      (result) => {
        this.heard(device.peer)
        request.resolve(result)
        end()
      },
      (error: unknown) => {
        if (isRequestFailure(error, 'noAnswer') || isRequestFailure(error, 'unreachable'))
          this.#noteSilence(device, error)
        else this.heard(device.peer)
        request.reject(error)
        end()
      },
    )
  }

  /** A device that was silent is tried with a single request. */
  #maxRunning({ peer, backOffMs }: DeviceQueue): number {
    if (backOffMs > 0) return 1
    return peer.station ? this.#limits.perRoutedDevice : this.#limits.perDevice
  }

  #noteSilence(device: DeviceQueue, error: RequestFailure): void {
    const now = this.#timers.now()
    if (device.silentUntil > now) return
    const { firstBackOffMs, maxBackOffMs } = this.#limits
    device.backOffMs = device.backOffMs === 0 ? firstBackOffMs : Math.min(device.backOffMs * 2, maxBackOffMs)
    device.silentUntil = now + device.backOffMs
    // Those that wait were never sent.
    const { failure } = error
    const { silentUntil: retryAt } = device
    this.#rejectWaiting(device, failure.kind === 'noAnswer' ? new RequestFailure({ kind: 'noAnswer', retryAt }) : error)
  }

  #rejectWaiting(device: DeviceQueue, error: RequestFailure): void {
    this.#turns.delete(device)
    const waiting = device.waiting.splice(0)
    this.#waiting -= waiting.length
    for (const request of waiting) request.reject(error)
  }

  #allowedAt(peer: Peer): number {
    const starts = this.#startsOf(peer)
    const oldest = starts[starts.length - this.#limits.perNetworkPerSecond]
    return oldest === undefined ? 0 : oldest + secondMs
  }

  #noteStart(peer: Peer): void {
    if (!Number.isFinite(this.#limits.perNetworkPerSecond)) return
    const starts = this.#startsOf(peer)
    starts.push(this.#timers.now())
    if (starts.length > this.#limits.perNetworkPerSecond) starts.shift()
  }

  #startsOf({ station }: Peer): number[] {
    const network = station?.network ?? localNetwork
    const starts = this.#starts.get(network) ?? []
    this.#starts.set(network, starts)
    return starts
  }
}
