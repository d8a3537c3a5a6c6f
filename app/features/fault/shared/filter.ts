/** Filter of a fault list: its fields in an address, and the query of the call. */
import { faultCategories, faultSeverities, faultStatuses } from '#contracts/fault-names'
import type { FaultFilter as Body, FaultCategory, FaultSeverity, FaultStatus } from '#contracts/faults'
import { endOfDay } from '~/domain/zoned-day'
import type { FilterFields, FilterOf } from '~/kit/list/filter'
import { fromMoment } from '~/kit/list/from-moment'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'

/** Values of the status filter; without one, active faults are listed. */
const statusValues = [...faultStatuses, 'returned', 'all'] as const

export const faultFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:fault.searchHint') },
  status: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.state'),
    values: statusValues,
    alone: ['returned', 'all'],
    any: (t) => t('main:fault.statusAny'),
    text: (t, value) =>
      value === 'all'
        ? t('main:fault.statusAll')
        : value === 'returned'
          ? t('main:fault.cameBack')
          : t(`main:fault.status.${value as FaultStatus}`),
  },
  severity: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:fault.severityLabel'),
    values: faultSeverities,
    text: (t, value) => t(`severity.${value as FaultSeverity}`),
  },
  category: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:fault.categoryLabel'),
    values: faultCategories,
    text: (t, value) => t(`main:fault.category.${value as FaultCategory}`),
  },
  rule: { kind: 'choice', several: true, label: (t) => t('main:fault.rule') },
  equipmentType: { kind: 'choice', several: true, label: (t) => t('main:fault.equipmentType') },
  since: { kind: 'moment', label: (t) => t('field.since') },
  from: { kind: 'day', label: (t) => t('main:fault.from') },
  to: { kind: 'day', label: (t) => t('main:fault.to') },
  groupId: { kind: 'carried' },
  siteId: { kind: 'carried' },
  buildingId: { kind: 'carried' },
  spaceId: { kind: 'carried' },
  deviceId: { kind: 'carried' },
  equipmentId: { kind: 'carried' },
} as const satisfies FilterFields

export type FaultListFilter = FilterOf<typeof faultFields>

/** The place of a fault list, and the time zone (IANA id) of its days. */
export type FaultPlace = PlaceParams & { zone: string }

/** Returns the query of the call, which cannot filter by building or space, only by their site. */
export function faultQuery(at: FaultPlace, listFilter: FaultListFilter): Body {
  const filter = scopeFilter(at, listFilter)
  const { q, severity, category, rule, equipmentType, equipmentId, to } = filter
  const since = fromMoment(filter, at.zone)
  return {
    ...placeIn(filter),
    statuses: statusesOf(filter),
    ...(selectsReturned(filter) && { returned: true }),
    ...(q && { search: q }),
    ...(severity && { severities: [...severity] }),
    ...(category && { categories: [...category] }),
    ...(rule && { faultRuleIds: [...rule] }),
    ...(equipmentType && { equipmentTypes: [...equipmentType] }),
    ...(equipmentId && { equipmentIds: [equipmentId] }),
    ...(since && { from: since }),
    ...(to && { to: endOfDay(to, at.zone) }),
  }
}

/** Whether the filter selects faults that returned after they were resolved. */
export const selectsReturned = ({ status }: FaultListFilter) => status?.[0] === 'returned'

function statusesOf({ status = ['active'] }: FaultListFilter): FaultStatus[] {
  if (status[0] === 'all') return [...faultStatuses]
  return status[0] === 'returned' ? ['active'] : faultStatuses.filter((one) => status.includes(one))
}

function placeIn({ groupId, siteId, deviceId }: FaultListFilter): Body {
  if (deviceId) return { deviceIds: [deviceId] }
  if (siteId) return { siteIds: [siteId] }
  return groupId ? { siteGroupIds: [groupId] } : {}
}

/** Columns that the call can sort by, with the names of the call. */
const sortFields = {
  severity: 'severity',
  rule: 'ruleName',
  equipment: 'equipmentName',
  since: 'startedAt',
  times: 'occurrenceCount',
  state: 'status',
} as const

/** Sort keys; a minus sign sorts the highest first. */
export const faultSorts = ['severity', 'rule', 'equipment', '-since', '-times', 'state'] as const

/** Returns the sort order of the call for a column of the list; undefined keeps the default order of the call. */
export function faultSort(sort: string | undefined): Body['sort'] {
  if (!sort) return undefined
  const field = sortFields[sort.replace('-', '') as keyof typeof sortFields]
  const direction = sort.startsWith('-') ? ('desc' as const) : ('asc' as const)
  const newest = { field: 'startedAt', direction: 'desc' } as const
  return field === 'startedAt' ? [{ field, direction }] : [{ field, direction }, newest]
}
