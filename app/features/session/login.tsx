/** The sign-in page: shows why it was opened and links to the identity provider. */
import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { returnAddress } from '~/session/return-address'
import { currentSession, refusedAtOnce } from '~/session/session.server'
import { Actions } from '~/ui/button'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { SignInPage } from '~/ui/sign-in-page'

export const handle: PageHandle<typeof loader> = { title: (_data, t) => t('login:title') }

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args
  const { log, requestId } = contextOf(args)
  const query = new URL(request.url).searchParams
  const returnTo = returnAddress(query.get('returnTo'), config().publicOrigin)
  const current = await currentSession(request)
  if (current && !current.person.isGuest) throw redirect(returnTo)
  const session = query.get('errorCode') === '401' ? await refusedAtOnce(request) : null
  if (session) log.warn({ session }, 'a session was rejected as soon as it started')
  const why = session ? 'refusedAtOnce' : reason(query)
  return data(
    {
      why,
      returnTo,
      requestId,
      keepForm: keepForm(returnTo),
      wallHref: config().evaluation ? href('guestWall', {}) : null,
    },
    { status: why === 'refusedAtOnce' ? 403 : why === 'providerDown' ? 503 : 200 },
  )
}

type SignInCause = 'refused' | 'refusedAtOnce' | 'providerDown' | 'signedOut' | null

function reason(query: URLSearchParams): SignInCause {
  if (query.get('errorCode') === '401') return 'refused'
  if (query.get('problem') === 'providerDown') return 'providerDown'
  return query.has('signedOut') ? 'signedOut' : null
}

/** A form typed before the session ended is stored as a draft at the return address. */
function keepForm(returnTo: string): boolean {
  return new URLSearchParams(returnTo.split('?')[1]).has('draft')
}

export default function Login() {
  const t = useT()
  const { why, returnTo, requestId, keepForm, wallHref } = useLoaderData<typeof loader>()
  const returnParams = returnTo === '/' ? {} : { returnTo }
  return (
    <SignInPage title={t('login:title')}>
      <SignInReason why={why} />
      <p>{t('login:lead')}</p>
      <p className="text-soft">
        {t('login:how')} {returnTo !== '/' && t('login:comeBack')}
      </p>
      {keepForm && <p>{t('login:formKept')}</p>}
      <Actions>
        <ButtonLink look="primary" href={href('loginStart', {}, returnParams)}>
          {t(why === null || why === 'signedOut' ? 'login:signIn' : 'login:signInAgain')}
        </ButtonLink>
        {why === 'refusedAtOnce' && (
          <ButtonLink href={href('loginStart', {}, { ...returnParams, prompt: 'login' })}>
            {t('login:signInAsAnother')}
          </ButtonLink>
        )}
      </Actions>
      {wallHref && (
        <p>
          {t('login:wall.text')} <A href={wallHref}>{t('login:wall.link')}</A>
        </p>
      )}
      {why === 'refusedAtOnce' && <p className="text-sm text-soft">{t('login:requestId', { id: requestId })}</p>}
    </SignInPage>
  )
}

function SignInReason({ why }: { why: SignInCause }) {
  const t = useT()
  switch (why) {
    case 'refused':
      return (
        <Notice tone="warn" title={t('login:refused.title')}>
          {t('login:refused.text')}
        </Notice>
      )
    case 'refusedAtOnce':
      return (
        <Notice tone="danger" title={t('login:refusedAtOnce.title')}>
          <p>{t('login:refusedAtOnce.text')}</p>
          <p>{t('login:refusedAtOnce.todo')}</p>
        </Notice>
      )
    case 'providerDown':
      return (
        <Notice tone="danger" title={t('login:problem.providerDown.title')}>
          {t('login:problem.providerDown.text')}
        </Notice>
      )
    case 'signedOut':
      return (
        <Notice tone="ok" title={t('login:signedOut.title')}>
          {t('login:signedOut.text')}
        </Notice>
      )
    case null:
      return null
  }
}
