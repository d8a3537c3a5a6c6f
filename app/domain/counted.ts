/** A count, as far as a backend counted (domain §0). */
export interface Counted {
  count: number
  /** There are more than `count`: the backend stopped counting there. With a count of 0: unknown. */
  isCapped: boolean
}

/** An unknown count. */
export const uncounted: Counted = { count: 0, isCapped: true }

export function isUncounted({ count, isCapped }: Counted): boolean {
  return isCapped && count === 0
}

/**
 * Returns the count in the envelope of a list. Without a valid total it counts only rows that are followed by others.
 */
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

/** Returns the sum; capped when one of them is capped, unknown when one of them is unknown. */
export function sumOf(counts: readonly Counted[]): Counted {
  if (counts.some(isUncounted)) return uncounted
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isCapped: counts.some(({ isCapped }) => isCapped),
  }
}
