/** The charts of a saved set of trends, for a wall that shows one after the other. */
import type { Reader } from '~/backend/reader.server'
import type { RuleCharts } from '~/features/fault/shared/rule-trends'
import type { ParamsFor } from '~/paths'
import { trendSets } from '../trend-sets.server'
import { trendsPageData } from '../trends-page.server'

export interface SavedTrendSet {
  name: string
  href: string
  /** Null while they cannot be read, or without samples. */
  charts: RuleCharts | null
  /** Where the next set starts; null after the last. */
  next: string | null
}

/** Returns the set with this number, first those of the person, then those shared with the customer; null without any. */
export async function savedTrendSet(
  reader: Reader,
  at: ParamsFor<'customerTrends'>,
  number: number,
): Promise<SavedTrendSet | null> {
  const { own, shared } = await trendSets(reader, at, '')
  const sets = [...own, ...shared.filter(({ href }) => own.every((one) => one.href !== href))]
  const index = Number.isInteger(number) && number >= 0 && number < sets.length ? number : 0
  const set = sets[index]
  if (!set) return null
  const { charts, isEmpty } = await trendsPageData(reader, at, new Request(new URL(set.href, 'http://wall.invalid')))
  return {
    name: set.name,
    href: set.href,
    charts: isEmpty ? null : charts,
    next: index + 1 < sets.length ? String(index + 1) : null,
  }
}
