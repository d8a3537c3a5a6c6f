/**
 * A file that is written while it is read. What fails on the way ends it with an error, never as if it were whole; a
 * reader who goes away ends the writing and troubles nobody.
 */
import { setImmediate as turn } from 'node:timers/promises'

/**
 * Parts are sent in pieces of about so many characters, or of what was made in so many ms; between two pieces
 * everybody else has their turn.
 */
const pieceSize = 16 * 1024
const longestTurn = 15

/** The answer that downloads a file under a name. */
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

/** Asks for a piece only once the one before is taken; no stream of Node's in between whose error nobody would hear. */
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
