/** A point as a row of a list: value, time, quality and override. */
import type { Override, PlacedPoint, Point, Value } from '#contracts/points'
import { locationOf } from '~/domain/device'
import { href, type Place, placeParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { groupPath } from './groups'
import { type ValueFormat, valueFormatOf } from './value'

export type Quality = 'good' | 'stale' | 'offline'

/** A point with its current value. */
export interface PointWithValue {
  id: string
  /** Its display name. */
  name: string
  /** Its name on the controller. */
  objectName: string
  /** Name of its controller. */
  device: string
  /** The groups in which its controller lists it, as a path. */
  group?: string
  valueFormat: ValueFormat
  value: Value | null
  at: string | null
  quality: Quality
  isInAlarm: boolean
  isFaulty: boolean
  /** Its controller does not list it any more, so it has no value, old or new. */
  isVanished?: boolean
  /** Overridden by a manual switch on the hardware. */
  isLocalOverride: boolean
  override: Override | null
  isWritable: boolean
  pointTypeId: string | null
}

export interface PointRow extends PointWithValue {
  href: string
}

/** A point of any controller, shown with its controller. */
export interface PlacedPointRow extends PointWithValue {
  href: string | null
  hostId: string
  location: string
}

/** The controller of a point. */
interface PointController {
  device: string
  isConnected: boolean
}

export function pointRow(at: ParamsFor<'device'>, point: Point, controller: PointController): PointRow {
  return { ...pointWithValue(point, controller), href: href('point', { ...at, pointId: point.id }) }
}

/** Assumes that the controller is connected, because the reply does not say. */
export function placedPointRow(place: Place, point: PlacedPoint): PlacedPointRow {
  const { id, deviceId, deviceName, hostId, path = [] } = point
  const params = { ...placeParams(place, path), deviceId, pointId: id }
  return {
    ...pointWithValue(point, { device: deviceName, isConnected: true }),
    href: params.spaceId ? href('point', params) : null,
    hostId: hostId ?? '',
    location: locationOf(path),
  }
}

/** Returns the name without the controller's name at its start; the full name if nothing would remain. */
export function nameWithoutDevice(name: string, { device }: Pick<PointWithValue, 'device'>): string {
  if (!device || !name.toLowerCase().startsWith(device.toLowerCase())) return name
  const rest = name.slice(device.length)
  const own = rest.replace(/^[\s._:/\u2013-]+/, '')
  return own && own !== rest ? own : name
}

function pointWithValue(point: Point, { device, isConnected }: PointController): PointWithValue {
  const { statusFlags } = point
  const isCurrent = isConnected && point.reliability !== 'communicationFailure'
  return {
    id: point.id,
    name: point.displayName || point.name,
    objectName: point.name,
    device,
    ...(point.groups && { group: groupPath(point.groups) }),
    valueFormat: valueFormatOf(point),
    value: point.presentValue ?? null,
    at: point.timestamp ?? null,
    quality: isCurrent || point.vanishedAt ? 'good' : 'offline',
    isInAlarm: statusFlags?.inAlarm === true,
    isFaulty: statusFlags?.fault === true,
    ...(point.vanishedAt && { isVanished: true }),
    isLocalOverride: statusFlags?.overridden === true,
    override: point.override ?? null,
    isWritable: point.isWritable,
    pointTypeId: point.pointTypeId ?? null,
  }
}
