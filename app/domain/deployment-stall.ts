/**
 * When a deployment under way has stalled: it takes three times as long as is usual for controllers of its model, and
 * at least five minutes. Five minutes are what the slowest package takes (a platform: upload 90 s, installation 25 s,
 * restart 90 s, and a fifth of that; domain §12.2); the services give up much later, after 15 minutes of upload or 20
 * of installation for each package (domain §7.2).
 */

/** No deployment younger than this has stalled. Milliseconds. */
export const shortestStallMs = 5 * 60_000

/** How many times the usual time has to pass. */
const patience = 3

/** A deployment that ended well. */
export interface Ended {
  hostId: string
  /** Milliseconds from its start to its end. */
  tookMs: number
  /** How many packages came or went. */
  packages: number
}

/** The usual time of one package on controllers like the one named, in milliseconds; null where nothing is known. */
export type UsualTimes = (hostId: string) => number | null

/**
 * The median over the controllers of the same model, else over all of them. Host ids begin with the type code of the
 * model (`ECYVAV-0A1002`).
 */
export function usualTimes(ended: readonly Ended[]): UsualTimes {
  const perPackage = (list: readonly Ended[]) => list.map(({ tookMs, packages }) => tookMs / Math.max(packages, 1))
  const byModel = new Map<string, Ended[]>()
  for (const one of ended) byModel.set(modelOf(one.hostId), [...(byModel.get(modelOf(one.hostId)) ?? []), one])
  const medians = new Map([...byModel].map(([model, alike]) => [model, median(perPackage(alike))]))
  const overall = median(perPackage(ended))
  return (hostId) => medians.get(modelOf(hostId)) ?? overall
}

const modelOf = (hostId: string) => (hostId.split('-')[0] ?? '').toUpperCase()

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Whether one that has not ended has stalled, `elapsedMs` after its start, or after it was asked for. */
export function isStalled(
  { hostId, packages, elapsedMs }: { hostId: string; packages: number; elapsedMs: number },
  usual: UsualTimes,
): boolean {
  const expected = (usual(hostId) ?? 0) * Math.max(packages, 1)
  return elapsedMs > Math.max(shortestStallMs, patience * expected)
}
