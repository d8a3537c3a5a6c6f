/**
 * A file that is streamed while it is read. A failure ends it with an error, so that it never looks complete; a client
 * that disconnects ends the stream silently.
 */
import { setImmediate as turn } from 'node:timers/promises'

/**
 * The chunk size in characters, and the time in ms after which a smaller chunk is sent. Between two chunks the event
 * loop serves other requests.
 */
const pieceSize = 16 * 1024
const longestTurn = 15

/** Returns the response that downloads a file under a name. */
export function fileOf(parts: AsyncIterable<string>, { name, type }: { name: string; type: string }): Response {
  return new Response(streamOf(piecesOf(parts)), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

async function* piecesOf(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let gathered = ''
  let began = performance.now()
  for await (const part of parts) {
    gathered += part
    if (gathered.length < pieceSize && performance.now() - began < longestTurn) continue
    yield gathered
    gathered = ''
    await turn()
    began = performance.now()
  }
  if (gathered) yield gathered
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
