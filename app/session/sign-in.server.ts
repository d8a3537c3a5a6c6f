/** Signing in through the provider and out again (spec §4, design §9). */
import { redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { config } from '~/config.server'
import { languageCookie } from '~/i18n/i18n.server'
import { asLanguage } from '~/i18n/languages'
import { signInCookies } from './cookies.server'
import { ProviderUnavailable, provider } from './provider.server'
import { currentSession, endSession, startSession } from './session.server'
import { OpenIdStrategy, type SignedIn, SignInRefused, strategyName } from './strategy.server'
import { BadIdToken, TokenRefused } from './tokens.server'

/** Why a sign-in failed; the sign-in page has a message for each. */
export type SignInProblem = 'providerDown' | 'refused' | 'cancelled' | 'expired'

export class SignInFailed extends Error {
  constructor(
    readonly problem: SignInProblem,
    cause: unknown,
  ) {
    super(`The sign-in failed: ${problem}`, { cause })
    this.name = 'SignInFailed'
  }
}

/** Returns the redirect to the provider for a browser at an address. Throws `SignInFailed`. */
export async function beginSignIn(request: Request, address: string): Promise<Response> {
  try {
    await authenticate(request, address)
  } catch (error) {
    if (error instanceof Response) return error
    throw toSignInError(error)
  }
  throw new Error('The sign-in did not redirect to the provider')
}

/**
 * Handles the return from the provider: starts the session and redirects to the requested page. Throws `SignInFailed`.
 */
export async function finishSignIn(request: Request): Promise<Response> {
  try {
    const signedIn = await authenticate(request)
    const id = await startSession(request, signedIn)
    const headers = new Headers()
    for (const cookie of signInCookies(id)) headers.append('set-cookie', cookie)
    const language = asLanguage(signedIn.locale)
    const isChosen = /(?:^|;\s*)lng=/.test(request.headers.get('cookie') ?? '')
    if (language && !isChosen) headers.append('set-cookie', languageCookie(language, { secure: config().secure }))
    return redirect(signedIn.returnTo, { headers })
  } catch (error) {
    if (error instanceof Response) return error
    throw toSignInError(error)
  }
}

/** The form with which a browser ends its session at the provider. */
export interface ProviderSignOut {
  address: string
  fields: Record<string, string>
}

/**
 * Ends the session and returns the form that ends the provider's own; null when the provider has no such endpoint. The
 * ID token is in the body of the form, because a token must never be in a URL.
 */
export async function signOut(request: Request): Promise<ProviderSignOut | null> {
  const session = await currentSession(request)
  const stored = session && (await endSession(session, 'signed out'))
  const address = await provider().then(
    ({ end_session_endpoint }) => end_session_endpoint,
    () => undefined,
  )
  if (!session || !address) return null
  const fields: Record<string, string> = {
    client_id: config().oidc.clientId,
    post_logout_redirect_uri: `${config().publicOrigin}/login`,
  }
  if (stored?.idToken) fields.id_token_hint = stored.idToken
  if (session.person.username) fields.logout_hint = session.person.username
  return { address, fields }
}

/** Error codes with which a provider reports its own failure (RFC 6749 §4.1.2.1). */
const providerFailureCodes = ['server_error', 'temporarily_unavailable']

async function authenticate(request: Request, address = ''): Promise<SignedIn> {
  const authenticator = new Authenticator<SignedIn>().use(new OpenIdStrategy(await provider(), address))
  return authenticator.authenticate(strategyName, request)
}

function toSignInError(error: unknown): unknown {
  if (error instanceof ProviderUnavailable) return new SignInFailed('providerDown', error)
  if (error instanceof BadIdToken || error instanceof TokenRefused) return new SignInFailed('refused', error)
  if (!(error instanceof SignInRefused)) return error
  if (providerFailureCodes.includes(error.code)) return new SignInFailed('providerDown', error)
  if (error.code === 'state') return new SignInFailed('expired', error)
  return new SignInFailed(error.code === 'access_denied' ? 'cancelled' : 'refused', error)
}
