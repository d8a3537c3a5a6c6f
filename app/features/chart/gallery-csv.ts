/** The data of one chart of the gallery as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { config } from '~/config.server'
import { type TrendSheet, trendsSheet } from '~/features/fault/shared/trends-sheet.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvLines } from '~/kit/file/csv-lines'
import { fileResponse } from '~/kit/file/file.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { type Gallery, galleryOf } from './gallery.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('chartGalleryCsv', args.params)
  const reader = await readerFor(args, { capability: 'fault.read', budgetMs: 16_000 })
  if (!config().evaluation || !reader.features.faults) throw new Response(null, { status: 404 })
  await ownCustomer(reader.read, at)
  const search = new URL(args.request.url).searchParams
  const gallery = await galleryOf(reader, at, search)
  const chart = search.get('chart') ?? ''
  const t = translator(reader.language)
  const trend = chart === 'trend' ? gallery.trend : null
  const sheet = trend?.trends.ok
    ? trendsSheet(trend.trends.value, { t, system: 'metric', language: reader.language, timeZone: trend.timeZone })
    : otherSheet(chart, gallery)
  if (!sheet) throw new Response(null, { status: 404 })
  const text = csvLines(sheet.lines, { headings: sheet.columns, isFirst: true })
  return fileResponse(parts(text), { name: `${chart}.csv`, type: 'text/csv' })
}

async function* parts(text: string) {
  yield text
}

function otherSheet(chart: string, { schedule, alarms }: Gallery): TrendSheet | null {
  if (chart === 'week' && schedule)
    return {
      columns: { day: 'day', start: 'start', end: 'end', value: 'value' },
      lines: schedule.schedule.weeklySchedule.flatMap((intervals, day) =>
        intervals.map(({ start, end, value }) => ({ day: day + 1, start, end, value: String(value) })),
      ),
    }
  if (chart === 'heat' && alarms)
    return {
      columns: { day: 'day', hour: 'hour', alarms: 'alarms' },
      lines: alarms.days.flatMap(({ name, counts }) => counts.map((alarms, hour) => ({ day: name, hour, alarms }))),
    }
  return null
}
