/**
 * A deployment in progress has stalled when it runs three times as long as is usual for controllers of its model, and
 * at least five minutes. Five minutes are the time of the slowest package (a platform: upload 90 s, installation 25 s,
 * restart 90 s, and a fifth of that; domain §12.2); the services give up much later, after 15 minutes of upload or 20
 * of installation per package (domain §7.2).
 */

/** A deployment has not stalled before this time, in milliseconds. */
export const minStallMs = 5 * 60_000

/** The multiple of the usual time. */
const stallFactor = 3

/** A successful deployment. */
export interface CompletedDeployment {
  hostId: string
  /** Milliseconds from its start to its end. */
  tookMs: number
  /** Number of packages installed or removed. */
  packages: number
}

/** Returns the usual time of one package on controllers of the same model, in milliseconds; null when unknown. */
export type UsualTimes = (hostId: string) => number | null

/**
 * Returns the usual times: the median over the controllers of the same model, else over all of them. Host ids begin
 * with the type code of the model (`ECYVAV-0A1002`).
 */
export function usualTimes(completed: readonly CompletedDeployment[]): UsualTimes {
  const perPackage = (list: readonly CompletedDeployment[]) =>
    list.map(({ tookMs, packages }) => tookMs / Math.max(packages, 1))
  const byModel = new Map<string, CompletedDeployment[]>()
  for (const one of completed) byModel.set(modelOf(one.hostId), [...(byModel.get(modelOf(one.hostId)) ?? []), one])
  const medians = new Map([...byModel].map(([model, alike]) => [model, median(perPackage(alike))]))
  const overall = median(perPackage(completed))
  return (hostId) => medians.get(modelOf(hostId)) ?? overall
}

const modelOf = (hostId: string) => (hostId.split('-')[0] ?? '').toUpperCase()

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Returns whether a deployment in progress has stalled, `elapsedMs` after its start, or after it was requested. */
export function isStalled(
  { hostId, packages, elapsedMs }: { hostId: string; packages: number; elapsedMs: number },
  usual: UsualTimes,
): boolean {
  const expected = (usual(hostId) ?? 0) * Math.max(packages, 1)
  return elapsedMs > Math.max(minStallMs, stallFactor * expected)
}
