/** The trail as a table file, with the filters of the page (design §8, §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { csvLines } from '~/kit/file/csv-lines'
import { fileResponse } from '~/kit/file/file.server'
import { rejectUnclear } from '~/kit/list/refused-filter.server'
import { entriesOf } from '~/trail/export.server'
import type { TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { differencesIn, type RecordWords } from './shared/field-text'
import { changeName, detailText } from './shared/words'
import { invalidParams, parseTrailQuery, storeFilter } from './trail-query.server'

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('trailCsv', args.params)
  const reader = await readerFor(args, { capability: 'trail.export' })
  const filter = parseTrailQuery(args.request)
  rejectUnclear(invalidParams(args.request, filter))
  const entries = entriesOf({ ...storeFilter(filter, tenantId), visibleTo: visibleTo(reader) })
  return fileResponse(linesOf(entries, reader.language), { name: 'plantroom-trail.csv', type: 'text/csv' })
}

async function* linesOf(entries: AsyncIterable<TrailEntry>, language: 'en' | 'fr'): AsyncGenerator<string> {
  const t = translator(language)
  const headings = headingsIn(t)
  yield csvLines<Column>([], { headings, isFirst: true })
  for await (const entry of entries)
    yield csvLines<Column>([lineOf(entry, { t, language })], { headings, isFirst: false })
}

const columns = [
  'sequence',
  'at',
  'ended',
  'who',
  'role',
  'what',
  'kind',
  'subject',
  'where',
  'outcome',
  'why',
  'reason',
  'difference',
  'change',
  'address',
  'hash',
] as const

type Column = (typeof columns)[number]
type Line = Record<Column, string | number>

function headingsIn(t: Translate): Record<Column, string> {
  const named = columns.map((name) => [name, t(`main:trail.csv.${name}`)])
  return Object.fromEntries(named) as Record<Column, string>
}

function lineOf(entry: TrailEntry, words: RecordWords): Line {
  const { t } = words
  const { outcomeRecord, subject } = entry
  const differences = differencesIn(words, entry)
  return {
    sequence: entry.sequence,
    at: entry.at,
    ended: outcomeRecord?.at ?? '',
    who: entry.actor.name,
    role: t(`role.${entry.actor.role}` as 'role.admin', { defaultValue: entry.actor.role }),
    what: changeName(t, entry.mutation),
    kind: t(`entity.${subject.kind}` as 'entity.site', { defaultValue: subject.kind }),
    subject: subject.name,
    where: subject.path?.map(({ name }) => name).join(' / ') ?? '',
    outcome: t(`outcome.${outcomeRecord?.outcome ?? entry.outcome}`),
    why: detailText(words, outcomeRecord ?? entry),
    reason: entry.reason ?? '',
    difference: differences.map(({ label, before, after }) => `${label}: ${before ?? ''} → ${after ?? ''}`).join('; '),
    change: entry.changeId,
    address: entry.address,
    hash: outcomeRecord?.hash ?? entry.hash,
  }
}
