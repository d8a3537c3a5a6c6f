/**
 * A fair queue for requests. Few run while the event loop is busy, since more would only slow all of them; more run
 * while it is idle, since the running ones then wait for a service. The queue is as long as the current rate of
 * responses can serve before a person loses patience; further requests are refused at once. Waiting senders
 * alternate, and none has more than half of the running requests: a sender with many waits for themselves.
 */
import { performance } from 'node:perf_hooks'
import { HttpError } from './http-error'

const maxRunning = 512
const minRunning = 16
/** Expected wait for a permit, and the maximum after which a request is refused, ms. */
const expectedWaitMs = 2_500
const maxWaitMs = 4_500
/** Minimum length of the queue at any rate, and the assumed rate, in responses per second, before one is measured. */
const minQueueLength = 256
const initialRate = 100
/** Interval of measuring the event loop, ms, and the utilization from which it counts as busy. */
const sampleIntervalMs = 50
const busyThreshold = 0.9
/** Weight of one sample in the rate. */
const rateWeight = 0.05
/** Requests started per event loop iteration, to keep it short. */
const maxPerTick = 4

/** Maximum share of the running requests of one sender. */
const maxSenderShare = 0.5

interface Waiter {
  sender: string
  since: number
  isGone: () => boolean
  start: (release: () => void) => void
  reject: (refusal: HttpError) => void
}

export class FairQueue {
  private running = 0
  private readonly runningOf = new Map<string, number>()
  private limit = minRunning
  /** Waiting requests by sender; the next sender is first. */
  private readonly queues = new Map<string, Waiter[]>()
  private waiting = 0
  private rate = initialRate
  private answered = 0
  private sampledAt = performance.now()
  private utilization = performance.eventLoopUtilization()
  private isTickScheduled = false
  private readonly timer = setInterval(() => this.sample(), sampleIntervalMs).unref()

  /** Resolves with the function that releases the permit. Rejects with HttpError when none will be free soon. */
  acquire(sender: string, isGone: () => boolean): Promise<() => void> {
    const maxWaiting = Math.max(minQueueLength, (this.rate * expectedWaitMs) / 1_000)
    if (this.waiting >= maxWaiting && !this.evictFor(sender)) return Promise.reject(new HttpError('busy'))
    return new Promise((start, reject) => {
      const queue = this.queues.get(sender) ?? []
      queue.push({ sender, since: performance.now(), isGone, start, reject })
      this.queues.set(sender, queue)
      this.waiting += 1
      this.scheduleTick()
    })
  }

  close(): void {
    clearInterval(this.timer)
  }

  /** Refuses the last request of the sender with most waiting, unless it is the requesting one. */
  private evictFor(sender: string): boolean {
    let longest: Waiter[] = []
    for (const queue of this.queues.values()) if (queue.length > longest.length) longest = queue
    if (longest.length <= (this.queues.get(sender)?.length ?? 0) + 1) return false
    longest.pop()?.reject(new HttpError('busy'))
    this.waiting -= 1
    return true
  }

  private scheduleTick(): void {
    if (this.isTickScheduled) return
    this.isTickScheduled = true
    setImmediate(() => this.tick())
  }

  private tick(): void {
    this.isTickScheduled = false
    this.rejectExpired()
    let started = 0
    while (started < maxPerTick && this.running < this.limit) {
      const next = this.next()
      // All remaining senders are at their limit: the next release schedules another iteration.
      if (!next) return
      if (next.isGone()) next.reject(new HttpError('busy'))
      else this.begin(next)
      started += 1
    }
    if (this.waiting > 0 && this.running < this.limit) this.scheduleTick()
  }

  /** Returns the next request; its sender moves to the end. */
  private next(): Waiter | undefined {
    for (const [sender, queue] of this.queues) {
      if ((this.runningOf.get(sender) ?? 0) >= this.limit * maxSenderShare) continue
      const next = queue.shift()
      this.queues.delete(sender)
      if (queue.length > 0) this.queues.set(sender, queue)
      this.waiting -= 1
      return next
    }
    return undefined
  }

  private begin({ sender, start }: Waiter): void {
    this.running += 1
    this.runningOf.set(sender, (this.runningOf.get(sender) ?? 0) + 1)
    let isReleased = false
    start(() => {
      if (isReleased) return
      isReleased = true
      this.running -= 1
      const remaining = (this.runningOf.get(sender) ?? 1) - 1
      if (remaining > 0) this.runningOf.set(sender, remaining)
      else this.runningOf.delete(sender)
      this.answered += 1
      if (this.waiting > 0) this.scheduleTick()
    })
  }

  private rejectExpired(): void {
    const now = performance.now()
    for (const [sender, queue] of this.queues) {
      while (queue[0] && now - queue[0].since > maxWaitMs) {
        queue.shift()?.reject(new HttpError('busy'))
        this.waiting -= 1
      }
      if (queue.length === 0) this.queues.delete(sender)
    }
  }

  private sample(): void {
    const now = performance.now()
    const utilization = performance.eventLoopUtilization()
    const isBusy = performance.eventLoopUtilization(utilization, this.utilization).utilization > busyThreshold
    const hasWaiters = this.waiting > 0
    if (isBusy && hasWaiters) {
      const rate = (this.answered * 1_000) / (now - this.sampledAt)
      this.rate += (rate - this.rate) * rateWeight
    }
    if (isBusy || !hasWaiters) this.limit = Math.max(minRunning, Math.floor(Math.min(this.limit, this.running) * 0.75))
    else this.limit = Math.min(maxRunning, Math.ceil(this.limit * 1.25))
    this.sampledAt = now
    this.utilization = utilization
    this.answered = 0
    if (hasWaiters) this.scheduleTick()
  }
}
