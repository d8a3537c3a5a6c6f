/** Whether a request that may change something came from one of our own pages. */
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from './refusal'

/**
 * Every unsafe request, to whatever address: what the browser says of itself (`Sec-Fetch-Site`, `Origin`) must
 * name this console. Text browsers send neither; for them the Referer must. Throws Refusal otherwise. False where a
 * browser says nothing at all, as text browsers do from an address with a query: the token in the form has to tell.
 */
export function checkSameSite(method: string, headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const site = headers['sec-fetch-site']
  const { origin, referer } = headers
  if (site !== undefined && site !== 'same-origin') throw new Refusal('crossSite')
  if (origin !== undefined && origin !== publicOrigin) throw new Refusal('crossSite')
  if (site !== undefined || origin !== undefined) return true
  if (referer === undefined) return false
  if (!URL.canParse(referer) || new URL(referer).origin !== publicOrigin) throw new Refusal('crossSite')
  return true
}
