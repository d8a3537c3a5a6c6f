/**
 * Manners on the wire: how many requests a device and a network get at once. The queue is bounded, devices take turns,
 * what a person waits for takes every other turn, and a silent device is left alone for a while.
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

export interface RequestOptions {
  /** Whether it is sent to a device that is silent, too. */
  isUrgent?: boolean
  /** Whether a person waits for it. */
  isAwaited?: boolean
}

interface WaitingRequest {
  isAwaited: boolean
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

interface NetworkTurns {
  /** Starts of the last second. */
  starts: number[]
  /** Whether the last start was one that a person waited for. */
  wasAwaited: boolean
  /** When a person requested something last. */
  awaitedAt: number
}

/** While a person reads a network, this many of its turns of a second are kept for that: others would use all at once. */
const keptTurns = 2
const keepTurnsMs = 5_000

const localNetwork = 0
const secondMs = 1_000

export class RequestQueue {
  readonly #limits: QueueLimits
  readonly #timers: Timers
  readonly #devices = new Map<string, DeviceQueue>()
  /** Devices with waiting requests; the first one has waited longest for a turn. */
  readonly #turns = new Set<DeviceQueue>()
  readonly #networks = new Map<number, NetworkTurns>()
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
  run<Result>(
    peer: Peer,
    run: () => Promise<Result>,
    { isUrgent = false, isAwaited = false }: RequestOptions = {},
  ): Promise<Result> {
    if (this.#isStopped) return Promise.reject(new RequestFailure({ kind: 'stopped' }))
    const key = peerKey(peer)
    const device = this.#devices.get(key) ?? { peer, waiting: [], running: 0, backOffMs: 0, silentUntil: 0 }
    if (device.silentUntil > this.#timers.now() && !isUrgent)
      return Promise.reject(new RequestFailure({ kind: 'noAnswer', retryAt: device.silentUntil }))
    if (device.waiting.length >= this.#limits.maxWaitingPerDevice || this.#waiting >= this.#limits.maxWaiting)
      return Promise.reject(new RequestFailure({ kind: 'queueFull' }))
    this.#devices.set(key, device)
    if (isAwaited) this.#networkOf(peer).awaitedAt = this.#timers.now()
    return new Promise<Result>((resolve, reject) => {
      const request = { isAwaited, run, resolve: resolve as (value: unknown) => void, reject }
      const behind = isAwaited ? device.waiting.findIndex((one) => !one.isAwaited) : -1
      device.waiting.splice(behind < 0 ? device.waiting.length : behind, 0, request)
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
    let next = this.#next()
    for (; next.device; next = this.#next()) this.#start(next.device)
    if (Number.isFinite(next.startAt))
      this.#cancelTimer = this.#timers.after(next.startAt - this.#timers.now(), () => this.#startWhatMay())
  }

  /**
   * Returns the device whose turn it is now, or else when one may have its turn. While both wait, a request that a person
   * waits for and another one alternate in each network.
   */
  #next(): { device: DeviceQueue | undefined; startAt: number } {
    let other: DeviceQueue | undefined
    let startAt = Number.POSITIVE_INFINITY
    for (const device of this.#turns) {
      if (device.running >= this.#maxRunning(device)) continue
      const allowedAt = this.#allowedAt(device)
      if (allowedAt > this.#timers.now()) startAt = Math.min(startAt, allowedAt)
      else if (device.waiting[0]?.isAwaited !== this.#networkOf(device.peer).wasAwaited) return { device, startAt }
      else other ??= device
    }
    return { device: other, startAt }
  }

  #start(device: DeviceQueue): void {
    const request = device.waiting.shift()
    this.#turns.delete(device)
    if (device.waiting.length > 0) this.#turns.add(device)
    if (!request) return
    this.#waiting -= 1
    device.running += 1
    this.#noteStart(device.peer, request.isAwaited)
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

  #allowedAt({ peer, waiting }: DeviceQueue): number {
    const { starts, awaitedAt } = this.#networkOf(peer)
    const { perNetworkPerSecond } = this.#limits
    const isKept = !waiting[0]?.isAwaited && this.#timers.now() - awaitedAt < keepTurnsMs
    const turns = isKept ? Math.max(1, perNetworkPerSecond - keptTurns) : perNetworkPerSecond
    const oldest = starts[starts.length - turns]
    return oldest === undefined ? 0 : oldest + secondMs
  }

  #noteStart(peer: Peer, isAwaited: boolean): void {
    const network = this.#networkOf(peer)
    network.wasAwaited = isAwaited
    if (!Number.isFinite(this.#limits.perNetworkPerSecond)) return
    network.starts.push(this.#timers.now())
    if (network.starts.length > this.#limits.perNetworkPerSecond) network.starts.shift()
  }

  #networkOf({ station }: Peer): NetworkTurns {
    const number = station?.network ?? localNetwork
    const network = this.#networks.get(number) ?? { starts: [], wasAwaited: false, awaitedAt: Number.NEGATIVE_INFINITY }
    this.#networks.set(number, network)
    return network
  }
}
