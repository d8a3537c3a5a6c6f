/** How many there are, as far as a backend counted (domain §0). */
export interface Counted {
  count: number
  /** There are more than `count`: the backend stopped counting there. Of none at all: nobody counted. */
  isCapped: boolean
}

/** Where nobody counted. */
export const uncounted: Counted = { count: 0, isCapped: true }

export function isUncounted({ count, isCapped }: Counted): boolean {
  return isCapped && count === 0
}

/** Of the envelope of a list. Without a total that can be one, nothing is counted but rows that others follow. */
export function countedIn({
  totalCount,
  isTotalCapped,
  data,
  continuationToken,
}: {
  totalCount?: number | null | undefined
  isTotalCapped?: boolean | undefined
  data?: readonly unknown[]
  continuationToken?: string | null | undefined
}): Counted {
  if (isCount(totalCount)) return { count: totalCount, isCapped: isTotalCapped === true }
  return data && continuationToken ? { count: data.length, isCapped: true } : uncounted
}

export function isCount(count: unknown): count is number {
  return Number.isSafeInteger(count) && (count as number) >= 0
}

/** Together; more than their sum where one of them is more than was counted, not known where one of them is not. */
export function sumOf(counts: readonly Counted[]): Counted {
  if (counts.some(isUncounted)) return uncounted
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isCapped: counts.some(({ isCapped }) => isCapped),
  }
}
