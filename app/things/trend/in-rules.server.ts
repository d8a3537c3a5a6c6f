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
import { isOfFanCoil } from '~/domain/fan-coils'
import type { Stretch } from '~/ui/chart/buckets'
import { askTrends } from '../fault/trends.server'

export type Told = PointTrends & {
  /** Set if the backend stores trends of its rules alone; `without` is the number of points that no rule uses. */
  inRules?: { without: number }
}

interface Asked extends Stretch {
  customerId: string
  pointIds: readonly string[]
  maxSamples: number
}

/** Maximum number of concurrent calls, and of equipment read for a point that serves many. */
const lanes = 4
const mostServed = 3

/**
 * Returns the trends; null if no rule uses any of the points, or the person may not see rules and faults. Throws
 * `ServiceError`.
 */
export async function trendsInRules(reader: Reader, asked: Asked): Promise<Told | null> {
  const { ask, may, features } = reader
  if (!features.faults || !features.faultRules || !may('fault.read') || !may('rule.read')) return null
  const mapped = await ask(site.mappedPoints, { body: {} })
  const roles = asked.pointIds.flatMap((id) => mapped.filter(({ pointId }) => pointId === id).slice(0, mostServed))
  const served = await inParallel([...new Set(roles.map(({ equipmentId }) => equipmentId))], lanes, (id) =>
    servedBy(reader, id, asked.customerId),
  )
  const known = new Map(served.flatMap((one) => (one ? [[one.id, one] as const] : [])))
  const watched = watchedOf(asked.pointIds, roles, known)
  if (watched.length === 0) return null
  const pairs = [...new Map(watched.map((one) => [`${one.of.id} ${one.ruleId}`, one])).values()]
  const trends = await inParallel(pairs, lanes, ({ of, ruleId }) =>
    askTrends(reader, { equipmentId: of.id, faultRuleId: ruleId }, asked, asked.maxSamples),
  )
  const told = new Map(pairs.map(({ of, ruleId }, at) => [`${of.id} ${ruleId}`, trends[at]]))
  const timeZone = await timeZoneAt(reader, watched[0]?.of.siteId)
  const series = watched.flatMap((one) => {
    const found = told.get(`${one.of.id} ${one.ruleId}`)
    return found ? seriesOf(found, one.point, { timeZone, customerId: asked.customerId }) : []
  })
  return {
    from: new Date(asked.from).toISOString(),
    to: new Date(asked.to).toISOString(),
    intervalSec: Math.max(...trends.map((one) => one.intervalSec)),
    truncated: trends.some((one) => one.truncated),
    series,
    inRules: { without: asked.pointIds.length - series.length },
  }
}

/** Equipment with the rules that use each role. */
interface Served {
  id: string
  siteId: string | null
  rules: ReadonlyMap<string, readonly string[]>
}

/** Returns null for equipment of another customer, or of a type whose rules are disabled. */
async function servedBy({ ask, features }: Reader, id: string, customerId: string): Promise<Served | null> {
  const [equipment, needs, rules] = await Promise.all([
    ask(site.getEquipment, { path: { id } }),
    ask(site.pointMappings, { body: { equipmentId: id } }),
    ask(operations.findRules, { path: { id }, body: { pageSize: 200 } }),
  ])
  if (equipment.customerId !== undefined && equipment.customerId !== customerId) return null
  if (isOfFanCoil(equipment.type) && !features.fanCoilUnitRules) return null
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

interface Watched {
  point: MappedPoint
  of: Served
  ruleId: string
}

/** Returns a rule for each point, preferring one that uses several of the points, so that fewer calls are needed. */
function watchedOf(
  pointIds: readonly string[],
  roles: readonly MappedPoint[],
  served: ReadonlyMap<string, Served>,
): Watched[] {
  const open = roles.flatMap((point): Watched[] => {
    const of = served.get(point.equipmentId)
    return of ? (of.rules.get(point.role) ?? []).map((ruleId) => ({ point, of, ruleId })) : []
  })
  const reach = new Map<string, number>()
  const key = ({ of, ruleId }: Watched) => `${of.id} ${ruleId}`
  for (const one of open) reach.set(key(one), (reach.get(key(one)) ?? 0) + 1)
  return pointIds.flatMap((id) => {
    const own = open.filter(({ point }) => point.pointId === id)
    const [best] = own.sort((a, b) => (reach.get(key(b)) ?? 0) - (reach.get(key(a)) ?? 0))
    return best ?? []
  })
}

function seriesOf(
  { series }: Trends,
  point: MappedPoint,
  where: { timeZone: string | null; customerId: string },
): PointTrend[] {
  const found =
    series.find(({ pointId }) => pointId === point.pointId) ?? series.find(({ role }) => role === point.role)
  if (!found) return []
  const { name, unit, kind, samples } = found
  const { pointId, pointName, deviceId } = point
  return [{ pointId, name: pointName, displayName: name, deviceId, unit, kind, samples, ...where }]
}

/** Returns the time zone of the site; null if unknown. */
async function timeZoneAt({ ask }: Reader, siteId: string | null | undefined): Promise<string | null> {
  if (!siteId) return null
  const read = await asPanel(ask(site.getSite, { path: { id: siteId } }))
  return (read.ok && read.value.timeZone) || null
}
