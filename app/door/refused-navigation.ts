/**
 * A browser that goes to an address without a page of its own (a table file, the short address of a controller) and is
 * refused gets the console's error page; who asks for data keeps the answer as it is.
 */
import type { IncomingMessage } from 'node:http'
import { href } from '~/hrefs'

/** What such an address answered. */
export interface RefusedNavigation {
  status: number
  /** Of a service: which trouble there was. */
  problem: unknown
  /** Of the console: which words of the address it did not understand. */
  unclear: unknown
  /** Path and query, to try again. */
  address: string
}

/** What to draw a page of; null where the answer stands as it is. */
export async function refusedNavigation(
  request: IncomingMessage,
  answer: Response,
  address: string,
): Promise<RefusedNavigation | null> {
  if (answer.status < 400 || !isNavigation(request)) return null
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/html') || type.startsWith('text/x-script')) return null
  const said = await answer.json().catch(() => null)
  return { status: answer.status, problem: said?.problem ?? null, unclear: said?.unclear ?? null, address }
}

/** The request for the page that tells it: of the same browser, with nothing of what it asked but the language. */
export function tellingRequest(request: Request): Request {
  const headers = new Headers(request.headers)
  const lng = new URL(request.url).searchParams.get('lng')
  return new Request(new URL(href('refused', {}, { lng }), request.url), { headers, signal: request.signal })
}

/** A page is what it takes; and where the browser says what for, it is for a page. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const purpose = headers['sec-fetch-dest'] ?? 'document'
  return method === 'GET' && purpose === 'document' && (headers.accept ?? '').includes('text/html')
}
