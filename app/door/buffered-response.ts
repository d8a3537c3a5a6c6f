/**
 * Responses with their whole body in memory: reading it back from a web Response needs a stream, at as much cost
 * again.
 */
const buffers = new WeakMap<Response, Uint8Array>()

/** Returns a response with these bytes; with `withoutBody` its caller reads them by `bytesOf`, and it has no body. */
export function bufferedResponse(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit, withoutBody = false): Response {
  const response = new Response(withoutBody ? null : bytes, init)
  buffers.set(response, bytes)
  return response
}

/** Returns whether the bytes of a response are in memory. */
export function isBuffered(response: Response): boolean {
  return buffers.has(response)
}

/** Returns the whole body of a response. */
export async function bytesOf(response: Response): Promise<Uint8Array> {
  return buffers.get(response) ?? new Uint8Array(await response.arrayBuffer())
}
