/** The alarms of a customer or of a place below it: grouped by cause for the list, ungrouped for the file. */

import { ackStates, severities } from '#contracts/alarm-names'
import type { Alarm, AlarmFilter as Body } from '#contracts/alarms'
import type { ReplyOf } from '#contracts/endpoint'
import { operations } from '#contracts/operations'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { groupByCause } from '~/domain/alarm-causes'
import { countInReply, type TotalCount } from '~/domain/count'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { ListPage, ListQuery, ListSource } from '~/kit/list/source.server'
import type { Option } from '~/ui/field'
import { type AlarmRow, type AlarmRowContext, alarmRow } from './row'
import { expiredAcknowledgements } from './selected-alarms.server'
import { acknowledgementEnds } from './shared/acknowledgement-ends.server'
import {
  type AlarmListFilter,
  type AlarmPlace,
  abnormalStates,
  alarmFields,
  alarmQuery,
  alarmSort,
  alarmViews,
  inView,
  selectsExpired,
  viewParam,
} from './shared/filter'
import { alarmSiteOptions } from './site-options.server'
import { type SpaceDevices, spaceDevices } from './space-devices.server'

type Page = ReplyOf<typeof operations.findAlarms>

/** The page limit of the call. */
const maxRelated = 200
/** The maximum number of pages to read while all alarms of a page follow from causes on other pages. */
const maxPages = 5

const shared = {
  fields: alarmFields,
  sorts: ['severity', 'deviceName', '-raisedAt', 'ackState'],
  others: ['alarm', 'changed', viewParam],
} as const

/** The empty result where no controller could raise an alarm. */
const none: ListPage<AlarmRow> = { rows: [], total: 0, next: null }

/** One row per cause. */
export const alarms: ListSource<typeof alarmFields, AlarmRow, AlarmPlace> = {
  ...shared,
  optional: true,
  async find(reader, query) {
    if (selectsExpired(query.filter)) return findEnded(reader, query)
    const inSpace = await spaceDevices(reader, query.at, query.filter)
    if (inSpace?.ids.length === 0) return none
    for (let after = query.after, read = 1; ; read += 1) {
      const body = bodyOf({ ...query, after }, inSpace)
      const page = await reader.call(operations.findAlarms, { body })
      const related = await relatedAlarmsOrNull(reader, body, page.data)
      const groups = groupByCause(page.data, related ?? [])
      const next = page.continuationToken
      if (groups.length === 0 && next && read < maxPages) {
        after = next
        continue
      }
      const at = await rowsAt(query, page.data)
      const rows = groups.map(({ alarm, below }) => alarmRow(at, alarm, below))
      const shown = rows.reduce((sum, { below }) => sum + 1 + below.length, 0)
      const incomplete = inSpace?.isCut ?? false
      return { ...pageFields(reader, query, page), rows, shown, incomplete, isUngrouped: related === null }
    }
  },
  bulkActions: ({ may }, at) => ({ acknowledge: may('alarm.ack') ? href('alarmsAcknowledging', at) : null }),
  presetViews: alarmViews,
  count: countView,
  options: async (reader, { siteId, ...at }, filter) => ({
    siteId: siteId ? [] : await alarmSiteOptions(reader, at, filter.siteId),
  }),
}

/** One row per alarm, whether it follows from another one or not. */
export const ungroupedAlarms: ListSource<typeof alarmFields, AlarmRow, AlarmPlace> = {
  ...shared,
  async find(reader, query) {
    if (selectsExpired(query.filter)) return findEnded(reader, query)
    const inSpace = await spaceDevices(reader, query.at, query.filter)
    if (inSpace?.ids.length === 0) return none
    const page = await reader.read(operations.findAlarms, { body: bodyOf(query, inSpace) })
    const at = await rowsAt(query, page.data)
    const rows = page.data.map((alarm) => alarmRow(at, alarm))
    return { ...pageFields(reader, query, page), rows, tooManyToExport: inSpace?.isCut ?? false }
  },
}

type AlarmsQuery = Omit<ListQuery<typeof alarmFields, AlarmPlace>, 'columns'>

function bodyOf({ at, filter, sort, after, pageSize }: AlarmsQuery, inSpace: SpaceDevices | null): Body {
  return {
    ...alarmQuery(at, filter, inSpace?.ids),
    sort: alarmSort(sort),
    pageSize,
    ...(after && { continuationToken: after }),
  }
}

/**
 * Counts the alarms of a view. The views differ in severity and acknowledgement only, so one small call per state
 * answers all of them with its counts by value: identical reads of a request are sent once.
 */
