/** Pages that are written whole: what a web Response holds comes back from it through a stream only, which costs as much again. */
const written = new WeakMap<Response, Uint8Array>()

/** An answer of these bytes, to be sent as they are; `areTaken`: by who asks for them with `bytesOf`, and needs no body. */
export function wholeAnswer(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit, areTaken = false): Response {
  const answer = new Response(areTaken ? null : bytes, init)
  written.set(answer, bytes)
  return answer
}

/** Whether an answer was written whole. */
export function isWritten(answer: Response): boolean {
  return written.has(answer)
}

/** All that an answer holds. */
export async function bytesOf(answer: Response): Promise<Uint8Array> {
  return written.get(answer) ?? new Uint8Array(await answer.arrayBuffer())
}
