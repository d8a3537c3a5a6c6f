/** Signing out: the analytics session first, then ours, then the provider's, by redirect (spec §1, §4). */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { href } from '~/hrefs'
import { signOutCookies } from '~/session/cookies.server'
import { signOut } from '~/session/sign-in.server'

/** Somebody who opens the address goes home: only the form signs out. */
export function loader() {
  return redirect(href('home', {}))
}

export async function action({ request }: ActionFunctionArgs) {
  const providerAddress = await signOut(request)
  const headers = new Headers()
  for (const cookie of signOutCookies()) headers.append('set-cookie', cookie)
  return redirect(providerAddress ?? href('login', {}, { signedOut: 1 }), { status: 303, headers })
}
