/** How a list of points is narrowed, as its address says it, and which points that leaves (domain §4.1). */
import type { PointKind } from '#contracts/points'
import type { FilterFields, FilterOf } from '~/screens/list/filter'
import type { PointRow } from './row'

const kinds = ['number', 'boolean', 'enum', 'string'] as const satisfies readonly PointKind[]
/** What somebody may look for: held by hand or in an emergency, in alarm, in fault, or open to be written. */
export const pointStates = ['overridden', 'alarm', 'fault', 'writable'] as const
export type PointState = (typeof pointStates)[number]

export const pointFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:point.searchHint') },
  state: {
    kind: 'choice',
    label: (t) => t('field.state'),
    values: pointStates,
    text: (t, value) => t(`main:point.is.${value as PointState}`),
  },
  kind: {
    kind: 'choice',
    label: (t) => t('field.kind'),
    values: kinds,
    text: (t, value) => t(`main:point.kind.${value as PointKind}`),
  },
  unit: { kind: 'choice', label: (t) => t('main:point.unit') },
} as const satisfies FilterFields

export type PointFilter = FilterOf<typeof pointFields>

/** Whether a point is one of those asked for: every word stands somewhere in its names. */
export function isAsked(point: PointRow, { q, state, kind, unit }: PointFilter): boolean {
  const text = plain(`${point.name} ${point.objectName} ${point.pointTypeId ?? ''}`)
  const words = plain(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return (
    words.every((word) => text.includes(word)) &&
    (state === undefined || isIn(point, state)) &&
    (kind === undefined || point.meaning.kind === kind) &&
    (unit === undefined || point.meaning.unit === unit)
  )
}

function isIn({ override, isByHand, isInAlarm, isFaulty, isWritable }: PointRow, state: PointState): boolean {
  if (state === 'overridden') return override !== null || isByHand
  if (state === 'alarm') return isInAlarm
  return state === 'fault' ? isFaulty : isWritable
}

/** Case and accents make no difference. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
