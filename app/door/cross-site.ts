/** Checks that a request that may change something is from one of our own pages. */
import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from './http-error'

/**
 * Checks every unsafe request, at any address: the headers of the browser (`Sec-Fetch-Site`, `Origin`) must name this
 * console. Text browsers send neither; for them the Referer must. Throws HttpError otherwise. Returns false where a
 * browser sends none, as text browsers do from an address with a query: the token in the form decides then.
 */
export function checkSameSite(method: string, headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const site = headers['sec-fetch-site']
  const { origin, referer } = headers
  if (site !== undefined && site !== 'same-origin') throw new HttpError('crossSite')
  if (origin !== undefined && origin !== publicOrigin) throw new HttpError('crossSite')
  if (site !== undefined || origin !== undefined) return true
  if (referer === undefined) return false
  if (!URL.canParse(referer) || new URL(referer).origin !== publicOrigin) throw new HttpError('crossSite')
  return true
}
