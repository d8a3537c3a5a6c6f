/**
 * A file that is streamed while it is read. A failure ends it with an error, so that it never looks complete; a client
 * that disconnects ends the stream silently.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { datedAttachmentOf } from './file-name.server'

/**
 * The chunk size in characters, and the time in ms after which a smaller chunk is sent. Between two chunks the event
 * loop serves other requests.
 */
const chunkSize = 16 * 1024
const maxTurnMs = 15

/** Returns the response that downloads a file under a name. */
export function fileResponse(parts: AsyncIterable<string>, { name, type }: { name: string; type: string }): Response {
  return new Response(streamOf(chunksOf(parts)), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': datedAttachmentOf(name),
      'cache-control': 'no-store',
    },
  })
}

async function* chunksOf(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  let began = performance.now()
  for await (const part of parts) {
    chunk += part
    if (chunk.length < chunkSize && performance.now() - began < maxTurnMs) continue
    yield chunk
    chunk = ''
    await turn()
    began = performance.now()
  }
  if (chunk) yield chunk
}

/** Reads a chunk only after the previous one was consumed. Without a Node stream in between, no error is lost. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
