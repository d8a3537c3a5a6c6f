/**
 * How many requests are at work at once, and how many may wait for it. Few are at work while the event loop has its
 * hands full, because more would only make all of them slower; more are while it is idle, because then those at work
 * wait for a service. As many may wait as are answered, at the pace of late, before a reader gives up: everybody else
 * is told so at once, instead of waiting with all the others.
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

interface Waiting {
  since: number
  isGone: () => boolean
  begin: (leave: () => void) => void
  refuse: (refusal: Refusal) => void
}

export class Places {
  private running = 0
  private most = lowest
  private readonly waiting: Waiting[] = []
  private pace = firstPace
  private answered = 0
  private lookedAt = performance.now()
  private utilization = performance.eventLoopUtilization()
  private isTurnDue = false
  private readonly looking = setInterval(() => this.look(), lookEvery).unref()

  /** A place, to be left again. Rejects with Refusal when there is none soon. */
  enter(isGone: () => boolean): Promise<() => void> {
    const mostWaiting = Math.max(fewestWaiting, (this.pace * expectedWait) / 1_000)
    if (this.waiting.length >= mostWaiting) return Promise.reject(new Refusal('busy'))
    return new Promise((begin, refuse) => {
      this.waiting.push({ since: performance.now(), isGone, begin, refuse })
      this.turnSoon()
    })
  }

  close(): void {
    clearInterval(this.looking)
  }

  private turnSoon(): void {
    if (this.isTurnDue) return
    this.isTurnDue = true
    setImmediate(() => this.turn())
  }

  private turn(): void {
    this.isTurnDue = false
    this.turnAway()
    for (let begun = 0; begun < mostInTurn && this.running < this.most; begun += 1) {
      const next = this.waiting.shift()
      if (!next) return
      if (next.isGone()) next.refuse(new Refusal('busy'))
      else this.begin(next)
    }
    if (this.waiting.length > 0 && this.running < this.most) this.turnSoon()
  }

  private begin({ begin }: Waiting): void {
    this.running += 1
    let isLeft = false
    begin(() => {
      if (isLeft) return
      isLeft = true
      this.running -= 1
      this.answered += 1
      if (this.waiting.length > 0) this.turnSoon()
    })
  }

  private turnAway(): void {
    const now = performance.now()
    while (this.waiting[0] && now - this.waiting[0].since > longestWait)
      this.waiting.shift()?.refuse(new Refusal('busy'))
  }

  private look(): void {
    const now = performance.now()
    const utilization = performance.eventLoopUtilization()
    const isFull = performance.eventLoopUtilization(utilization, this.utilization).utilization > full
    const isWanted = this.waiting.length > 0
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
