/**
 * Error pages for addresses without a page of their own (a table file, the short address of a controller): a browser
 * that navigates there receives the console's error page, a request for data the original response.
 */
import type { IncomingMessage } from 'node:http'
import { href } from '~/hrefs'

/** The error response of such an address. */
export interface RefusedNavigation {
  status: number
  /** From a service: the problem. */
  problem: unknown
  /** From the console: the parts of the address it did not understand. */
  unclear: unknown
  /** Path and query, for another try. */
  address: string
}

/** Returns the details for the error page; null where the response is sent as it is. */
export async function refusedNavigation(
  request: IncomingMessage,
  answer: Response,
  address: string,
): Promise<RefusedNavigation | null> {
  if (answer.status < 400 || !isNavigation(request)) return null
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/html') || type.startsWith('text/x-script')) return null
  const body = await answer.json().catch(() => null)
  return { status: answer.status, problem: body?.problem ?? null, unclear: body?.unclear ?? null, address }
}

/** Returns the request for the error page: from the same browser, with only the language of the original query. */
export function errorPageRequest(request: Request): Request {
  const headers = new Headers(request.headers)
  const lng = new URL(request.url).searchParams.get('lng')
  return new Request(new URL(href('refused', {}, { lng }), request.url), { headers, signal: request.signal })
}

/**
 * Returns whether the browser navigates to a page: it accepts one, and its `Sec-Fetch-Dest`, where sent, is a
 * document.
 */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const purpose = headers['sec-fetch-dest'] ?? 'document'
  return method === 'GET' && purpose === 'document' && (headers.accept ?? '').includes('text/html')
}
