/** Back from the provider: a session and the page asked for, or a page that says why not. */
import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { visitor } from '~/backend/reader.server'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { languageCookie } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { currentSession } from '~/session/session.server'
import { finishSignIn, SignInFailed, type SignInProblem } from '~/session/sign-in.server'
import { Actions } from '~/ui/button'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PlainPage } from '~/ui/page'
import { lastPlace } from '../last-place.server'

export const handle: PageHandle<typeof loader> = { title: (_data, t) => t('login:title') }

const statuses = { providerDown: 503, refused: 400, cancelled: 200, expired: 400 } as const satisfies Record<
  SignInProblem,
  number
>

export async function loader(args: LoaderFunctionArgs) {
  try {
    throw await inOwnLanguage(args, await finishSignIn(args.request))
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error
    const { log, requestId } = contextOf(args)
    log.warn({ problem: error.problem, cause: String(error.cause) }, 'sign-in')
    if (error.problem === 'expired' && (await currentSession(args.request))) throw redirect(href('home', {}))
    return data({ problem: error.problem, requestId }, { status: statuses[error.problem] })
  }
}

/**
 * The language on the person's record counts before the provider's, unless this browser has chosen one (spec §2, §3).
 * Without the tenant service sign-in goes on in the provider's.
 */
async function inOwnLanguage(args: LoaderFunctionArgs, answer: Response): Promise<Response> {
  const isChosen = /(?:^|;\s*)lng=/.test(args.request.headers.get('cookie') ?? '')
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (isChosen || !cookie) return answer
  try {
    const signedIn = await visitor({ ...args, request: new Request(args.request.url, { headers: { cookie } }) })
    const { language } = lastPlace(signedIn)
    if (signedIn.person.info.tenantUsers.length > 0)
      answer.headers.append('set-cookie', languageCookie(language, { secure: config().secure }))
  } catch (error) {
    contextOf(args).log.warn({ err: error }, 'the language on record could not be read')
  }
  return answer
}

export default function Callback() {
  const t = useT()
  const { problem, requestId } = useLoaderData<typeof loader>()
  return (
    <PlainPage title={t('login:title')}>
      <Notice tone={problem === 'cancelled' ? 'warn' : 'danger'} title={t(`login:problem.${problem}.title`)}>
        {t(`login:problem.${problem}.text`)}
      </Notice>
      <Actions>
        <ButtonLink look="primary" href={href('loginStart', {})}>
          {t('login:signInAgain')}
        </ButtonLink>
      </Actions>
      <p className="text-sm text-soft">{t('login:requestId', { id: requestId })}</p>
    </PlainPage>
  )
}
