/**
 * Points that serve several pieces of equipment, such as an outdoor air sensor, and can serve one more (domain §4.6).
 */
import type { MappedPoint } from '#contracts/points'
import { site } from '#contracts/site'
import type { PlanContext } from '~/change/plan-context'
import { findEquipment } from '~/features/equipment/shared/find-equipment.server'
import type { ParamsFor } from '~/paths'

type At = ParamsFor<'equipment'>
type EquipmentReader = Parameters<typeof findEquipment>[0]

export interface SharedPoint {
  id: string
  name: string
  /** Names of the equipment that it serves. */
  of: string[]
}

/** Maximum number of pieces of equipment read, of points shown, and of names per point. */
const [maxEquipment, maxPoints, maxNames] = [200, 100, 3]

/**
 * Returns the points that other equipment of the site uses in roles of the same type; those of the feeding equipment
 * first.
 */
export async function sharedPoints(
  reader: EquipmentReader,
  { tenantId, customerId, siteId, equipmentId }: At,
  { pointTypeId, feeder, q }: { pointTypeId: string; feeder: string | null; q: string | undefined },
): Promise<{ points: SharedPoint[]; incomplete: boolean }> {
  const page = await findEquipment(reader, {
    at: { tenantId, customerId },
    filter: { siteId, ...(q && { q }) },
    pageSize: maxEquipment,
  })
  const others = new Map(page.equipment.flatMap(({ id, name }) => (id === equipmentId ? [] : [[id, name] as const])))
  if (others.size === 0) return { points: [], incomplete: page.incomplete }
  const mapped = await reader.call(site.mappedPoints, {
    body: { equipmentIds: [...others.keys()], pointTypeIds: [pointTypeId] },
  })
  const rank = (one: MappedPoint) => (one.equipmentId === feeder ? 0 : 1)
  const byPoint = new Map<string, SharedPoint>()
  for (const one of mapped.toSorted(
    (a, b) => rank(a) - rank(b) || a.pointName.localeCompare(b.pointName, 'en', numeric),
  )) {
    const point = byPoint.get(one.pointId) ?? { id: one.pointId, name: one.pointName, of: [] }
    const name = others.get(one.equipmentId)
    if (name && point.of.length < maxNames) point.of.push(name)
    byPoint.set(one.pointId, point)
  }
  const points = [...byPoint.values()]
  return {
    points: points.slice(0, maxPoints),
    incomplete: page.incomplete || page.next !== null || points.length > maxPoints,
  }
}

const numeric = { numeric: true }

/** Returns a point that other equipment of the site uses in a role of the type; null if there is none with the id. */
export async function sharedPoint(
  read: PlanContext<unknown>['read'],
  { siteId }: Pick<At, 'siteId'>,
  { pointTypeId, pointId }: { pointTypeId: string; pointId: string },
): Promise<Pick<SharedPoint, 'id' | 'name'> | null> {
  const mapped = await read(site.mappedPoints, { body: { pointTypeIds: [pointTypeId] } })
  const [one] = mapped.filter((candidate) => candidate.pointId === pointId)
  if (!one) return null
  const equipment = await read(site.getEquipment, { path: { id: one.equipmentId } })
  const siteOfPoint = equipment.siteId ?? equipment.path?.find(({ type }) => type === 'site')?.id
  return siteOfPoint === undefined || siteOfPoint === siteId ? { id: pointId, name: one.pointName } : null
}
