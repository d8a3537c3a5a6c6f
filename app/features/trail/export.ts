/**
 * The trail as JSON lines (docs/trail.md): the whole chain of a tenant with its signed checkpoints, for `npm run
 * audit:verify` and for archiving; with filters, the matching records.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileResponse } from '~/kit/file/file.server'
import { rejectUnclear } from '~/kit/list/refused-filter.server'
import { exportChain, exportMatches } from '~/trail/export.server'
import { visibleTo } from '~/trail/visible-to.server'
import { isFiltered } from './filter'
import { invalidParams, parseTrailQuery, storeFilter } from './trail-query.server'

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('trailExport', args.params)
  const reader = await readerFor(args, { capability: 'trail.export' })
  const filter = parseTrailQuery(args.request)
  rejectUnclear(invalidParams(args.request, filter))
  const lines = isFiltered(filter)
    ? exportMatches({ ...storeFilter(filter, tenantId), visibleTo: visibleTo(reader) })
    : exportChain(tenantId)
  return fileResponse(
    (async function* () {
      for await (const line of lines) yield `${JSON.stringify(line)}\n`
    })(),
    { name: isFiltered(filter) ? 'plantroom-trail-part.jsonl' : 'plantroom-trail.jsonl', type: 'application/x-ndjson' },
  )
}
