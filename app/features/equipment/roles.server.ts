/** The points of equipment by role, with their current values (domain §4.6, §8.1). */

import type { Equipment } from '#contracts/equipment'
import { type Device, site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { isReporting } from '~/features/point/shared/find-points.server'
import { liveHref } from '~/features/point/shared/live'
import { type PointRow, pointRow } from '~/features/point/shared/row'
import { pointTypeNames } from '~/features/point/shared/type-names'
import { type Place, placeParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'

export interface RoleRow {
  role: string
  /** Label of the required point type. */
  type: string
  isRequired: boolean
  /** Rules that require the role. */
  rules: string[]
  /** Null if no point has the role, or its value cannot be read. */
  point: PointRow | null
  /** Address of the point's controller. */
  host: ParamsFor<'device'> | null
  /** Mapped to a point of a controller that cannot be read now. */
  isUnreadable: boolean
  /** Page that maps a point to the role, where offered. */
  mapHref?: string
  /** Page that overrides the point, where offered. */
  overrideHref?: string
}

/** Maximum number of controllers read concurrently. */
const maxConcurrent = 8

/** Returns the roles, those required by rules first. */
export async function equipmentRoles(
  reader: Pick<Reader, 'call' | 'language'>,
  place: Place,
  { id, deviceIds }: Pick<Equipment, 'id' | 'deviceIds'>,
): Promise<Panel<RoleRow[]>> {
  const [mappings, types, mapped] = await Promise.all([
    asPanel(reader.call(site.pointMappings, { body: { equipmentId: id } })),
    asPanel(reader.call(site.listPointTypes)),
    asPanel(reader.call(site.mappedPoints, { body: { equipmentIds: [id] } })),
  ])
  if (!mappings.ok) return mappings
  const hosts = new Set([...deviceIds, ...(mapped.ok ? mapped.value.map(({ deviceId }) => deviceId) : [])])
  const read = new Map(
    (await inParallel([...hosts], maxConcurrent, (deviceId) => readingsOf(reader, place, deviceId)))
      .flat()
      .map((reading) => [reading.point.id, reading]),
  )
  const nameOf = pointTypeNames(reader.language, types)
  const { required, optional } = mappings.value
  const row =
    (isRequired: boolean) =>
    ({ role, pointTypeId, rules, pointId }: (typeof required)[number]): RoleRow => ({
      role,
      type: nameOf(pointTypeId),
      isRequired,
      rules: [...rules],
      point: null,
      host: null,
      ...(pointId !== null && read.get(pointId)),
      isUnreadable: pointId !== null && !read.has(pointId),
    })
  return { ok: true, value: [...required.map(row(true)), ...optional.map(row(false))] }
}

type PointOfHost = Pick<RoleRow, 'host'> & { point: PointRow }

/** Returns the points of a controller; empty if it cannot be read, so that the roles are shown without values. */
export async function readingsOf(
  { call }: Pick<Reader, 'call'>,
  place: Place,
  deviceId: string,
): Promise<PointOfHost[]> {
  const path = { id: deviceId }
  const [points, device] = await Promise.all([
    asPanel(call(site.listDevicePoints, { path })),
    asPanel(call(site.getDevice, { path })),
  ])
  if (!points.ok || !device.ok) return []
  const host = addressOf(place, device.value)
  const controller = { device: device.value.name, isConnected: isReporting(device.value) }
  return host ? points.value.map((point) => ({ host, point: pointRow(host, point, controller) })) : []
}

function addressOf(place: Place, { id, path = [] }: Device): ParamsFor<'device'> | null {
  const params = { ...placeParams(place, path), deviceId: id }
  return params.spaceId ? params : null
}

/** Returns the address of the live values of the roles; null where there is none. */
export function liveHrefOf(
  onlooker: Parameters<typeof liveHref>[0],
  place: Place,
  roles: Panel<RoleRow[]>,
): string | null {
  const hosts = (roles.ok ? roles.value : []).flatMap(({ host, point }) => (host && point ? host.deviceId : []))
  return liveHref(onlooker, place, hosts)
}
