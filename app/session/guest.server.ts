/**
 * The guest of an evaluation: somebody without an account, whom the evaluation provider signs in by a link. A guest sees
 * the wall view of the demonstration and nothing else; the reference services refuse every write as well.
 */
import { redirect } from '@remix-run/node'
import { patternOf } from '~/door/pattern-of'
import { href } from '~/hrefs'
import { paths } from '~/paths'
import type { Session } from './session.server'

/** Requests the guest's sign-in in an address of this console. */
export const guestParam = 'guest'
/** The guest's login at the evaluation provider. */
export const guestLogin = 'guest'

/**
 * Lets a guest read walls only: any other page redirects to sign-in, and everything that is posted throws 403. People
 * pass.
 */
export function checkGuest({ person }: Pick<Session, 'person'>, request: Request): void {
  if (!person.isGuest) return
  const { pathname, searchParams } = new URL(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead) throw new Response(null, { status: 403 })
  const isWall = searchParams.get('wall') === '1' && walls.includes(patternOf(pathname))
  if (!isWall && !signInPaths.includes(pathname)) throw redirect(href('login', {}))
}

/** The pages that have a wall. */
const walls: readonly (string | null)[] = [paths.customer, paths.site]

/** The pages that sign a guest in. */
const signInPaths: readonly string[] = [paths.loginCallback, paths.guestWall]
