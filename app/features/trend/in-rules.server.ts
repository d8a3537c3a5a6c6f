/**
 * Trends of points that a fault rule uses, the only history of points in the calls of the specification (domain §2.2,
 * §17).
 */
import type { Trends } from '#contracts/faults'
import { operations } from '#contracts/operations'
import type { PointTrend, PointTrends } from '#contracts/point-trends'
import type { MappedPoint } from '#contracts/points'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import { isFanCoil } from '~/domain/fan-coils'
import { readTrends } from '~/features/fault/shared/trends.server'
import type { ChartSpan } from '~/ui/chart/buckets'

export type PointTrendsResult = PointTrends & {
  /** Set if the backend stores trends of its rules alone; `without` is the number of points that no rule uses. */
  inRules?: { without: number }
}

interface TrendQuery extends ChartSpan {
  customerId: string
  pointIds: readonly string[]
  maxSamples: number
}

/** Maximum number of concurrent calls, and of equipment read for a point that serves many. */
const maxConcurrent = 4
const maxPerPoint = 3

/**
 * Returns the trends; null if no rule uses any of the points, or the person may not see rules and faults. Throws
 * `ServiceError`.
 */
export async function trendsInRules(reader: Reader, query: TrendQuery): Promise<PointTrendsResult | null> {
  const { call, may, features } = reader
  if (!features.faults || !features.faultRules || !may('fault.read') || !may('rule.read')) return null
  const mapped = await call(site.mappedPoints, { body: {} })
  const roles = query.pointIds.flatMap((id) => mapped.filter(({ pointId }) => pointId === id).slice(0, maxPerPoint))
  const equipment = await inParallel([...new Set(roles.map(({ equipmentId }) => equipmentId))], maxConcurrent, (id) =>
    readEquipmentRules(reader, id, query.customerId),
  )
  const byId = new Map(equipment.flatMap((one) => (one ? [[one.id, one] as const] : [])))
  const pointRules = pointRulesOf(query.pointIds, roles, byId)
  if (pointRules.length === 0) return null
  const pairs = [...new Map(pointRules.map((one) => [`${one.of.id} ${one.ruleId}`, one])).values()]
  const trends = await inParallel(pairs, maxConcurrent, ({ of, ruleId }) =>
    readTrends(reader, { equipmentId: of.id, faultRuleId: ruleId }, query, query.maxSamples),
  )
  const trendsByPair = new Map(pairs.map(({ of, ruleId }, at) => [`${of.id} ${ruleId}`, trends[at]]))
  const timeZone = await timeZoneAt(reader, pointRules[0]?.of.siteId)
  const series = pointRules.flatMap((one) => {
    const ruleTrends = trendsByPair.get(`${one.of.id} ${one.ruleId}`)
    return ruleTrends ? seriesOf(ruleTrends, one.point, { timeZone, customerId: query.customerId }) : []
  })
  return {
    from: new Date(query.from).toISOString(),
    to: new Date(query.to).toISOString(),
    intervalSec: Math.max(...trends.map((one) => one.intervalSec)),
    truncated: trends.some((one) => one.truncated),
    series,
    inRules: { without: query.pointIds.length - series.length },
  }
}

/** Equipment with the rules that use each role. */
interface EquipmentRules {
  id: string
  siteId: string | null
  rules: ReadonlyMap<string, readonly string[]>
}

/** Returns null for equipment of another customer, or of a type whose rules are disabled. */
async function readEquipmentRules(
  { call, features }: Reader,
  id: string,
  customerId: string,
): Promise<EquipmentRules | null> {
  const [equipment, needs, rules] = await Promise.all([
    call(site.getEquipment, { path: { id } }),
    call(site.pointMappings, { body: { equipmentId: id } }),
    call(operations.findRules, { path: { id }, body: { pageSize: 200 } }),
  ])
  if (equipment.customerId !== undefined && equipment.customerId !== customerId) return null
  if (isFanCoil(equipment.type) && !features.fanCoilUnitRules) return null
  const idOf = new Map(rules.data.flatMap(({ code, ruleId }) => (code ? [[code, ruleId] as const] : [])))
  return {
    id,
    siteId: equipment.siteId ?? null,
    rules: new Map(
      [...needs.required, ...needs.optional].map(({ role, rules: codes }) => [
        role,
        codes.flatMap((code) => idOf.get(code) ?? []),
      ]),
    ),
  }
}

interface PointRule {
  point: MappedPoint
  of: EquipmentRules
  ruleId: string
}

/** Returns a rule for each point, preferring one that uses several of the points, so that fewer calls are needed. */
function pointRulesOf(
  pointIds: readonly string[],
  roles: readonly MappedPoint[],
  equipment: ReadonlyMap<string, EquipmentRules>,
): PointRule[] {
  const candidates = roles.flatMap((point): PointRule[] => {
    const of = equipment.get(point.equipmentId)
    return of ? (of.rules.get(point.role) ?? []).map((ruleId) => ({ point, of, ruleId })) : []
  })
  const pointCounts = new Map<string, number>()
  const key = ({ of, ruleId }: PointRule) => `${of.id} ${ruleId}`
  for (const one of candidates) pointCounts.set(key(one), (pointCounts.get(key(one)) ?? 0) + 1)
  return pointIds.flatMap((id) => {
    const own = candidates.filter(({ point }) => point.pointId === id)
    const [best] = own.sort((a, b) => (pointCounts.get(key(b)) ?? 0) - (pointCounts.get(key(a)) ?? 0))
    return best ?? []
  })
}

function seriesOf(
  { series }: Trends,
  point: MappedPoint,
  where: { timeZone: string | null; customerId: string },
): PointTrend[] {
  const match =
    series.find(({ pointId }) => pointId === point.pointId) ?? series.find(({ role }) => role === point.role)
  if (!match) return []
  const { name, unit, kind, samples } = match
  const { pointId, pointName, deviceId } = point
  return [{ pointId, name: pointName, displayName: name, deviceId, unit, kind, samples, ...where }]
}

/** Returns the time zone of the site; null if unknown. */
async function timeZoneAt({ call }: Reader, siteId: string | null | undefined): Promise<string | null> {
  if (!siteId) return null
  const read = await asPanel(call(site.getSite, { path: { id: siteId } }))
  return (read.ok && read.value.timeZone) || null
}
