/** Filter of the override list: its fields in an address, and the query of the call (domain §17). */
import type { ReplyOf } from '#contracts/endpoint'
import type { site } from '#contracts/site'
import { anyOfParam } from '~/backend/any-of'
import type { Input } from '~/backend/transport.server'
import { type FilterFields, type FilterOf, singleValue } from '~/kit/list/filter'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'

/** Priority levels of the filter: 1 (emergency), 8 (operator), 16, and those of programs. */
export const overrideLevels = ['1', '8', '16', 'other'] as const
/** What is listed without a filter of levels. */
export const unfilteredLevels = ['1', '8', 'other'] as const satisfies readonly (typeof overrideLevels)[number][]
/** Who holds a level: this installation, or another workstation or program. */
export const overrideHolders = ['ours', 'others'] as const
/** The levels that this installation never writes. */
const otherLevels = ['2', '3', '4', '5', '6', '7', '9', '10', '11', '12', '13', '14', '15'] as const
export const overrideEnds = ['endless', 'timed'] as const
/** Minimum age of an override, in days. */
export const overrideAges = ['1', '7', '30'] as const

export const overrideFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:override.searchHint') },
  level: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:point.level'),
    values: overrideLevels,
    any: (t) => t('main:override.levelAny'),
    text: (t, value) => t(`main:override.level.${value as (typeof overrideLevels)[number]}`),
  },
  held: {
    kind: 'choice',
    label: (t) => t('main:override.held'),
    values: overrideHolders,
    any: (t) => t('main:override.anybody'),
    text: (t, value) => t(`main:override.holder.${value as (typeof overrideHolders)[number]}`),
  },
  end: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:override.end'),
    values: overrideEnds,
    text: (t, value) => t(`main:override.${value as (typeof overrideEnds)[number]}`),
  },
  age: {
    kind: 'choice',
    label: (t) => t('main:override.age'),
    values: overrideAges,
    text: (t, value) => t('main:override.olderThan', { count: Number(value) }),
  },
  by: {
    kind: 'choice',
    label: (t) => t('main:point.by'),
    values: ['me'],
    any: (t) => t('main:override.anybody'),
    text: (t) => t('main:override.me'),
  },
  since: { kind: 'moment', label: (t) => t('field.since') },
  groupId: { kind: 'carried' },
  siteId: { kind: 'carried' },
  buildingId: { kind: 'carried' },
  deviceId: { kind: 'carried' },
} as const satisfies FilterFields

export type OverrideFilter = FilterOf<typeof overrideFields>
export type ListedOverride = ReplyOf<typeof site.findOverrides>['data'][number]
type Query = NonNullable<Input<typeof site.findOverrides>['query']>

const minuteMs = 60_000
const dayMs = 86_400_000

/** Operator overrides without an end that are older than a week, and so probably forgotten. */
export const forgottenOverrides = { end: ['endless'], age: '7', level: ['8'] } as const satisfies OverrideFilter

/** All that this installation holds, set values included. */
export const ownOverrides = { held: 'ours', level: ['1', '8', '16'] } as const satisfies OverrideFilter

/** Sortable columns, with the names of the call; oldest first. */
export const overrideSorts = ['at', 'expiresAt', 'level', 'deviceName'] as const

/**
 * Returns the query of the call. `ownId` is the person's record in the tenant. Null if nothing can match: a person
 * without a record has no overrides of their own.
 */
export function overrideQuery(at: PlaceParams, listFilter: OverrideFilter, ownId: string | undefined): Query | null {
  const { q, level, held, end, age, by, since, groupId, siteId, buildingId, deviceId } = scopeFilter(at, listFilter)
  if (by === 'me' && !ownId) return null
  const only = singleValue(end)
  return {
    customerId: at.customerId,
    ...(deviceId ? { deviceId } : buildingId ? { buildingId } : siteId ? { siteId } : groupId ? { groupId } : {}),
    ...(q && { search: q }),
    level: anyOfParam(level?.flatMap((one) => (one === 'other' ? otherLevels : one))),
    ...(held && { isOurs: held === 'ours' ? 'true' : 'false' }),
    ...(only && { endless: only === 'endless' ? 'true' : 'false' }),
    ...(age && { olderThan: minuteBefore(Number(age) * dayMs) }),
    ...(since && { since }),
    ...(by === 'me' && { byUserId: ownId }),
  }
}

/** Rounds to the minute, so that repeated requests are equal and can be answered from the cache during an outage. */
function minuteBefore(ms: number): string {
  return new Date(Math.floor((Date.now() - ms) / minuteMs) * minuteMs).toISOString()
}
