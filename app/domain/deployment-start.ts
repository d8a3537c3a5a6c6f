/** When a deployment begins that is not to begin at once: within 24 hours (domain §7.1). */

const hour = 3_600_000
/** A deployment waits this long for its time, and then this long for its controller. */
const patience = 24 * hour
/** What is nearer than this would be over before the plan is read. */
const shortestWait = 10 * 60_000

/** The whole hours at which one can begin, the nearest first. */
export function startsFrom(now: number): string[] {
  const first = Math.ceil((now + shortestWait) / hour) * hour
  return Array.from({ length: 23 }, (_, at) => new Date(first + at * hour).toISOString())
}

/** Whether one can still begin then. */
export function canBegin(at: string, now: number): boolean {
  const moment = Date.parse(at)
  return moment >= now && moment <= now + patience
}
