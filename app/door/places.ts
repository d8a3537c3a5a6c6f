/**
 * A fair queue for requests. Few run while the event loop is busy, since more would only slow all of them; more run
 * while it is idle, since the running ones then wait for a service. The queue is as long as the current rate of
 * responses can serve before a person loses patience; further requests are refused at once. Waiting senders
 * alternate, and none has more than half of the running requests: a sender with many waits for themselves.
 */
import { performance } from 'node:perf_hooks'
import { Refusal } from './refusal'

const highest = 512
const lowest = 16
/** Expected wait for a permit, and the maximum after which a request is refused, ms. */
const expectedWait = 2_500
const longestWait = 4_500
/** Minimum length of the queue at any rate, and the assumed rate, in responses per second, before one is measured. */
const fewestWaiting = 256
const firstPace = 100
/** Interval of measuring the event loop, ms, and the utilization from which it counts as busy. */
const lookEvery = 50
const full = 0.9
/** Weight of one sample in the rate. */
const weight = 0.05
/** Requests started per event loop iteration, to keep it short. */
const mostInTurn = 4

/** Maximum share of the running requests of one sender. */
const shareOfOne = 0.5

interface Waiting {
  who: string
  since: number
  isGone: () => boolean
  begin: (leave: () => void) => void
  refuse: (refusal: Refusal) => void
}

export class Places {
  private running = 0
  private readonly runningOf = new Map<string, number>()
  private most = lowest
  /** Waiting requests by sender; the next sender is first. */
  private readonly queues = new Map<string, Waiting[]>()
  private waiting = 0
  private pace = firstPace
  private answered = 0
  private lookedAt = performance.now()
  private utilization = performance.eventLoopUtilization()
  private isTurnDue = false
  private readonly looking = setInterval(() => this.look(), lookEvery).unref()

  /** Resolves with the function that releases the permit. Rejects with HttpError when none will be free soon. */
  enter(who: string, isGone: () => boolean): Promise<() => void> {
    const mostWaiting = Math.max(fewestWaiting, (this.pace * expectedWait) / 1_000)
    if (this.waiting >= mostWaiting && !this.makeRoomFor(who)) return Promise.reject(new Refusal('busy'))
    return new Promise((begin, refuse) => {
      const queue = this.queues.get(who) ?? []
      queue.push({ who, since: performance.now(), isGone, begin, refuse })
      this.queues.set(who, queue)
      this.waiting += 1
      this.turnSoon()
    })
  }

  close(): void {
    clearInterval(this.looking)
  }

  /** Refuses the last request of the sender with most waiting, unless it is the requesting one. */
  private makeRoomFor(who: string): boolean {
    let longest: Waiting[] = []
    for (const queue of this.queues.values()) if (queue.length > longest.length) longest = queue
    if (longest.length <= (this.queues.get(who)?.length ?? 0) + 1) return false
    longest.pop()?.refuse(new Refusal('busy'))
    this.waiting -= 1
    return true
  }

  private turnSoon(): void {
    if (this.isTurnDue) return
    this.isTurnDue = true
    setImmediate(() => this.turn())
  }

  private turn(): void {
    this.isTurnDue = false
    this.turnAway()
    let begun = 0
    while (begun < mostInTurn && this.running < this.most) {
      const next = this.next()
      // All remaining senders are at their limit: the next release schedules another iteration.
      if (!next) return
      if (next.isGone()) next.refuse(new Refusal('busy'))
      else this.begin(next)
      begun += 1
    }
    if (this.waiting > 0 && this.running < this.most) this.turnSoon()
  }

  /** Returns the next request; its sender moves to the end. */
  private next(): Waiting | undefined {
    for (const [who, queue] of this.queues) {
      if ((this.runningOf.get(who) ?? 0) >= this.most * shareOfOne) continue
      const next = queue.shift()
      this.queues.delete(who)
      if (queue.length > 0) this.queues.set(who, queue)
      this.waiting -= 1
      return next
    }
    return undefined
  }

  private begin({ who, begin }: Waiting): void {
    this.running += 1
    this.runningOf.set(who, (this.runningOf.get(who) ?? 0) + 1)
    let isLeft = false
    begin(() => {
      if (isLeft) return
      isLeft = true
      this.running -= 1
      const own = (this.runningOf.get(who) ?? 1) - 1
      if (own > 0) this.runningOf.set(who, own)
      else this.runningOf.delete(who)
      this.answered += 1
      if (this.waiting > 0) this.turnSoon()
    })
  }

  private turnAway(): void {
    const now = performance.now()
    for (const [who, queue] of this.queues) {
      while (queue[0] && now - queue[0].since > longestWait) {
        queue.shift()?.refuse(new Refusal('busy'))
        this.waiting -= 1
      }
      if (queue.length === 0) this.queues.delete(who)
    }
  }

  private look(): void {
    const now = performance.now()
    const utilization = performance.eventLoopUtilization()
    const isFull = performance.eventLoopUtilization(utilization, this.utilization).utilization > full
    const isWanted = this.waiting > 0
    if (isFull && isWanted) {
      const pace = (this.answered * 1_000) / (now - this.lookedAt)
      this.pace += (pace - this.pace) * weight
    }
    if (isFull || !isWanted) this.most = Math.max(lowest, Math.floor(Math.min(this.most, this.running) * 0.75))
    else this.most = Math.min(highest, Math.ceil(this.most * 1.25))
    this.lookedAt = now
    this.utilization = utilization
    this.answered = 0
    if (isWanted) this.turnSoon()
  }
}
