/**
 * Responses with their whole body in memory: reading it back from a web Response needs a stream, at as much cost
 * again.
 */
const written = new WeakMap<Response, Uint8Array>()

/** Returns a response with these bytes; with `withoutBody` its caller reads them by `bytesOf`, and it has no body. */
export function wholeAnswer(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit, areTaken = false): Response {
  const answer = new Response(areTaken ? null : bytes, init)
  written.set(answer, bytes)
  return answer
}

/** Returns whether the bytes of a response are in memory. */
export function isWritten(answer: Response): boolean {
  return written.has(answer)
}

/** Returns the whole body of a response. */
export async function bytesOf(answer: Response): Promise<Uint8Array> {
  return written.get(answer) ?? new Uint8Array(await answer.arrayBuffer())
}
