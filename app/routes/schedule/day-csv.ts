/** The schedules of a day as a table file: one line per stretch, with the reason (journey 7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { problemResponse, reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { cutLine } from '~/screens/file/csv.server'
import { csvLines } from '~/screens/file/csv-lines'
import { fileOf } from '~/screens/file/file.server'
import { fileBudget } from '~/screens/list/csv.server'
import { filterIn } from '~/screens/list/filter'
import { refuseUnclear } from '~/screens/list/refused-filter.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { scheduleFields } from '~/things/schedule/columns'
import { type Day, dayOf } from '~/things/schedule/day-rows'
import { scheduleDocuments } from '~/things/schedule/find-documents.server'
import { clockText, valueText } from '~/things/schedule/words'
import { dateIn } from './day.server'

const places = ['groupId', 'siteId', 'buildingId', 'spaceId', 'deviceId'] as const

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerScheduleDayCsv', args.params)
  const made = await reader(args, { view: 'scheduleDay', budget: fileBudget })
  await ownCustomer(made.read, at)
  const search = new URL(args.request.url).searchParams
  const { date, isUnderstood } = dateIn(args.request)
  const unknown = [...search.keys()].filter((name) => name !== 'date' && !places.some((place) => place === name))
  refuseUnclear(isUnderstood ? unknown : ['date', ...unknown])
  const filter = filterIn(search, scheduleFields)
  const { documents, isCut } = await scheduleDocuments(made, { at, filter }).catch((error: unknown) => {
    throw error instanceof ServiceError ? problemResponse(error) : error
  })
  const t = translator(made.language)
  return fileOf(linesOf(t, { ...(await dayOf(documents, { at, date })), date, isCut }), {
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

async function* linesOf(t: Translate, { rows, date, isCut }: Day & { date: string; isCut: boolean }) {
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
  for (const told of rows) {
    const row = told()
    const lines = row.stretches.map(({ start, end, value, because, exception }) => ({
      schedule: row.name,
      device: row.device,
      hostId: row.hostId,
      place: row.place,
      date,
      from: clockText(start),
      to: clockText(end),
      value: valueText({ t }, row.facets, value),
      why: t(`main:schedule.because.${because}`),
      exception,
      knows: t(row.isUnaware ? 'word.yes' : 'word.no'),
      zone: row.timeZone,
    }))
    yield csvLines<Line>(lines, { headings, isFirst: false })
  }
  if (isCut) yield cutLine(t)
}
