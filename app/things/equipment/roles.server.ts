/** The points of a piece of equipment by the roles they play, each with what it reads now (domain §4.6, §8.1). */

import type { Equipment } from '#contracts/equipment'
import { type Device, site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { type Place, placeParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { isHeard } from '~/things/point/find-points.server'
import { liveHref } from '~/things/point/live'
import { type PointRow, pointRow } from '~/things/point/row'

export interface RoleRow {
  role: string
  /** What kind of point plays it. */
  type: string
  isRequired: boolean
  /** The rules that wait for it. */
  rules: string[]
  /** Nothing plays it, or nobody can say what it reads. */
  point: PointRow | null
  /** Where its controller stands. */
  host: ParamsFor<'device'> | null
  /** Mapped, but on a controller that tells nothing now. */
  isUnread: boolean
  /** Where it is given a point; nowhere unless said. */
  mapHref?: string
}

/** Controllers that are asked at once. */
const atOnce = 8

/** Its roles, those that rules need first. */
export async function rolesOf(
  reader: Pick<Reader, 'ask'>,
  place: Place,
  { id, deviceIds }: Pick<Equipment, 'id' | 'deviceIds'>,
): Promise<Panel<RoleRow[]>> {
  const [mappings, types, linked] = await Promise.all([
    asPanel(reader.ask(site.pointMappings, { body: { equipmentId: id } })),
    asPanel(reader.ask(site.listPointTypes)),
    asPanel(reader.ask(site.mappedPoints, { body: { equipmentIds: [id] } })),
  ])
  if (!mappings.ok) return mappings
  const hosts = new Set([...deviceIds, ...(linked.ok ? linked.value.map(({ deviceId }) => deviceId) : [])])
  const read = new Map(
    (await inParallel([...hosts], atOnce, (deviceId) => readingsOf(reader, place, deviceId)))
      .flat()
      .map((reading) => [reading.point.id, reading]),
  )
  const nameOf = new Map(types.ok ? types.value.map((type) => [type.id, type.name]) : [])
  const { required, optional } = mappings.value
  const row =
    (isRequired: boolean) =>
    ({ role, pointTypeId, rules, pointId }: (typeof required)[number]): RoleRow => ({
      role,
      type: nameOf.get(pointTypeId) ?? pointTypeId.replaceAll('_', ' '),
      isRequired,
      rules: [...rules],
      point: null,
      host: null,
      ...(pointId !== null && read.get(pointId)),
      isUnread: pointId !== null && !read.has(pointId),
    })
  return { ok: true, value: [...required.map(row(true)), ...optional.map(row(false))] }
}

type PointOfHost = Pick<RoleRow, 'host'> & { point: PointRow }

/** None where the controller cannot be asked: the roles stand without what their points read. */
async function readingsOf({ ask }: Pick<Reader, 'ask'>, place: Place, deviceId: string): Promise<PointOfHost[]> {
  const path = { id: deviceId }
  const [points, device] = await Promise.all([
    asPanel(ask(site.listDevicePoints, { path })),
    asPanel(ask(site.getDevice, { path })),
  ])
  if (!points.ok || !device.ok) return []
  const host = addressOf(place, device.value)
  const controller = { device: device.value.name, isConnected: isHeard(device.value) }
  return host ? points.value.map((point) => ({ host, point: pointRow(host, point, controller) })) : []
}

function addressOf(place: Place, { id, path = [] }: Device): ParamsFor<'device'> | null {
  const params = { ...placeParams(place, path), deviceId: id }
  return params.spaceId ? params : null
}

/** Where a page hears of what the points of the roles read: one address for each controller. */
export function liveOf(onlooker: Parameters<typeof liveHref>[0], roles: Panel<RoleRow[]>): string[] {
  const byHost = new Map<string, { host: ParamsFor<'device'>; ids: string[] }>()
  for (const { host, point } of roles.ok ? roles.value : []) {
    if (!host || !point) continue
    const known = byHost.get(host.deviceId) ?? { host, ids: [] }
    byHost.set(host.deviceId, { host, ids: [...known.ids, point.id] })
  }
  return [...byHost.values()].flatMap(({ host, ids }) => liveHref(onlooker, host, ids) ?? [])
}
