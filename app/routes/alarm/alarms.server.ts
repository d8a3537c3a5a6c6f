/** The alarms of a customer or of a place below it: grouped by cause for the list, ungrouped for the file. */

import { ackStates, severities } from '#contracts/alarm-names'
import type { Alarm, AlarmFilter as Body } from '#contracts/alarms'
import type { ReplyOf } from '#contracts/endpoint'
import { operations } from '#contracts/operations'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { byCause } from '~/domain/alarm-causes'
import { countedIn } from '~/domain/counted'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Found, Source, Wanted } from '~/screens/list/source.server'
import { within } from '~/screens/list/within'
import { stillActive } from '~/things/alarm/chosen.server'
import { endsOf } from '~/things/alarm/ends.server'
import {
  type AlarmFilter,
  type AlarmsAt,
  alarmFields,
  alarmQuery,
  alarmSort,
  isEnded,
  kinds,
} from '~/things/alarm/filter'
import { devicesIn, type InSpace } from '~/things/alarm/in-space.server'
import { type AlarmRow, alarmRow, type RowsAt } from '~/things/alarm/row'
import type { Option } from '~/ui/field'
import { sitesToChoose } from './sites-to-choose.server'

type Page = ReplyOf<typeof operations.findAlarms>

/** The page limit of the call. */
const mostAround = 200
/** The maximum number of pages to read while all alarms of a page follow from causes on other pages. */
const mostPages = 5

const shared = {
  fields: alarmFields,
  sorts: ['severity', 'deviceName', '-raisedAt', 'ackState'],
  others: ['alarm', 'changed'],
} as const

/** The empty result where no controller could raise an alarm. */
const none: Found<AlarmRow> = { rows: [], total: 0, next: null }

/** One row per cause. */
export const alarms: Source<typeof alarmFields, AlarmRow, AlarmsAt> = {
  ...shared,
  isPart: true,
  async find(reader, wanted) {
    if (isEnded(wanted.filter)) return ended(reader, wanted)
    const inSpace = await devicesIn(reader, wanted.at, wanted.filter)
    if (inSpace?.ids.length === 0) return none
    for (let after = wanted.after, read = 1; ; read += 1) {
      const body = bodyOf({ ...wanted, after }, inSpace)
      const page = await reader.ask(operations.findAlarms, { body })
      const others = await aroundOrNull(reader, body, page.data)
      const caused = byCause(page.data, others ?? [])
      const next = page.continuationToken
      if (caused.length === 0 && next && read < mostPages) {
        after = next
        continue
      }
      const at = await rowsAt(wanted, page.data)
      const rows = caused.map(({ alarm, below }) => alarmRow(at, alarm, below))
      const shown = rows.reduce((sum, { below }) => sum + 1 + below.length, 0)
      const isPartial = inSpace?.isCut ?? false
      return { ...foundIn(reader, wanted, page), rows, shown, isPartial, isUngrouped: others === null }
    }
  },
  moves: ({ may }, at) => ({ acknowledge: may('alarm.ack') ? href('alarmsAcknowledging', at) : null }),
  options: async (reader, { siteId, ...at }, filter) => ({
    siteId: siteId ? [] : await sitesToChoose(reader, at, filter.siteId),
  }),
}

/** One row per alarm, whether it follows from another one or not. */
export const everyAlarm: Source<typeof alarmFields, AlarmRow, AlarmsAt> = {
  ...shared,
  async find(reader, wanted) {
    if (isEnded(wanted.filter)) return ended(reader, wanted)
    const inSpace = await devicesIn(reader, wanted.at, wanted.filter)
    if (inSpace?.ids.length === 0) return none
    const page = await reader.read(operations.findAlarms, { body: bodyOf(wanted, inSpace) })
    const at = await rowsAt(wanted, page.data)
    const rows = page.data.map((alarm) => alarmRow(at, alarm))
    return { ...foundIn(reader, wanted, page), rows, isShort: inSpace?.isCut ?? false }
  },
}

type Asked = Wanted<typeof alarmFields, AlarmsAt>

