/**
 * How many requests are at work at once, and how many may wait for it. Few are at work while the event loop has its
 * hands full, because more would only make all of them slower; more are while it is idle, because then those at work
 * wait for a service. As many may wait as are answered, at the pace of late, before a reader gives up: everybody else
 * is told so at once, instead of waiting with all the others. Those who wait take turns by sender, and nobody has more
 * than half of the places: whoever asks for much at once waits for themselves.
 */
import { performance } from 'node:perf_hooks'
import { Refusal } from './refusal'

const highest = 512
const lowest = 16
/** How long somebody may expect to wait for a place, and how long it may be in the end, ms. */
const expectedWait = 2_500
const longestWait = 4_500
/** Requests that may wait whatever the pace, and answers a second before any pace is known. */
const fewestWaiting = 256
const firstPace = 100
/** How often the loop is looked at, ms, and which share of that time at work means that its hands are full. */
const lookEvery = 50
const full = 0.9
/** How much one look counts for the pace. */
const weight = 0.05
/** Requests begun in one turn of the loop: it stays short whatever arrives at once. */
const mostInTurn = 4

/** The share of all places that one sender has at most. */
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
  /** Those who wait by sender; whose turn is next stands first. */
  private readonly queues = new Map<string, Waiting[]>()
  private waiting = 0
  private pace = firstPace
  private answered = 0
  private lookedAt = performance.now()
  private utilization = performance.eventLoopUtilization()
  private isTurnDue = false
  private readonly looking = setInterval(() => this.look(), lookEvery).unref()

  /** A place for a sender, to be left again. Rejects with Refusal when there is none soon. */
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

  /** Turns away the last one of whoever has most waiting, unless that is who asks. */
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
      // Whoever still waits does so for a place of their own, which is told when it is left.
      if (!next) return
      if (next.isGone()) next.refuse(new Refusal('busy'))
      else this.begin(next)
      begun += 1
    }
    if (this.waiting > 0 && this.running < this.most) this.turnSoon()
  }

  /** The first of the sender whose turn it is, who then comes after all others. */
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
