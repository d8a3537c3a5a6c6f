/** What points had at one moment: their last stored samples before it, as exact as the service keeps them. */
import type { PointTrends } from '#contracts/point-trends'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { UnitSystem } from '~/domain/units'
import { ruleLines } from '~/features/fault/shared/rule-trends.server'
import { toRuleTrends } from './to-rule-trends'

/** Samples that are older no longer say what a point had at the moment. */
const maxAgeMs = 20 * 60_000
const maxSamples = 100

/** Returns the values by the keys of their lines, in the reader's units; the points of others are left out. */
export async function valuesAt(
  { call }: Pick<Reader, 'call'>,
  { pointIds, moment, system }: { pointIds: readonly string[]; moment: number; system: UnitSystem },
): Promise<Record<string, number>> {
  const body = {
    pointIds: [...pointIds],
    from: new Date(moment - maxAgeMs).toISOString(),
    to: new Date(moment).toISOString(),
    maxSamples,
  }
  const read = await asPanel(
    withFallback<PointTrends | null>(
      site.pointTrends,
      () => call(site.pointTrends, { body }),
      async () => null,
    ),
  )
  if (!read.ok || !read.value) return {}
  const lines = ruleLines(toRuleTrends(read.value), system)
  return Object.fromEntries(
    lines.flatMap(({ key, samples }) => {
      const last = samples.findLast(({ at }) => at <= moment)
      return last && last.value !== null ? [[key, last.value]] : []
    }),
  )
}
