/**
 * The token that every form carries: that it was drawn by this console for the browser that sends it. It counts only
 * where a browser says nothing else of where a form comes from, as text browsers do. It is bound to the browser's
 * session cookie, whether that session still lasts or not; one drawn for a browser without any is good for such a
 * browser only, which may do nothing but sign in.
 */
import { hashOf, idIn } from './cookies.server'
import { open, seal } from './seal.server'

const purpose = 'a form of this console'

/** Another text each time, so that it cannot be guessed from how a page compresses. */
export function formToken(request: Request): string {
  return seal(holderOf(request), purpose)
}

/** Whether the token was drawn for the browser of this request. */
export function isFormToken(token: string, request: Request): boolean {
  return open(token, purpose) === holderOf(request)
}

function holderOf(request: Request): string {
  const id = idIn(request, 'session')
  return id === null ? 'nobody' : hashOf(id).slice(0, 32)
}
