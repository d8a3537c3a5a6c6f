/** Filter of an equipment list: its fields in an address, and the query of the call (domain §17). */
import type { site } from '#contracts/site'
import { anyOfParam } from '~/backend/any-of'
import type { Input } from '~/backend/transport.server'
import { type FilterFields, type FilterOf, singleValue } from '~/kit/list/filter'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'

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

/** Returns the query for troubles; with both selected, equipment has at least one of them. */
function troubleIn(trouble: EquipmentFilter['trouble']): Query {
  if (!trouble) return {}
  const only = singleValue(trouble)
  if (!only) return { hasTrouble: 'true' }
  return only === 'alarms' ? { hasAlarms: 'true' } : { hasFaults: 'true' }
}

/** Sortable columns, with the names of the call. */
export const equipmentSorts = ['name', 'type'] as const

type Query = NonNullable<Input<typeof site.findEquipment>['query']>

/** Returns the query of the call. Only the narrowest place is sent, because a building is inside its site. */
export function equipmentQuery(at: PlaceParams, listFilter: EquipmentFilter): Query {
  const { q, type, readiness, trouble, groupId, siteId, buildingId, spaceId, deviceId } = scopeFilter(at, listFilter)
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
    type: anyOfParam(type),
    readiness: singleValue(readiness),
    ...troubleIn(trouble),
  }
}
