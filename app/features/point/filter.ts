/** Filter of a point list: its fields in an address, and the points that match (domain §4.1). */
import { containsWords } from '#contracts/fold'
import type { PointKind } from '#contracts/points'
import type { site } from '#contracts/site'
import { anyOfParam } from '~/backend/any-of'
import type { Input } from '~/backend/transport.server'
import { type FilterFields, type FilterOf, matchesAny } from '~/kit/list/filter'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'
import type { PlacedPointRow, PointWithValue } from './shared/row'

const pointKinds = ['number', 'boolean', 'enum', 'string'] as const satisfies readonly PointKind[]
/** States to filter by: overridden, in alarm, in fault or writable. */
export const pointStates = ['overridden', 'alarm', 'fault', 'writable'] as const
export type PointState = (typeof pointStates)[number]

export const pointFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:point.searchHint') },
  state: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.state'),
    values: pointStates,
    text: (t, value) => t(`main:point.is.${value as PointState}`),
  },
  kind: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.kind'),
    values: pointKinds,
    text: (t, value) => t(`main:point.kind.${value as PointKind}`),
  },
  unit: { kind: 'choice', several: true, label: (t) => t('main:point.unit') },
} as const satisfies FilterFields

export type PointFilter = FilterOf<typeof pointFields>

/** Filter of points across controllers. */
export const placedPointFields = {
  ...pointFields,
  q: { ...pointFields.q, hint: (t) => t('main:point.searchHintPlaced') },
  type: { kind: 'choice', several: true, label: (t) => t('main:point.type') },
  groupId: { kind: 'carried' },
  siteId: { kind: 'carried' },
  buildingId: { kind: 'carried' },
  spaceId: { kind: 'carried' },
} as const satisfies FilterFields

export type PlacedPointFilter = FilterOf<typeof placedPointFields>

/** Sortable columns, with the names of the call. */
export const placedPointSorts = ['name'] as const

type Query = NonNullable<Input<typeof site.findPoints>['query']>

/** Returns the query of the call. Only the narrowest place is sent, because a building is inside its site. */
export function placedPointQuery(at: PlaceParams, listFilter: PlacedPointFilter): Query {
  const { q, state, kind, unit, type, groupId, siteId, buildingId, spaceId } = scopeFilter(at, listFilter)
  const places = { spaceId, buildingId, siteId, groupId }
  const narrowest = (Object.keys(places) as (keyof typeof places)[]).find((name) => places[name] !== undefined)
  return {
    customerId: at.customerId,
    ...(narrowest && { [narrowest]: places[narrowest] }),
    ...(q && { search: q }),
    kind: anyOfParam(kind),
    unit: anyOfParam(unit),
    pointTypeId: anyOfParam(type),
    ...statesIn(state),
  }
}

/** Returns the query for states. One state has its own parameter; of several, a point needs at least one. */
function statesIn(states: readonly PointState[] = []): Query {
  const [only] = states
  if (only && states.length === 1) return { [flagOf[only]]: 'true' }
  return { anyState: anyOfParam(states.map((one) => flagOf[one])) }
}

const flagOf = {
  overridden: 'overridden',
  alarm: 'inAlarm',
  fault: 'fault',
  writable: 'writable',
} as const satisfies Record<PointState, keyof Query>

/** Like `matchesPointFilter`, for points across controllers. */
export function matchesPlacedPointFilter(point: PlacedPointRow, { type, ...filter }: PlacedPointFilter): boolean {
  const where = `${point.device} ${point.hostId} ${point.location}`
  return matchesPointFilter(point, filter, where) && matchesAny(type, point.pointTypeId)
}

/** Whether a point matches the filter; every word of `q` must occur in its names or in `where`. */
export function matchesPointFilter(point: PointWithValue, { q, state, kind, unit }: PointFilter, where = ''): boolean {
  return (
    containsWords(
      `${point.name} ${point.objectName} ${point.pointTypeId ?? ''} ${point.group ?? ''} ${where}`,
      q ?? '',
    ) &&
    (state === undefined || state.some((one) => hasState(point, one))) &&
    matchesAny(kind, point.valueFormat.kind) &&
    matchesAny(unit, point.valueFormat.unit)
  )
}

function hasState(
  { override, isLocalOverride, isInAlarm, isFaulty, isWritable }: PointWithValue,
  state: PointState,
): boolean {
  if (state === 'overridden') return override !== null || isLocalOverride
  if (state === 'alarm') return isInAlarm
  return state === 'fault' ? isFaulty : isWritable
}
