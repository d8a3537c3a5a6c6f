/**
 * The CSRF token of a form. It is checked only where a browser sends neither Sec-Fetch-Site nor Origin nor Referer, as
 * some text browsers do. It is bound to the session cookie, whether or not that session is still open; a token issued
 * without a cookie is valid only without one, and then allows nothing but signing in.
 */
import { hashOfId, idIn } from './cookies.server'
import { open, seal } from './seal.server'

const purpose = 'a form of this console'

/**
 * Returns a form token; the text differs each time, so that it cannot be guessed from the compressed size of a page.
 */
export function formToken(request: Request): string {
  return seal(browserKey(request), purpose)
}

/** Returns whether the token was issued to the browser of this request. */
export function isFormToken(token: string, request: Request): boolean {
  return open(token, purpose) === browserKey(request)
}

function browserKey(request: Request): string {
  const id = idIn(request, 'session')
  return id === null ? 'nobody' : hashOfId(id).slice(0, 32)
}
