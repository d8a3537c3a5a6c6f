/** Start times of scheduled deployments: within 24 hours (domain §7.1). */

const hour = 3_600_000
/** A deployment waits this long for its time, and then this long for its controller. */
const patience = 24 * hour
/** An earlier time could pass while the plan is being read. */
const shortestWait = 10 * 60_000

/** Returns the whole hours at which a deployment can start, the nearest first. */
export function startsFrom(now: number): string[] {
  const first = Math.ceil((now + shortestWait) / hour) * hour
  return Array.from({ length: 23 }, (_, at) => new Date(first + at * hour).toISOString())
}

/** Returns whether a deployment can still start at a time. */
export function canBegin(at: string, now: number): boolean {
  const moment = Date.parse(at)
  return moment >= now && moment <= now + patience
}
