/** A point as a row of a list: value, time, quality and override. */
import type { Override, PlacedPoint, Point, Value } from '#contracts/points'
import { locationOf } from '~/domain/device'
import { href, type Place, placeParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type Meaning, meaningOf } from './value'

export type Quality = 'good' | 'stale' | 'offline'

/** A point with its current value. */
export interface ReadPoint {
  id: string
  /** Its display name. */
  name: string
  /** Its name on the controller. */
  objectName: string
  /** Name of its controller. */
  device: string
  meaning: Meaning
  value: Value | null
  at: string | null
  quality: Quality
  isInAlarm: boolean
  isFaulty: boolean
  /** Overridden by a manual switch on the hardware. */
  isByHand: boolean
  override: Override | null
  isWritable: boolean
  pointTypeId: string | null
}

export interface PointRow extends ReadPoint {
  href: string
}

/** A point of any controller, shown with its controller. */
export interface PlacedRow extends ReadPoint {
  href: string | null
  hostId: string
  location: string
}

/** The controller of a point. */
interface OfController {
  device: string
  isConnected: boolean
}

export function pointRow(at: ParamsFor<'device'>, point: Point, controller: OfController): PointRow {
  return { ...readPoint(point, controller), href: href('point', { ...at, pointId: point.id }) }
}

/** Assumes that the controller is connected, because the reply does not say. */
export function placedRow(place: Place, point: PlacedPoint): PlacedRow {
  const { id, deviceId, deviceName, hostId, path = [] } = point
  const params = { ...placeParams(place, path), deviceId, pointId: id }
  return {
    ...readPoint(point, { device: deviceName, isConnected: true }),
    href: params.spaceId ? href('point', params) : null,
    hostId: hostId ?? '',
    location: locationOf(path),
  }
}

/** Returns the name without the controller's name at its start; the full name if nothing would remain. */
export function ownPart(name: string, { device }: Pick<ReadPoint, 'device'>): string {
  if (!device || !name.toLowerCase().startsWith(device.toLowerCase())) return name
  const rest = name.slice(device.length)
  const own = rest.replace(/^[\s._:/\u2013-]+/, '')
  return own && own !== rest ? own : name
}

function readPoint(point: Point, { device, isConnected }: OfController): ReadPoint {
  const { statusFlags } = point
  return {
    id: point.id,
    name: point.displayName || point.name,
    objectName: point.name,
    device,
    meaning: meaningOf(point),
    value: point.presentValue ?? null,
    at: point.timestamp ?? null,
    quality: isConnected && point.reliability !== 'communicationFailure' ? 'good' : 'offline',
    isInAlarm: statusFlags?.inAlarm === true,
    isFaulty: statusFlags?.fault === true,
    isByHand: statusFlags?.overridden === true,
    override: point.override ?? null,
    isWritable: point.isWritable,
    pointTypeId: point.pointTypeId ?? null,
  }
}
