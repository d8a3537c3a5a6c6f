/** The whole chain of a tenant as JSON lines, for `npm run audit:verify` and for keeping (docs/trail.md). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { chainOf } from '~/audit/trail.server'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('trailExport', args.params)
  await reader(args, { capability: 'trail.export' })
  const records = chainOf(tenantId)
  const encoder = new TextEncoder()
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await records.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    },
  })
  return new Response(lines, {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="plantroom-trail.jsonl"',
      'cache-control': 'no-store',
    },
  })
}
