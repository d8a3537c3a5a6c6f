/** Redirects to the identity provider. A plain link may point here: it changes no data. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { returnAddress } from '~/session/return-address'
import { beginSignIn, SignInFailed } from '~/session/sign-in.server'

export async function loader(args: LoaderFunctionArgs) {
  try {
    return await beginSignIn(args.request, contextOf(args).address)
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error
    contextOf(args).log.warn({ problem: error.problem, cause: String(error.cause) }, 'sign-in')
    const returnTo = returnAddress(new URL(args.request.url).searchParams.get('returnTo'), config().publicOrigin)
    return redirect(href('login', {}, { problem: 'providerDown', returnTo: returnTo === '/' ? null : returnTo }))
  }
}
