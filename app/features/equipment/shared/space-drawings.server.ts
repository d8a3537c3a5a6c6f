/** The small drawings of equipment of a place: bounded, since each needs the points of its controllers. */
import type { Equipment } from '#contracts/equipment'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { pointTypeNames } from '~/features/point/shared/type-names'
import { nodeHref, type Place } from '~/hrefs'
import { readingsOf } from '../roles.server'
import { type DrawingKind, drawingKindOf } from './drawing-slots'
import type { DrawnRole } from './drawn-equipment'
import { namesOf, parentsOf, readEquipmentTypes } from './types.server'

/** Maximum number of drawings, and of controllers whose points are read. */
export const maxDrawings = 6
const maxControllers = 8
const maxConcurrent = 8

export interface SmallDrawingData {
  id: string
  name: string
  href: string | null
  /** The name of its type. */
  type: string
  kind: DrawingKind
  roles: DrawnRole[]
  /** The controllers of its points. */
  deviceIds: string[]
}

/** Returns the drawings of the first equipment with mapped points; null without the permission to read points. */
export async function smallDrawings(
  reader: Reader,
  at: Place,
  equipment: readonly Equipment[],
  bounds = { drawings: maxDrawings, controllers: maxControllers },
): Promise<Panel<SmallDrawingData[]> | null> {
  if (!reader.may('point.read') || equipment.length === 0) return null
  const drawn = equipment.filter(({ pointsMapped }) => pointsMapped !== 0).slice(0, bounds.drawings)
  if (drawn.length === 0) return null
  const { call, language } = reader
  const [mapped, pointTypes, types] = await Promise.all([
    asPanel(call(site.mappedPoints, { body: { equipmentIds: drawn.map(({ id }) => id) } })),
    asPanel(call(site.listPointTypes)),
    readEquipmentTypes(reader),
  ])
  if (!mapped.ok) return mapped
  const hosts = [...new Set(mapped.value.map(({ deviceId }) => deviceId))].slice(0, bounds.controllers)
  const readings = await inParallel(hosts, maxConcurrent, (deviceId) => readingsOf(reader, at, deviceId))
  const points = new Map(readings.flat().map(({ point }) => [point.id, point]))
  const pointTypeName = pointTypeNames(language, pointTypes)
  const typeName = namesOf(types, language)
  const value = drawn.map(({ id, name, type, path = [] }) => ({
    id,
    name,
    href: nodeHref(at, path, { id, type: 'equipment' }),
    type: typeName(type),
    kind: drawingKindOf(type, parentsOf(types, type)),
    roles: mapped.value
      .filter(({ equipmentId }) => equipmentId === id)
      .map(({ role, pointTypeId, pointId }) => ({
        role,
        type: pointTypeName(pointTypeId),
        point: points.get(pointId) ?? null,
        isUnreadable: !points.has(pointId),
      })),
    deviceIds: mapped.value.filter(({ equipmentId }) => equipmentId === id).map(({ deviceId }) => deviceId),
  }))
  return { ok: true, value: value.filter(({ roles }) => roles.length > 0) }
}
