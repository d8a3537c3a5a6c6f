/** The data of the chart gallery: faults, a schedule and alarms of a customer, each of which may be missing. */
import { operations } from '#contracts/operations'
import type { Schedule } from '#contracts/schedules'
import { site } from '#contracts/site'
import { askDevices } from '~/backend/find-devices.server'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import { localTime } from '~/domain/zoned-day'
import type { Place } from '~/hrefs'
import { newestOf, trendsOf } from '~/things/fault/trends.server'
import { type Window, windowIn } from '~/ui/chart/window'
import { knownZone } from '~/ui/format'

const [hour, day] = [3_600_000, 86_400_000]
const faultsShown = 3
const daysShown = 7

export type Gallery = Awaited<ReturnType<typeof galleryOf>>

export async function galleryOf(reader: Reader, at: Place, search: URLSearchParams) {
  const body = { pageSize: faultsShown, statuses: ['active' as const] }
  const found = await reader.read(operations.findFaults, { body })
  const newest = found.data.map(newestOf).sort((a, b) => b - a)[0] ?? Date.now()
  const window = windowIn(search, newest)
  const [trends, schedule, alarms] = await Promise.all([
    inParallel(found.data, faultsShown, async (fault) => {
      const [place, drawn] = await Promise.all([
        reader.panel(site.getSite, { path: { id: fault.siteId } }),
        trendsOf(reader, fault, window),
      ])
      return { fault, timeZone: zoneOf(place), trends: drawn }
    }),
    reader.may('schedule.read') && reader.features.schedules ? scheduleOf(reader, at) : null,
    reader.may('alarm.read') ? alarmsByHour(reader, window) : null,
  ])
  return { window, trends, schedule, alarms }
}

type Placed = { ok: true; value: { timeZone?: string | null | undefined } } | { ok: false }

const zoneOf = (place: Placed) => knownZone((place.ok && place.value.timeZone) || 'UTC')

/** Returns the first schedule of the customer's controllers; null where there is none. */
async function scheduleOf(reader: Reader, { customerId }: Place) {
  const listed = await asPanel(askDevices(reader, { customerId, search: { onboarded: 'true' }, pageSize: 100 }))
  if (!listed.ok) return null
  const found = await inParallel(listed.value.devices, 10, async ({ id }) => {
    const schedules = await reader.panel(operations.listSchedules, { path: { id } })
    return schedules.ok && schedules.value.data.length > 0 ? id : null
  })
  const id = found.find((one) => one !== null)
  if (!id) return null
  const read = await reader.panel(operations.getSchedules, { path: { id } })
  const [first] = read.ok ? read.value.schedules : []
  return read.ok && first ? { schedule: first as Schedule, timeZone: knownZone(read.value.timeZone) } : null
}

/** Counts the alarms by hour of the last days before the end of the window, in UTC. */
async function alarmsByHour(reader: Reader, { to }: Window) {
  const end = Math.ceil(to / day) * day
  const from = end - daysShown * day
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
    days: Array.from({ length: daysShown }, (_, index) => {
      const start = from + index * day
      const counts = Array.from({ length: 24 }, (_, at) => between(start + at * hour, hour))
      return { name: new Date(start).toISOString().slice(0, 10), counts }
    }),
    from,
    to: end,
  }
}

/** Returns the local weekday, Monday as 0, and the minute of the day. */
export function nowIn(zone: string, now: number): { day: number; minute: number } {
  const local = localTime(now, zone)
  return { day: (new Date(local).getUTCDay() + 6) % 7, minute: Math.floor((local % day) / 60_000) }
}
