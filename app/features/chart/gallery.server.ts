/** The data of the chart gallery: a fault, a schedule and alarms of a customer, each of which may be missing. */
import type { Fault } from '#contracts/faults'
import { operations } from '#contracts/operations'
import type { Schedule } from '#contracts/schedules'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { localTime } from '~/domain/zoned-day'
import { ruleCharts } from '~/features/fault/shared/rule-trends.server'
import { lastSeenMs, trendsPanel } from '~/features/fault/shared/trends.server'
import type { Place } from '~/hrefs'
import { type ChartWindow, parseChartWindow } from '~/ui/chart/window'
import { timeZoneOrUtc } from '~/ui/format'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const maxFaults = 3
const dayCount = 7

export type Gallery = Awaited<ReturnType<typeof galleryOf>>

/** Returns the charts of one of the newest faults, the one that `fault` of the address numbers from 1, and the others. */
export async function galleryOf(reader: Reader, at: Place, search: URLSearchParams) {
  const body = { pageSize: maxFaults, statuses: ['active' as const] }
  const { data: faults } = await reader.read(operations.findFaults, { body })
  const newest = faults.map(lastSeenMs).sort((a, b) => b - a)[0] ?? Date.now()
  const window = parseChartWindow(search, newest)
  const index = faults.findIndex((_, at) => String(at + 1) === search.get('fault'))
  const chosen = faults[Math.max(0, index)]
  const [trend, schedule, alarms] = await Promise.all([
    chosen ? trendOf(reader, at, { fault: chosen, window }) : null,
    reader.may('schedule.read') && reader.features.schedules ? scheduleOf(reader, at) : null,
    reader.may('alarm.read') ? alarmsByHour(reader, window) : null,
  ])
  return { window, faults, trend, schedule, alarms, number: Math.max(0, index) + 1 }
}

async function trendOf(reader: Reader, at: Place, { fault, window }: { fault: Fault; window: ChartWindow }) {
  const [place, trends] = await Promise.all([
    reader.panel(site.getSite, { path: { id: fault.siteId } }),
    trendsPanel(reader, fault, window),
  ])
  const timeZone = zoneOf(place)
  const system = unitSystemOf(reader.person, at.tenantId)
  const charts = trends.ok
    ? { ok: true as const, value: ruleCharts(trends.value, { timeZone, system, language: reader.language }) }
    : trends
  return { fault, timeZone, trends, charts }
}

type PlacePanel = { ok: true; value: { timeZone?: string | null | undefined } } | { ok: false }

const zoneOf = (place: PlacePanel) => timeZoneOrUtc((place.ok && place.value.timeZone) || 'UTC')

/** Returns the first schedule of the customer's controllers; null where there is none. */
async function scheduleOf(reader: Reader, { customerId }: Place) {
  const found = await reader.panel(operations.findSchedules, { query: { customerId, pageSize: 1 } })
  const id = found.ok && found.value.data[0]?.deviceId
  if (!id) return null
  const read = await reader.panel(operations.getSchedules, { path: { id } })
  const [first] = read.ok ? read.value.schedules : []
  return read.ok && first ? { schedule: first as Schedule, timeZone: timeZoneOrUtc(read.value.timeZone) } : null
}

/** Counts the alarms by hour of the last days before the end of the window, in UTC. */
async function alarmsByHour(reader: Reader, { to }: ChartWindow) {
  const end = Math.ceil(to / dayMs) * dayMs
  const from = end - dayCount * dayMs
  const read = await reader.panel(operations.findAlarms, {
    body: {
      from: new Date(from).toISOString(),
      to: new Date(end).toISOString(),
      pageSize: 200,
      sort: [{ field: 'raisedAt', direction: 'desc' }],
    },
  })
  if (!read.ok) return null
  const raised = read.value.data.map(({ raisedAt }) => Date.parse(raisedAt))
  const between = (begin: number, length: number) => raised.filter((at) => at >= begin && at < begin + length).length
  return {
    total: raised.length,
    days: Array.from({ length: dayCount }, (_, index) => {
      const start = from + index * dayMs
      const counts = Array.from({ length: 24 }, (_, at) => between(start + at * hourMs, hourMs))
      return { name: new Date(start).toISOString().slice(0, 10), counts }
    }),
    from,
    to: end,
  }
}

/** Returns the local weekday, Monday as 0, and the minute of the day. */
export function nowIn(zone: string, now: number): { day: number; minute: number } {
  const local = localTime(now, zone)
  return { day: (new Date(local).getUTCDay() + 6) % 7, minute: Math.floor((local % dayMs) / 60_000) }
}