async function countView(
  reader: Reader,
  { at, filter }: Pick<AlarmsQuery, 'at' | 'filter'>,
): Promise<TotalCount | null> {
  if (selectsExpired(filter)) return null
  const inSpace = await spaceDevices(reader, at, filter)
  if (inSpace?.ids.length === 0) return { count: 0, isCapped: false }
  const read = (own: AlarmListFilter) => {
    const body = bodyOf({ at, filter: own, sort: undefined, after: undefined, pageSize: 1 }, inSpace)
    return reader.call(operations.findAlarms, { body })
  }
  const { ack, severity, ...others } = filter
  if (ack && severity) return countInReply(await read(filter))
  const around = await read(others)
  const values: readonly string[] | undefined = ack ?? severity
  if (!values) return countInReply(around)
  if (!around.facets) return countInReply(await read(filter))
  const counts = ack ? around.facets.ackState : around.facets.severity
  const count = values.reduce((sum, value) => sum + (counts[value] ?? 0), 0)
  return { count, isCapped: around.areFacetsCapped === true }
}

/** Links each row to its alarm's page, with the filter and order of the list for the way back. */
async function rowsAt({ at, filter, sort }: AlarmsQuery, alarms: readonly Alarm[]): Promise<AlarmRowContext> {
  const acknowledged = alarms.filter(({ isActive, ackState }) => isActive && ackState === 'acknowledged')
  const ends = await acknowledgementEnds(
    at,
    acknowledged.map(({ id }) => id),
  )
  const list = inView({ ...scopeFilter(at, filter), sort })
  const scope = scopeFilter(at, filter)
  const siteIds = [scope.siteId ?? []].flat()
  return {
    place: at,
    within: new Set([
      ...(siteIds.length === 1 ? siteIds : []),
      ...[scope.groupId, scope.buildingId, scope.spaceId].flatMap((id) => id ?? []),
    ]),
    now: new Date().toISOString(),
    ends,
    href: ({ id }) => href('alarm', { ...at, alarmId: id }, list),
  }
}

/** Returns the alarms whose acknowledgement has ended, on one page, since only a limited number is stored. */
async function findEnded(reader: Reader, query: AlarmsQuery): Promise<ListPage<AlarmRow>> {
  const { alarms, isCut } = await expiredAcknowledgements(reader, query.at, query.filter)
  const at = await rowsAt(query, alarms)
  return {
    rows: alarms.map((alarm) => alarmRow(at, alarm)),
    total: alarms.length,
    next: null,
    incomplete: isCut,
    tooManyToExport: isCut,
  }
}

function pageFields(reader: Reader, { filter }: AlarmsQuery, page: Page): Omit<ListPage<AlarmRow>, 'rows'> {
  return { total: countInReply(page), next: page.continuationToken, options: optionsOf(reader, filter, page) }
}

/** As `relatedAlarms`; null when the service is down or the page's time is over: the rows are then shown ungrouped. */
async function relatedAlarmsOrNull(reader: Reader, body: Body, page: readonly Alarm[]): Promise<Alarm[] | null> {
  try {
    return await relatedAlarms(reader, body, page)
  } catch (error) {
    if (error instanceof ServiceError && error.isDown) return null
    throw error
  }
}

/**
 * Returns the other active alarms at the controllers of a page, within the filter of the list: causes and consequences
 * of the alarms on the page may be among them.
 */
async function relatedAlarms(reader: Reader, body: Body, page: readonly Alarm[]): Promise<Alarm[]> {
  const deviceIds = [...new Set(page.flatMap(({ isActive, deviceId }) => (isActive && deviceId) || []))]
  const isComplete = !body.continuationToken && page.length < (body.pageSize ?? 0)
  if (deviceIds.length === 0 || isComplete || body.isActive === false) return []
  const query = { ...body, deviceIds, isActive: true, pageSize: maxRelated, continuationToken: null, sort: null }
  return (await reader.call(operations.findAlarms, { body: query })).data
}

/** Returns the options with their counts as the service counted them; a filter never limits its own counts. */
function optionsOf(
  { language }: Reader,
  { state }: AlarmListFilter,
  { facets, areFacetsCapped = false }: Page,
): Readonly<Record<string, readonly Option[]>> {
  if (!facets) return {}
  const t = translator(language)
  const withCount = (label: string, count = 0) => {
    const number = t('count.plain', { count })
    if (!areFacetsCapped) return `${label} (${number})`
    return count > 0 ? `${label} (${t('count.atLeast', { counted: number })})` : label
  }
  const { normal = 0 } = facets.eventState
  const active = abnormalStates.reduce((sum, kind) => sum + (facets.eventState[kind] ?? 0), 0)
  return {
    severity: severities.map((one) => ({ value: one, label: withCount(t(`severity.${one}`), facets.severity[one]) })),
    ack: ackStates.map((one) => ({
      value: one,
      label: withCount(t(`main:alarm.ackCount.${one}`), facets.ackState[one]),
    })),
    kind: abnormalStates.map((one) => ({
      value: one,
      label: withCount(t(`main:alarm.kind.${one}`), facets.eventState[one]),
    })),
    ...(!state && {
      state: [
        { value: 'active', label: withCount(t('main:alarm.state.active'), active) },
        { value: 'normal', label: withCount(t('main:alarm.state.normal'), normal) },
      ],
    }),
  }
}
