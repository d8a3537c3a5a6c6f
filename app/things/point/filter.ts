/** How a list of points is narrowed, as its address says it, and which points that leaves (domain §4.1). */
import { holdsWords } from '#contracts/fold'
import type { PointKind } from '#contracts/points'
import type { site } from '#contracts/site'
import { anyOf } from '~/backend/any-of'
import type { Input } from '~/backend/transport.server'
import { type FilterFields, type FilterOf, isAmong } from '~/screens/list/filter'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'
import type { PlacedRow, ReadPoint } from './row'

const kinds = ['number', 'boolean', 'enum', 'string'] as const satisfies readonly PointKind[]
/** What somebody may look for: held by hand or in an emergency, in alarm, in fault, or open to be written. */
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
    values: kinds,
    text: (t, value) => t(`main:point.kind.${value as PointKind}`),
  },
  unit: { kind: 'choice', several: true, label: (t) => t('main:point.unit') },
} as const satisfies FilterFields

export type PointFilter = FilterOf<typeof pointFields>

/** Of the points of many controllers. */
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

/** Columns that sort, as the call names them. */
export const placedPointSorts = ['name'] as const

type Query = NonNullable<Input<typeof site.findPoints>['query']>

/** What the call is asked; of its place the narrowest alone, since what is in a building is in its site. */
export function placedPointQuery(at: PlaceParams, asked: PlacedPointFilter): Query {
  const { q, state, kind, unit, type, groupId, siteId, buildingId, spaceId } = within(at, asked)
  const places = { spaceId, buildingId, siteId, groupId }
  const narrowest = (Object.keys(places) as (keyof typeof places)[]).find((name) => places[name] !== undefined)
  return {
    customerId: at.customerId,
    ...(narrowest && { [narrowest]: places[narrowest] }),
    ...(q && { search: q }),
    kind: anyOf(kind),
    unit: anyOf(unit),
    pointTypeId: anyOf(type),
    ...statesIn(state),
  }
}

/** One state is a word of the call; of several, a point has one at least. */
function statesIn(states: readonly PointState[] = []): Query {
  const [only] = states
  if (only && states.length === 1) return { [flagOf[only]]: 'true' }
  return { anyState: anyOf(states.map((one) => flagOf[one])) }
}

const flagOf = {
  overridden: 'overridden',
  alarm: 'inAlarm',
  fault: 'fault',
  writable: 'writable',
} as const satisfies Record<PointState, keyof Query>

/** The same among points that are at hand. */
export function isAskedPlaced(point: PlacedRow, { type, ...filter }: PlacedPointFilter): boolean {
  const where = `${point.device} ${point.hostId} ${point.location}`
  return isAsked(point, filter, where) && isAmong(type, point.pointTypeId)
}

/** Whether a point is one of those asked for: every word stands somewhere in its names, or in what else is said of it. */
export function isAsked(point: ReadPoint, { q, state, kind, unit }: PointFilter, where = ''): boolean {
  return (
    holdsWords(`${point.name} ${point.objectName} ${point.pointTypeId ?? ''} ${where}`, q ?? '') &&
    (state === undefined || state.some((one) => isIn(point, one))) &&
    isAmong(kind, point.meaning.kind) &&
    isAmong(unit, point.meaning.unit)
  )
}

function isIn({ override, isByHand, isInAlarm, isFaulty, isWritable }: ReadPoint, state: PointState): boolean {
  if (state === 'overridden') return override !== null || isByHand
  if (state === 'alarm') return isInAlarm
  return state === 'fault' ? isFaulty : isWritable
}
