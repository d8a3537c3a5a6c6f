/**
 * How many requests are at work at once. A few to begin with; more while some wait and the event loop keeps up, because
 * then those at work wait for a service; fewer once it is late. Who does not get a place soon is told so, instead of
 * waiting with everybody.
 */
import { Refusal } from './refusal'

const highest = 512
const lowest = 48
/** Requests that may wait for a place, and how long, ms. */
const mostWaiting = 2_048
const longestWait = 700
/** How often the loop is looked at, ms, and how late it may be. */
const lookEvery = 50
const late = 150
/** Requests begun in one turn of the loop: it stays short whatever arrives at once. */
const mostInTurn = 8

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
  private lookedAt = performance.now()
  private isTurnDue = false
  private readonly looking = setInterval(() => this.look(), lookEvery).unref()

  /** A place, to be left again. Throws Refusal when there is none soon. */
  enter(isGone: () => boolean): Promise<() => void> {
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
    const isLate = now - this.lookedAt - lookEvery > late
    this.lookedAt = now
    if (isLate) this.most = Math.max(lowest, Math.floor(Math.min(this.most, this.running) * 0.75))
    else if (this.waiting.length > 0) this.most = Math.min(highest, Math.ceil(this.most * 1.25))
    else this.most = Math.max(lowest, Math.min(this.most, this.running))
    if (this.waiting.length > 0) this.turnSoon()
  }
}
