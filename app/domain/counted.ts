/** How many there are, as far as a backend counted (domain §0). */
export interface Counted {
  count: number
  /** There are more than `count`: the backend stopped counting there. */
  isCapped: boolean
}

/** Of the envelope of a list. */
export function countedIn({
  totalCount,
  isTotalCapped,
}: {
  totalCount: number
  isTotalCapped?: boolean | undefined
}): Counted {
  return { count: totalCount, isCapped: isTotalCapped === true }
}

/** Together; more than their sum where one of them is more than was counted. */
export function sumOf(counts: readonly Counted[]): Counted {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isCapped: counts.some(({ isCapped }) => isCapped),
  }
}
