/** Signs out of analytics, then of the console, then of the provider, by a form of its own (spec §1, §4). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { contextOf, type RequestContext } from '~/door/context'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { signOutCookies } from '~/session/cookies.server'
import { signOut } from '~/session/sign-in.server'
import { Actions, Button } from '~/ui/button'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { SignInPage } from '~/ui/sign-in-page'

export const handle: PageHandle<typeof loader> = { title: (_data, t) => t('login:signedOut.title') }

const signingOut = new WeakSet<RequestContext>()

/** A GET redirects to the home page: only the form signs out. */
export function loader(args: LoaderFunctionArgs) {
  if (!signingOut.has(contextOf(args))) throw redirect(href('home', {}))
  return null
}

export async function action(args: ActionFunctionArgs) {
  const provider = await signOut(args.request)
  const headers = new Headers()
  for (const cookie of signOutCookies()) headers.append('set-cookie', cookie)
  if (!provider) return redirect(href('login', {}, { signedOut: 1 }), { status: 303, headers })
  signingOut.add(contextOf(args))
  return data({ provider }, { headers })
}

export default function Logout() {
  const t = useT()
  const answer = useActionData<typeof action>()
  if (!answer) return null
  const { address, fields } = answer.provider
  return (
    <SignInPage title={t('login:signedOut.title')}>
      <Notice tone="ok" title={t('login:signedOut.title')}>
        {t('login:signedOut.text')}
      </Notice>
      <p>{t('login:signedOut.provider')}</p>
      <form method="post" action={address} data-at-once>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Actions>
          <Button look="primary">{t('login:signedOut.there')}</Button>
        </Actions>
      </form>
    </SignInPage>
  )
}
