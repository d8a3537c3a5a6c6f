/** The trail as a table file, with the filters of the page it stands beside (design §8, §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { stringify } from 'csv-stringify/sync'
import { entriesOf } from '~/audit/export.server'
import type { TrailEntry } from '~/audit/find-entries.server'
import { sightOf } from '~/audit/sight.server'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { fileOf } from '../file.server'
import { differencesIn } from './field-words'
import { filterIn, wanted } from './filter-in.server'
import { changeName, detailText } from './words'

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('trailCsv', args.params)
  const made = await reader(args, { capability: 'trail.export' })
  const entries = entriesOf({ ...wanted(filterIn(args.request), tenantId), sight: sightOf(made) })
  return fileOf(linesOf(entries, translator(made.language)), { name: 'plantroom-trail.csv', type: 'text/csv' })
}

async function* linesOf(entries: AsyncIterable<TrailEntry>, t: Translate): AsyncGenerator<string> {
  yield csv([], t, true)
  for await (const entry of entries) yield csv([lineOf(entry, t)], t, false)
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

type Line = Record<(typeof columns)[number], string | number>

function csv(lines: Line[], t: Translate, isFirst: boolean): string {
  return stringify(lines, {
    columns: columns.map((key) => ({ key, header: t(`main:trail.csv.${key}`) })),
    header: isFirst,
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
}

function lineOf(entry: TrailEntry, t: Translate): Line {
  const { ending, subject } = entry
  const differences = differencesIn(t, entry)
  return {
    sequence: entry.sequence,
    at: entry.at,
    ended: ending?.at ?? '',
    who: plain(entry.actor.name),
    role: t(`role.${entry.actor.role}` as 'role.admin', { defaultValue: entry.actor.role }),
    what: changeName(t, entry.mutation),
    kind: t(`entity.${subject.kind}` as 'entity.site', { defaultValue: subject.kind }),
    subject: plain(subject.name),
    where: plain(subject.path?.map(({ name }) => name).join(' / ') ?? ''),
    outcome: t(`outcome.${ending?.outcome ?? entry.outcome}`),
    why: plain(detailText(t, ending ?? entry)),
    reason: plain(entry.reason ?? ''),
    difference: plain(
      differences.map(({ label, before, after }) => `${label}: ${before ?? ''} → ${after ?? ''}`).join('; '),
    ),
    change: entry.changeId,
    address: plain(entry.address),
    hash: ending?.hash ?? entry.hash,
  }
}

/** Text without NUL, which spreadsheets stumble over and the escaping of formulas misses. */
const plain = (text: string) => text.replaceAll('\u0000', '')
