/** The one interaction of the provider: sign in. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { languageFrom } from '../kit/messages'
import type { ServiceSettings } from '../kit/settings'
import type { Account, Directory } from './directory'
import { clientAddress, readForm } from './form'
import { errorPage, type SignIn, signInPage, writePage } from './pages'

interface Parts {
  provider: Provider
  settings: ServiceSettings
  directory: Directory
}

/**
 * Responds to GET with the form; POST checks it and continues. An interaction that ended or belongs to another browser
 * is an error page.
 */
export async function handleInteraction(
  request: IncomingMessage,
  response: ServerResponse,
  { provider, settings, directory }: Parts,
): Promise<void> {
  const accepted = languageFrom(request.headers['accept-language'])
  const details = await provider.interactionDetails(request, response).catch(() => undefined)
  if (details?.prompt.name !== 'login') return writePage(response, errorPage(accepted, settings, ''))

  const locales = details.params.ui_locales
  const language = typeof locales === 'string' ? languageFrom(locales.replaceAll(' ', ',')) : accepted
  const show = (attempt: Pick<SignIn, 'login' | 'error' | 'seconds'>) =>
    writePage(
      response,
      signInPage(language, settings, {
        ...attempt,
        action: `/identity/interaction/${details.uid}`,
        people: directory.listed.map(({ login, firstName, lastName }) => ({ login, name: `${firstName} ${lastName}` })),
      }),
    )

  const signIn = async (account: Account) => {
    await leaveOtherAccount(provider, details, account)
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId: account.id, remember: !account.isGuest } },
      { mergeWithLastSubmission: false },
    )
  }

  if (request.method === 'GET' || request.method === 'HEAD') {
    const { login_hint } = details.params
    const { guest } = directory
    if (guest && guest.login === login_hint) return signIn(guest)
    return show({ login: typeof login_hint === 'string' ? login_hint.slice(0, 200) : '', error: undefined })
  }
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'GET, HEAD, POST' }).end()

  const form = await readForm(request)
  if (!form) return void response.writeHead(413, { connection: 'close' }).end()
  const login = (form.get('login') ?? '').trim()
  const password = form.get('password') ?? ''
  if (!login || !password) return show({ login, error: 'missing' })
  const check = await directory.check({ login, password, address: clientAddress(request) })
  if ('account' in check) return signIn(check.account)
  show({ login, error: check.refused, seconds: check.refused === 'paused' ? check.seconds : undefined })
}

type Details = Awaited<ReturnType<Provider['interactionDetails']>>

const sessionSeconds = 14 * 86_400

/** Signs another account out of this browser, which the library does on a page that needs scripts. */
async function leaveOtherAccount(provider: Provider, details: Details, account: Account): Promise<void> {
  const { session: current, exp } = details
  if (!current?.accountId || current.accountId === account.id) return
  const session = await provider.Session.findByUid(current.uid)
  if (!session) return
  delete details.session
  await details.save(exp - Math.floor(Date.now() / 1000))
  delete session.accountId
  delete session.loginTs
  delete session.authorizations
  await session.save(sessionSeconds)
}
