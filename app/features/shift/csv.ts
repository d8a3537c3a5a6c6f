/** A shift page as a table file: the notes, and every count and row. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { site as contract } from '#contracts/site'
import { type Reader, readerFor } from '~/backend/reader.server'
import { config } from '~/config.server'
import { isUnknownCount } from '~/domain/count'
import { address, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvResponse, headingsOf } from '~/kit/file/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { noGroup } from '~/paths'
import { partNames } from './part'
import { readParts } from './parts.server'
import { shiftScope } from './place.server'
import { notesFor } from './shared/notes.server'
import { nullIfDown, shiftBudgetMs } from './shift-page.server'
import { parseShiftWindow } from './window'

const columns = ['part', 'state', 'count', 'name', 'text', 'where', 'when', 'link'] as const

type CsvRow = { [Column in (typeof columns)[number]]?: string | number | null }

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerShiftCsv', args.params)
  const reader = await readerFor(args, { view: 'shift', budgetMs: shiftBudgetMs })
  await ownCustomer(reader.read, at)
  const search = new URL(args.request.url).searchParams
  const siteId = search.get('siteId')?.slice(0, 200) || undefined
  const { window, sinceParam } = parseShiftWindow(search, { now: Date.now(), lastVisit: null })
  const t = translator(reader.language)
  return csvResponse({
    name: 'shift',
    reader,
    request: args.request,
    parsed: { since: sinceParam, siteId },
    t,
    columns: headingsOf(columns, (column) => t(`main:shift.csv.${column}`)),
    linesAfter: async () => ({
      lines: await linesOf(reader, siteId ? await siteIn(reader, at, siteId) : at, window.since),
      next: null,
    }),
  })
}

/** Returns a site of the customer; responds 404 for one of another customer. */
async function siteIn({ read }: Reader, at: Place, siteId: string): Promise<PlaceParams> {
  const { customerId, siteGroupId } = await read(contract.getSite, { path: { id: siteId } })
  if (customerId !== undefined && customerId !== at.customerId) throw new Response(null, { status: 404 })
  return { ...at, groupId: siteGroupId ?? noGroup, siteId }
}

type CsvLine = Record<(typeof columns)[number], CsvRow[keyof CsvRow]>

async function linesOf(reader: Reader, at: PlaceParams, since: string): Promise<CsvLine[]> {
  const t = translator(reader.language)
  const [parts, notes] = await Promise.all([readParts(reader, shiftScope(at), since), nullIfDown(notesFor(at))])
  const link = (to: string | null) => to && `${config().publicOrigin}${to}`
  const unknown = (part: string) => ({ part, state: t('main:shift.unknown') })
  const notesLabel = t('main:shift.notes.title')
  const noteRows: CsvRow[] = (notes ?? []).map(({ text, author, at: when, site }) => ({
    part: notesLabel,
    name: author,
    text,
    where: site?.name ?? '',
    when,
  }))
  const partRows = partNames.flatMap((name): CsvRow[] => {
    const section = parts[name]
    const part = t(`main:shift.part.${name}`)
    if (section === undefined) return []
    if (section === false || !section.ok) return [unknown(part)]
    if (section.value === null) return [{ part, state: t('main:shift.notListed') }]
    const { lines, rows, isPartial } = section.value
    return [
      ...lines.map(({ text, counted, href }) => ({
        ...(isUnknownCount(counted) ? unknown(part) : { part, count: counted.count }),
        name: text,
        link: link(href),
      })),
      ...rows.map(({ state, name: own, text, where, at: when, href }) => {
        return { part, state, name: own, text, where, when, link: link(href) }
      }),
      ...(isPartial ? [{ part, state: t('main:shift.partial') }] : []),
    ]
  })
  const emptyLine = Object.fromEntries(columns.map((column) => [column, null])) as CsvLine
  return [...(notes ? noteRows : [unknown(notesLabel)]), ...partRows].map((line) => ({ ...emptyLine, ...line }))
}
