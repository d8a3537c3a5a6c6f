/** The return from the identity provider: starts a session and redirects, or shows why sign-in failed. */
import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader, visitor } from '~/backend/reader.server'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { languageCookie } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { firstPage } from '~/screens/frame/first-page.server'
import { lastPlace } from '~/screens/frame/last-place.server'
import { returnAddress } from '~/session/return-address'
import { currentSession } from '~/session/session.server'
import { finishSignIn, SignInFailed, type SignInProblem } from '~/session/sign-in.server'
import { Actions } from '~/ui/button'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PlainPage } from '~/ui/page'

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
    const answer = await finishSignIn(args.request)
    if (await isAccepted(args, answer)) throw await toItsPage(args, answer)
    const problem = 'refusedByServices' as const
    const returnTo = returnAddress(answer.headers.get('location'), config().publicOrigin)
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
async function toItsPage(args: LoaderFunctionArgs, answer: Response): Promise<Response> {
  if (answer.headers.get('location') !== href('home', {})) return answer
  try {
    const made = await reader({ ...args, request: signedInRequest(args.request, answer) })
    const to = await firstPage(made, new URLSearchParams())
    if (to !== null) answer.headers.set('location', to)
  } catch (error) {
    contextOf(args).log.warn({ err: error }, 'home leads on instead')
  }
  return answer
}

/** Returns the next request of the browser that receives this response. */
function signedInRequest(request: Request, answer: Response): Request {
  const lines = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return new Request(request.url, { headers: { cookie: lines.join('; ') } })
}

/**
 * Reads the person from the tenant service before the redirect; false when it rejects the session. The language of the
 * record takes precedence over the provider's, unless this browser has selected one (spec §2, §3). Without the tenant
 * service, sign-in continues in the provider's language.
 */
async function isAccepted(args: LoaderFunctionArgs, answer: Response): Promise<boolean> {
  const next = signedInRequest(args.request, answer)
  if (!next.headers.get('cookie')) return true
  const isChosen = /(?:^|;\s*)lng=/.test(args.request.headers.get('cookie') ?? '')
  try {
    const signedIn = await visitor({ ...args, request: next })
    const { language } = lastPlace(signedIn)
    if (!isChosen && signedIn.person.info.tenantUsers.length > 0)
      answer.headers.append('set-cookie', languageCookie(language, { secure: config().secure }))
    return true
  } catch (error) {
    if (!(await currentSession(next))) return false
    contextOf(args).log.warn({ err: error }, 'the language on record could not be read')
    return true
  }
}

export default function Callback() {
  const t = useT()
  const { problem, requestId, returnTo } = useLoaderData<typeof loader>()
  const back = returnTo === '/' ? {} : { returnTo }
  return (
    <PlainPage title={t('login:title')}>
      <Notice tone={problem === 'cancelled' ? 'warn' : 'danger'} title={t(`login:problem.${problem}.title`)}>
        {t(`login:problem.${problem}.text`)}
      </Notice>
      {problem === 'refusedByServices' && <p>{t('login:refusedAtOnce.todo')}</p>}
      <Actions>
        <ButtonLink look="primary" href={href('loginStart', {}, back)}>
          {t('login:signInAgain')}
        </ButtonLink>
        {problem === 'refusedByServices' && (
          <ButtonLink href={href('loginStart', {}, { ...back, prompt: 'login' })}>
            {t('login:signInAsAnother')}
          </ButtonLink>
        )}
      </Actions>
      <p className="text-sm text-soft">{t('login:requestId', { id: requestId })}</p>
    </PlainPage>
  )
}
