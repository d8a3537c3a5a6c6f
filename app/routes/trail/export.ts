/**
 * The trail as JSON lines (docs/trail.md): the whole chain of a tenant with its signed checkpoints, for `npm run
 * audit:verify` and for archiving; with filters, the matching records.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileOf } from '~/screens/file/file.server'
import { refuseUnclear } from '~/screens/list/refused-filter.server'
import { partOfTrail, wholeTrail } from '~/trail/export.server'
import { visibleTo } from '~/trail/visible-to.server'
import { hasFilter } from './filter'
import { filterIn, unclearIn, wanted } from './filter-in.server'

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('trailExport', args.params)
  const made = await reader(args, { capability: 'trail.export' })
  const filter = filterIn(args.request)
  refuseUnclear(unclearIn(args.request, filter))
  const lines = hasFilter(filter)
    ? partOfTrail({ ...wanted(filter, tenantId), visibleTo: visibleTo(made) })
    : wholeTrail(tenantId)
  return fileOf(
    (async function* () {
      for await (const line of lines) yield `${JSON.stringify(line)}\n`
    })(),
    { name: hasFilter(filter) ? 'plantroom-trail-part.jsonl' : 'plantroom-trail.jsonl', type: 'application/x-ndjson' },
  )
}
