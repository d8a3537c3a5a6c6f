/** A file that is written while it is read; what fails on the way ends it with an error, never as if it were whole. */
import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'

export function fileOf(parts: AsyncIterable<string>, { name, type }: { name: string; type: string }): Response {
  return new Response(createReadableStreamFromReadable(Readable.from(parts)), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
