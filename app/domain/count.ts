/** A count, as far as a backend counted (domain §0). */
export interface TotalCount {
  count: number
  /** There are more than `count`: the backend stopped counting there. With a count of 0: unknown. */
  isCapped: boolean
}

/** An unknown count. */
export const unknownCount: TotalCount = { count: 0, isCapped: true }

export function isUnknownCount({ count, isCapped }: TotalCount): boolean {
  return isCapped && count === 0
}

/**
 * Returns the count in the envelope of a list. Without a valid total it counts only rows that are followed by others.
 */
export function countInReply({
  totalCount,
  isTotalCapped,
  data,
  continuationToken,
}: {
  totalCount?: number | null | undefined
  isTotalCapped?: boolean | undefined
  data?: readonly unknown[]
  continuationToken?: string | null | undefined
}): TotalCount {
  if (isCount(totalCount)) return { count: totalCount, isCapped: isTotalCapped === true }
  return data && continuationToken ? { count: data.length, isCapped: true } : unknownCount
}

export function isCount(count: unknown): count is number {
  return Number.isSafeInteger(count) && (count as number) >= 0
}

/** Returns the sum; capped when one of them is capped, unknown when one of them is unknown. */
export function sumOf(counts: readonly TotalCount[]): TotalCount {
  if (counts.some(isUnknownCount)) return unknownCount
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isCapped: counts.some(({ isCapped }) => isCapped),
  }
}
