/** The schedules of a day as a table file: one line per stretch, with the reason (journey 7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { asPage, readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { truncationLine } from '~/kit/file/csv.server'
import { csvLines } from '~/kit/file/csv-lines'
import { fileResponse } from '~/kit/file/file.server'
import { fileBudgetMs } from '~/kit/list/csv.server'
import { parseFilter } from '~/kit/list/filter'
import { rejectUnclear } from '~/kit/list/refused-filter.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { scheduleFields } from './columns'
import { parseDate } from './day.server'
import { dayOfSchedules, type ScheduleDay } from './day-rows'
import { scheduleDocuments } from './find-documents.server'
import { clockText, scheduleValueText } from './words'

const places = ['groupId', 'siteId', 'buildingId', 'spaceId', 'deviceId'] as const

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerScheduleDayCsv', args.params)
  const reader = await readerFor(args, { view: 'scheduleDay', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const search = new URL(args.request.url).searchParams
  const { date, isUnderstood } = parseDate(args.request)
  const unknown = [...search.keys()].filter((name) => name !== 'date' && !places.some((place) => place === name))
  rejectUnclear(isUnderstood ? unknown : ['date', ...unknown])
  const filter = parseFilter(search, scheduleFields)
  const { documents, isCut } = await asPage(scheduleDocuments(reader, { at, filter }))
  const t = translator(reader.language)
  return fileResponse(linesOf(t, { ...(await dayOfSchedules(documents, { at, date })), date, isCut }), {
    name: `schedules-${date}.csv`,
    type: 'text/csv',
  })
}

type Line =
  | 'schedule'
  | 'device'
  | 'hostId'
  | 'place'
  | 'date'
  | 'from'
  | 'to'
  | 'value'
  | 'why'
  | 'exception'
  | 'knows'
  | 'zone'

async function* linesOf(t: Translate, { rows, date, isCut }: ScheduleDay & { date: string; isCut: boolean }) {
  const headings: Record<Line, string> = {
    schedule: t('main:schedule.one'),
    device: t('entity.device'),
    hostId: t('main:device.hostId'),
    place: t('field.location'),
    date: t('main:schedule.day.date'),
    from: t('main:schedule.day.from'),
    to: t('main:schedule.day.to'),
    value: t('main:schedule.day.value'),
    why: t('main:schedule.day.why'),
    exception: t('main:schedule.day.exception'),
    knows: t('main:schedule.day.isUnaware'),
    zone: t('main:schedule.zone'),
  }
  yield csvLines<Line>([], { headings, isFirst: true })
  for (const readRow of rows) {
    const row = readRow()
    const lines = row.stretches.map(({ start, end, value, because, exception }) => ({
      schedule: row.name,
      device: row.device,
      hostId: row.hostId,
      place: row.place,
      date,
      from: clockText(start),
      to: clockText(end),
      value: scheduleValueText({ t }, row.facets, value),
      why: t(`main:schedule.because.${because}`),
      exception,
      knows: t(row.lacksException ? 'word.yes' : 'word.no'),
      zone: row.timeZone,
    }))
    yield csvLines<Line>(lines, { headings, isFirst: false })
  }
  if (isCut) yield truncationLine(t)
}
