/** An override as a row of a list: point, value, person, reason, start and end. */
import type { Value } from '#contracts/points'
import type { ValueFormat } from '~/features/point/shared/value'
import { href, type Place, placeParams } from '~/hrefs'
import type { ListedOverride } from './filter'

export interface OverrideRow {
  /** Controller, point and level, as the value of a ticked row. */
  key: string
  pointId: string
  level: number
  name: string
  href: string | null
  /** The controller and its location. */
  device: string
  location: string
  hostId: string
  equipment: string
  valueFormat: ValueFormat
  value: Value
  /** The text of the value, if it is a state with one. */
  state: string | null
  /** Null if the person is unknown. */
  by: string | null
  /** Whether this installation wrote it. */
  isOurs: boolean
  since: string
  until: string | null
  /** Whether its end has passed, and the controller has not released it. */
  isOverdue: boolean
  reason: string
}

/** The override that the value of a ticked row identifies. */
export interface OverrideKey {
  deviceId: string
  pointId: string
  level: number
}

export const overrideKey = ({ deviceId, pointId, level }: Pick<ListedOverride, 'deviceId' | 'pointId' | 'level'>) =>
  `${deviceId}.${pointId}.${Number.isFinite(level) ? level : ''}`

/** Parses the value of a ticked row; null if it is invalid. */
export function parseOverrideKey(key: string): OverrideKey | null {
  const [, deviceId, pointId, level] = /^([\w-]{1,80})\.([\w-]{1,80})\.([1-9]|1[0-6])$/.exec(key) ?? []
  return deviceId && pointId ? { deviceId, pointId, level: Number(level) } : null
}

export function overrideRow(place: Place, override: ListedOverride, reason: string): OverrideRow {
  const { pointId, level, path = [], deviceId } = override
  const params = { ...placeParams(place, path), deviceId, pointId }
  return {
    key: overrideKey(override),
    pointId,
    level,
    name: override.displayName || override.pointName,
    href: params.spaceId ? href('point', params) : null,
    device: override.deviceName,
    location: path
      .slice(1)
      .map(({ name }) => name)
      .join(' / '),
    hostId: override.hostId ?? '',
    equipment: override.equipmentName ?? '',
    valueFormat: { kind: override.kind, unit: override.unit ?? null, precision: 1, states: [] },
    value: override.value,
    state: override.state || null,
    by: override.by?.fullName ?? null,
    isOurs: override.isOurs !== false,
    since: override.at,
    until: override.expiresAt,
    isOverdue: override.isOverdue === true,
    reason,
  }
}
