/** How a list of equipment is narrowed, as its address says it, and as the call asks for it (domain §17). */
import type { site } from '#contracts/site'
import { anyOf } from '~/backend/any-of'
import type { Input } from '~/backend/transport.server'
import { type FilterFields, type FilterOf, onlyOf } from '~/screens/list/filter'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'

export const readinesses = ['missing', 'ready'] as const
export const troubles = ['alarms', 'faults'] as const

export const equipmentFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:equipment.searchHint') },
  type: { kind: 'choice', several: true, label: (t) => t('main:equipment.type') },
  readiness: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:equipment.readings'),
    values: readinesses,
    text: (t, value) => t(`main:equipment.readiness.${value as (typeof readinesses)[number]}`),
  },
  trouble: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.state'),
    values: troubles,
    text: (t, value) => t(`main:equipment.trouble.${value as (typeof troubles)[number]}`),
  },
  groupId: { kind: 'carried' },
  siteId: { kind: 'carried' },
  buildingId: { kind: 'carried' },
  spaceId: { kind: 'carried' },
  deviceId: { kind: 'carried' },
} as const satisfies FilterFields

export type EquipmentFilter = FilterOf<typeof equipmentFields>

/** One trouble is a word of the call; of both, equipment has one at least. */
function troubleIn(trouble: EquipmentFilter['trouble']): Query {
  if (!trouble) return {}
  const only = onlyOf(trouble)
  if (!only) return { hasTrouble: 'true' }
  return only === 'alarms' ? { hasAlarms: 'true' } : { hasFaults: 'true' }
}

/** Columns that sort, as the call names them. */
export const equipmentSorts = ['name', 'type'] as const

type Query = NonNullable<Input<typeof site.findEquipment>['query']>

/** What the call is asked; of its place the narrowest alone, since what is in a building is in its site. */
export function equipmentQuery(at: PlaceParams, asked: EquipmentFilter): Query {
  const { q, type, readiness, trouble, groupId, siteId, buildingId, spaceId, deviceId } = within(at, asked)
  const place = deviceId
    ? { deviceId }
    : spaceId
      ? { spaceId }
      : buildingId
        ? { buildingId }
        : siteId
          ? { siteId }
          : groupId
            ? { groupId }
            : {}
  return {
    customerId: at.customerId,
    ...place,
    ...(q && { search: q }),
    type: anyOf(type),
    readiness: onlyOf(readiness),
    ...troubleIn(trouble),
  }
}
