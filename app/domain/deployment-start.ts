/** Start times of scheduled deployments: within 24 hours (domain §7.1). */

const hourMs = 3_600_000
/** A deployment waits this long for its time, and then this long for its controller. */
const maxDelayMs = 24 * hourMs
/** An earlier time could pass while the plan is being read. */
const minDelayMs = 10 * 60_000

/** Returns the whole hours at which a deployment can start, the nearest first. */
export function startTimes(now: number): string[] {
  const first = Math.ceil((now + minDelayMs) / hourMs) * hourMs
  return Array.from({ length: 23 }, (_, at) => new Date(first + at * hourMs).toISOString())
}

/** Returns whether a deployment can still start at a time. */
export function canStartAt(at: string, now: number): boolean {
  const moment = Date.parse(at)
  return moment >= now && moment <= now + maxDelayMs
}
