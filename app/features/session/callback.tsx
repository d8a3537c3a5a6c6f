/** The return from the identity provider: starts a session and redirects, or shows why sign-in failed. */
import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor, visitor } from '~/backend/reader.server'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { languageCookie } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { firstPage } from '~/kit/frame/first-page.server'
import { lastPlace } from '~/kit/frame/last-place.server'
import { returnAddress } from '~/session/return-address'
import { currentSession } from '~/session/session.server'
import { finishSignIn, SignInFailed, type SignInProblem } from '~/session/sign-in.server'
import { Actions } from '~/ui/button'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { SignInPage } from '~/ui/sign-in-page'

export const handle: PageHandle<typeof loader> = { title: (_data, t) => t('login:title') }

type Problem = SignInProblem | 'refusedByServices'

const statuses = {
  providerDown: 503,
  refused: 400,
  cancelled: 200,
  expired: 400,
  refusedByServices: 403,
} as const satisfies Record<Problem, number>

export async function loader(args: LoaderFunctionArgs) {
  const { log, requestId } = contextOf(args)
  try {
    const response = await finishSignIn(args.request)
    if (await isSessionAccepted(args, response)) throw await redirectToFirstPage(args, response)
    const problem = 'refusedByServices' as const
    const returnTo = returnAddress(response.headers.get('location'), config().publicOrigin)
    return data({ problem, requestId, returnTo }, { status: statuses[problem] })
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error
    const { problem } = error
    log.warn({ problem, cause: String(error.cause) }, 'sign-in')
    if (problem === 'expired' && (await currentSession(args.request))) throw redirect(href('home', {}))
    return data({ problem, requestId, returnTo: '/' }, { status: statuses[problem] })
  }
}

/**
 * Redirects straight to the target of the home page: text browsers cache the pages of a redirect chain and would show
 * the sign-in page again.
 */
async function redirectToFirstPage(args: LoaderFunctionArgs, response: Response): Promise<Response> {
  if (response.headers.get('location') !== href('home', {})) return response
  try {
    const reader = await readerFor({ ...args, request: signedInRequest(args.request, response) })
    const to = await firstPage(reader, new URLSearchParams())
    if (to !== null) response.headers.set('location', to)
  } catch (error) {
    contextOf(args).log.warn({ err: error }, 'the home page redirects instead')
  }
  return response
}

/** Returns the next request of the browser that receives this response. */
function signedInRequest(request: Request, response: Response): Request {
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return new Request(request.url, { headers: { cookie: cookies.join('; ') } })
}

/**
 * Reads the person from the tenant service before the redirect; false when it rejects the session. The language of the
 * record takes precedence over the provider's, unless this browser has selected one (spec §2, §3). Without the tenant
 * service, sign-in continues in the provider's language.
 */
async function isSessionAccepted(args: LoaderFunctionArgs, response: Response): Promise<boolean> {
  const next = signedInRequest(args.request, response)
  if (!next.headers.get('cookie')) return true
  const hasOwnLanguage = /(?:^|;\s*)lng=/.test(args.request.headers.get('cookie') ?? '')
  try {
    const signedInVisitor = await visitor({ ...args, request: next })
    const { language } = lastPlace(signedInVisitor)
    if (!hasOwnLanguage && signedInVisitor.person.info.tenantUsers.length > 0)
      response.headers.append('set-cookie', languageCookie(language, { secure: config().secure }))
    return true
  } catch (error) {
    if (!(await currentSession(next))) return false
    contextOf(args).log.warn({ err: error }, 'the saved language could not be read')
    return true
  }
}

export default function Callback() {
  const t = useT()
  const { problem, requestId, returnTo } = useLoaderData<typeof loader>()
  const returnParams = returnTo === '/' ? {} : { returnTo }
  return (
    <SignInPage title={t('login:title')}>
      <Notice tone={problem === 'cancelled' ? 'warn' : 'danger'} title={t(`login:problem.${problem}.title`)}>
        {t(`login:problem.${problem}.text`)}
      </Notice>
      {problem === 'refusedByServices' && <p>{t('login:refusedAtOnce.todo')}</p>}
      <Actions>
        <ButtonLink look="primary" href={href('loginStart', {}, returnParams)}>
          {t('login:signInAgain')}
        </ButtonLink>
        {problem === 'refusedByServices' && (
          <ButtonLink href={href('loginStart', {}, { ...returnParams, prompt: 'login' })}>
            {t('login:signInAsAnother')}
          </ButtonLink>
        )}
      </Actions>
      <p className="text-sm text-soft">{t('login:requestId', { id: requestId })}</p>
    </SignInPage>
  )
}
