/** The one interaction of the provider: sign in. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { languageFrom } from '../kit/messages'
import type { ServiceSettings } from '../kit/settings'
import { errorPage, type SignIn, signInPage, writePage } from './pages'
import type { Account } from './provider'

/** Shared and not secret: the provider serves evaluations only. */
const password = 'plantroom'
const bodyLimit = 16 * 1024

interface Parts {
  provider: Provider
  settings: ServiceSettings
  accounts: readonly Account[]
}

/**
 * Responds to GET with the form; POST checks it and continues. An interaction that ended or belongs to another browser
 * is an error page.
 */
export async function handleInteraction(
  request: IncomingMessage,
  response: ServerResponse,
  { provider, settings, accounts }: Parts,
): Promise<void> {
  const accepted = languageFrom(request.headers['accept-language'])
  const details = await provider.interactionDetails(request, response).catch(() => undefined)
  if (details?.prompt.name !== 'login') return writePage(response, errorPage(accepted, settings, ''))

  const people = accounts.filter(({ isGuest }) => !isGuest)
  const locales = details.params.ui_locales
  const language = typeof locales === 'string' ? languageFrom(locales.replaceAll(' ', ',')) : accepted
  const show = (attempt: Pick<SignIn, 'login' | 'error'>) =>
    writePage(
      response,
      signInPage(language, settings, {
        ...attempt,
        action: `/identity/interaction/${details.uid}`,
        people: people.map(({ login, firstName, lastName }) => ({ login, name: `${firstName} ${lastName}` })),
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
    const guest = accounts.find(({ isGuest, login }) => isGuest && login === login_hint)
    if (guest) return signIn(guest)
    return show({ login: typeof login_hint === 'string' ? login_hint.slice(0, 200) : '', error: undefined })
  }
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'GET, HEAD, POST' }).end()

  const form = await readSignInForm(request)
  if (!form) return void response.writeHead(413, { connection: 'close' }).end()
  const login = (form.get('login') ?? '').trim()
  const entered = form.get('password') ?? ''
  if (!login || !entered) return show({ login, error: 'missing' })
  const account = people.find((candidate) => candidate.login === login.toLowerCase())
  if (!isPassword(entered) || !account) return show({ login, error: 'wrong' })
  await signIn(account)
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

const digest = (text: string) => createHash('sha256').update(text).digest()
const isPassword = (entered: string) => timingSafeEqual(digest(entered), digest(password))

/** Returns the form; undefined when it is larger than any sign-in form. */
export async function readSignInForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