function bodyOf({ at, filter, sort, after, pageSize }: Asked, inSpace: InSpace | null): Body {
  return {
    ...alarmQuery(at, filter, inSpace?.ids),
    sort: alarmSort(sort),
    pageSize,
    ...(after && { continuationToken: after }),
  }
}

/** Links each row to its alarm's page, with the filter and order of the list for the way back. */
async function rowsAt({ at, filter, sort }: Asked, alarms: readonly Alarm[]): Promise<RowsAt> {
  const seen = alarms.filter(({ isActive, ackState }) => isActive && ackState === 'acknowledged')
  const ends = await endsOf(
    at,
    seen.map(({ id }) => id),
  )
  const list = { ...within(at, filter), sort }
  return {
    place: at,
    now: new Date().toISOString(),
    ends,
    href: ({ id }) => href('alarm', { ...at, alarmId: id }, list),
  }
}

/** Returns the alarms whose acknowledgement has ended, on one page, since only a limited number is stored. */
async function ended(reader: Reader, wanted: Asked): Promise<Found<AlarmRow>> {
  const { alarms, isCut } = await stillActive(reader, wanted.at, wanted.filter)
  const at = await rowsAt(wanted, alarms)
  return {
    rows: alarms.map((alarm) => alarmRow(at, alarm)),
    total: alarms.length,
    next: null,
    isPartial: isCut,
    isShort: isCut,
  }
}

function foundIn(reader: Reader, { filter }: Asked, page: Page): Omit<Found<AlarmRow>, 'rows'> {
  return { total: countedIn(page), next: page.continuationToken, options: optionsOf(reader, filter, page) }
}

/** As `relatedAlarms`; null when the service is down or the page's time is over: the rows are then shown ungrouped. */
async function aroundOrNull(reader: Reader, body: Body, page: readonly Alarm[]): Promise<Alarm[] | null> {
  try {
    return await around(reader, body, page)
  } catch (error) {
    if (error instanceof ServiceError && error.isDown) return null
    throw error
  }
}

/**
 * Returns the other active alarms at the controllers of a page, within the filter of the list: causes and consequences
 * of the alarms on the page may be among them.
 */
async function around(reader: Reader, body: Body, page: readonly Alarm[]): Promise<Alarm[]> {
  const deviceIds = [...new Set(page.flatMap(({ isActive, deviceId }) => (isActive && deviceId) || []))]
  const isWhole = !body.continuationToken && page.length < (body.pageSize ?? 0)
  if (deviceIds.length === 0 || isWhole || body.isActive === false) return []
  const asked = { ...body, deviceIds, isActive: true, pageSize: mostAround, continuationToken: null, sort: null }
  return (await reader.ask(operations.findAlarms, { body: asked })).data
}

/** Returns the options with their counts as the service counted them; a filter never limits its own counts. */
function optionsOf(
  { language }: Reader,
  { state }: AlarmFilter,
  { facets, areFacetsCapped = false }: Page,
): Readonly<Record<string, readonly Option[]>> {
  if (!facets) return {}
  const t = translator(language)
  const counted = (label: string, count = 0) => {
    const said = t('count.plain', { count })
    if (!areFacetsCapped) return `${label} (${said})`
    return count > 0 ? `${label} (${t('count.atLeast', { counted: said })})` : label
  }
  const { normal = 0 } = facets.eventState
  const active = kinds.reduce((sum, kind) => sum + (facets.eventState[kind] ?? 0), 0)
  return {
    severity: severities.map((one) => ({ value: one, label: counted(t(`severity.${one}`), facets.severity[one]) })),
    ack: ackStates.map((one) => ({ value: one, label: counted(t(`main:alarm.ack.${one}`), facets.ackState[one]) })),
    kind: kinds.map((one) => ({ value: one, label: counted(t(`main:alarm.kind.${one}`), facets.eventState[one]) })),
    ...(!state && {
      state: [
        { value: 'active', label: counted(t('main:alarm.state.active'), active) },
        { value: 'normal', label: counted(t('main:alarm.state.normal'), normal) },
      ],
    }),
  }
}
