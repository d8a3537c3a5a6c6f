/** How sites are, as counts of open states. */
export const siteStateKeys = ['alarms', 'faults', 'offline'] as const
export type SiteStateKey = (typeof siteStateKeys)[number]

export interface SiteStateRow {
  id: string
  name: string
  href: string
  /** The number of controllers; null if unknown. */
  devices: number | null
  /** In the order of `siteStateKeys`; a count is null if it is unknown. */
  states: { key: SiteStateKey; count: number | null; href: string | null }[]
}

export interface SiteStates {
  rows: SiteStateRow[]
  /** The number of sites that were compared; there are more if `isPartial`. */
  siteCount: number
  isPartial: boolean
}

const maxStep = 5

/** Returns the shade of a count from 0 for none to 5 for the highest of its column; null if it is unknown. */
export function shadeOf(count: number | null, all: readonly (number | null)[]): number | null {
  if (count === null) return null
  const max = Math.max(...all.map((one) => one ?? 0))
  return count === 0 ? 0 : Math.max(1, Math.ceil((count / max) * maxStep))
}
