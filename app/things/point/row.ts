/** A point as a row of a list: what it reads, since when and how good that is, and whether somebody holds it. */
import type { Override, Point, Value } from '#contracts/points'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type Meaning, meaningOf } from './value'

export type Quality = 'good' | 'stale' | 'offline'

export interface PointRow {
  id: string
  /** What people call it. */
  name: string
  /** What it is called on the controller. */
  objectName: string
  href: string
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

export function pointRow(at: ParamsFor<'device'>, point: Point, { isConnected }: { isConnected: boolean }): PointRow {
  const { statusFlags } = point
  return {
    id: point.id,
    name: point.displayName || point.name,
    objectName: point.name,
    href: href('point', { ...at, pointId: point.id }),
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
