/** A shift page as a table file: the notes, and every count and row. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { site as contract } from '#contracts/site'
import { type Reader, reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { isUncounted } from '~/domain/counted'
import { address, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { noGroup } from '~/paths'
import { csvAnswer, headingsOf } from '~/screens/file/csv.server'
import type { PlaceParams } from '~/screens/place/mount.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { notesFor } from '~/things/shift/notes.server'
import { partNames } from './part'
import { partsOf } from './parts.server'
import { scopeOf } from './place.server'
import { budget, unlessDown } from './shift-page.server'
import { windowIn } from './window'

const columns = ['part', 'state', 'count', 'name', 'text', 'where', 'when', 'link'] as const

type Sheet = { [Column in (typeof columns)[number]]?: string | number | null }

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerShiftCsv', args.params)
  const made = await reader(args, { view: 'shift', budget })
  await ownCustomer(made.read, at)
  const search = new URL(args.request.url).searchParams
  const siteId = search.get('siteId')?.slice(0, 200) || undefined
  const { window, known } = windowIn(search, { now: Date.now(), lastVisit: null })
  const t = translator(made.language)
  return csvAnswer({
    name: 'shift',
    request: args.request,
    known: { since: known, siteId },
    t,
    columns: headingsOf(columns, (column) => t(`main:shift.csv.${column}`)),
    linesAfter: async () => ({
      lines: await linesOf(made, siteId ? await siteIn(made, at, siteId) : at, window.since),
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

type Line = Record<(typeof columns)[number], Sheet[keyof Sheet]>

async function linesOf(made: Reader, at: PlaceParams, since: string): Promise<Line[]> {
  const t = translator(made.language)
  const [parts, notes] = await Promise.all([partsOf(made, scopeOf(at), since), unlessDown(notesFor(at))])
  const link = (to: string | null) => to && `${config().publicOrigin}${to}`
  const unknown = (part: string) => ({ part, state: t('main:shift.unknown') })
  const noted = t('main:shift.notes.title')
  const told: Sheet[] = (notes ?? []).map(({ text, author, at: when, site }) => ({
    part: noted,
    name: author,
    text,
    where: site?.name ?? '',
    when,
  }))
  const happened = partNames.flatMap((name): Sheet[] => {
    const found = parts[name]
    const part = t(`main:shift.part.${name}`)
    if (found === undefined) return []
    if (found === false || !found.ok) return [unknown(part)]
    if (found.value === null) return [{ part, state: t('main:shift.notListed') }]
    const { lines, rows, isPartial } = found.value
    return [
      ...lines.map(({ text, counted, href }) => ({
        ...(isUncounted(counted) ? unknown(part) : { part, count: counted.count }),
        name: text,
        link: link(href),
      })),
      ...rows.map(({ state, name: own, text, where, at: when, href }) => {
        return { part, state, name: own, text, where, when, link: link(href) }
      }),
      ...(isPartial ? [{ part, state: t('main:shift.partial') }] : []),
    ]
  })
  const none = Object.fromEntries(columns.map((column) => [column, null])) as Line
  return [...(notes ? told : [unknown(noted)]), ...happened].map((line) => ({ ...none, ...line }))
}
