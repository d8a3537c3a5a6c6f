/** A point as a row of a list: what it reads, since when and how good that is, and whether somebody holds it. */
import type { Override, PlacedPoint, Point, Value } from '#contracts/points'
import { locationOf } from '~/domain/device'
import { href, type Place, placeParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type Meaning, meaningOf } from './value'

export type Quality = 'good' | 'stale' | 'offline'

/** What a point is and reads. */
export interface ReadPoint {
  id: string
  /** What people call it. */
  name: string
  /** What it is called on the controller. */
  objectName: string
  /** What its controller is called. */
  device: string
  meaning: Meaning
  value: Value | null
  at: string | null
  quality: Quality
  isInAlarm: boolean
  isFaulty: boolean
  /** A hand switch on the hardware holds it. */
  isByHand: boolean
  override: Override | null
  isWritable: boolean
  pointTypeId: string | null
}

export interface PointRow extends ReadPoint {
  href: string
}

/** A point of any controller, which stands beside it. */
export interface PlacedRow extends ReadPoint {
  href: string | null
  hostId: string
  location: string
}

/** What is known of the controller of a point. */
interface OfController {
  device: string
  isConnected: boolean
}

export function pointRow(at: ParamsFor<'device'>, point: Point, controller: OfController): PointRow {
  return { ...readPoint(point, controller), href: href('point', { ...at, pointId: point.id }) }
}

/** A backend that says nothing of a controller's silence is believed. */
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

/** What a name says that the controller's own, which it repeats, does not; all of it where that would leave nothing. */
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
