/**
 * The wall view for a guest of an evaluation: signs in without an account, then redirects to the wall of the guest's
 * customer. Does not exist in production. A person who is signed in keeps their session.
 */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { visitor } from '~/backend/reader.server'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { offeredSeconds, wallQuery } from '~/features/overview/shared/wall'
import { href } from '~/hrefs'
import { guestParam } from '~/session/guest.server'
import { currentSession } from '~/session/session.server'
import { beginSignIn, SignInFailed } from '~/session/sign-in.server'

export async function loader(args: LoaderFunctionArgs) {
  if (!config().evaluation) throw new Response(null, { status: 404 })
  const session = await currentSession(args.request)
  if (!session) return beginGuestSignIn(args)
  if (!session.person.isGuest) return redirect(href('home', {}))
  const { person } = await visitor(args)
  const [customer] = person.info.customers
  if (!customer) throw new Response(null, { status: 404 })
  const at = { tenantId: customer.tenantId, customerId: customer.id }
  return redirect(href('customer', at, wallQuery({ every: offeredSeconds, turn: 'sites' })))
}

async function beginGuestSignIn(args: LoaderFunctionArgs): Promise<Response> {
  const { request } = args
  const start = href('loginStart', {}, { returnTo: href('guestWall', {}), [guestParam]: 1 })
  try {
    const signIn = new Request(new URL(start, request.url), { headers: request.headers })
    return await beginSignIn(signIn, contextOf(args).address)
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error
    return redirect(href('login', {}, { problem: 'providerDown' }))
  }
}
