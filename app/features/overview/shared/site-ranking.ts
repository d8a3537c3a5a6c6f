/** Sites in the order of their trouble. */
export const troubleKeys = ['critical', 'offline', 'high'] as const
export type TroubleKey = (typeof troubleKeys)[number]

/** A count is null where it is not known. */
export type RankedSite = Record<TroubleKey, number | null> & {
  id: string
  name: string
  links: Record<TroubleKey, string>
}

export interface SiteRanking {
  rows: RankedSite[]
  /** The rank of the first row, from 1. */
  from: number
  total: number
  /** Whether the customer has more sites than could be read. */
  isCut: boolean
}

/** What is not known comes after every trouble, and before none. */
const rankOf = (count: number | null) => count ?? 0.5

/** Compares sites by critical alarms, then by controllers that are not connected, then by high alarms. */
export function byTrouble(one: Pick<RankedSite, TroubleKey>, other: Pick<RankedSite, TroubleKey>): number {
  for (const key of troubleKeys) {
    const difference = rankOf(other[key]) - rankOf(one[key])
    if (difference !== 0) return difference
  }
  return 0
}
