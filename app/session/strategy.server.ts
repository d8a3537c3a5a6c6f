/**
 * The strategy of remix-auth-microsoft on `openid-client`, with the endpoints of the configured issuer's discovery
 * document, so that Entra, the evaluation provider and any other OpenID provider sign in the same way (design §9).
 */
import { redirect } from '@remix-run/node'
import {
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client'
import { MicrosoftStrategy } from 'remix-auth-microsoft'
import { config } from '~/config.server'
import { guestLogin, guestParam } from './guest.server'
import { type Identity, readIdentity } from './identity.server'
import { consumePendingSignIn, savePendingSignIn } from './pending.server'
import { asClient } from './provider.server'
import { type Tokens, tokensForCode } from './tokens.server'

export const strategyName = 'openid'

/** The person the provider signed in, their tokens, and the page to return to. */
export interface SignedIn extends Identity {
  tokens: Tokens
  returnTo: string
}

/** The sign-in was not completed, by the provider or by the page that sent the person here. */
export class SignInRefused extends Error {
  constructor(readonly code: string) {
    super(`The sign-in was not completed: ${code}`)
    this.name = 'SignInRefused'
  }
}

export class OpenIdStrategy extends MicrosoftStrategy<SignedIn> {
  override name = strategyName

  /**
   * `address`: client address of the browser that starts a sign-in, as the HTTP server resolved it; empty on return.
   */
  constructor(
    private readonly metadata: ServerMetadata,
    private readonly address = '',
  ) {
    const { clientId, clientSecret } = config().oidc
    super(
      {
        clientId,
        clientSecret: clientSecret ?? '',
        redirectURI: redirectAddress(),
        scopes: scopesFor(metadata),
      },
      () => Promise.reject(new SignInRefused('nonce')),
    )
  }

  /**
   * Throws the redirect to the provider; on return, returns the sign-in, once. The nonce belongs to this browser, so
   * the ID token is validated here and the strategy's own `verify` is never used.
   */
  override async authenticate(request: Request): Promise<SignedIn> {
    const { pathname, search, searchParams } = new URL(request.url)
    if (pathname !== new URL(redirectAddress()).pathname) throw await this.begin(request)
    const state = searchParams.get('state') ?? ''
    const pending = await consumePendingSignIn(request, state)
    if (!pending) throw new SignInRefused('state')
    if (!searchParams.has('error') && !searchParams.get('code')) throw new SignInRefused('code')
    const { verifier, nonce, returnTo } = pending
    const callbackUrl = new URL(redirectAddress() + search)
    const tokens = await tokensForCode(this.metadata, callbackUrl, { state, verifier, nonce }).catch((error) => {
      throw error instanceof AuthorizationResponseError ? new SignInRefused(error.error.slice(0, 100)) : error
    })
    return { ...(await readIdentity(this.metadata, tokens)), tokens, returnTo }
  }

  private async begin(request: Request): Promise<Response> {
    const [state, verifier, nonce] = [randomState(), randomPKCECodeVerifier(), randomNonce()]
    const parameters = this.authorizationParams(
      new URLSearchParams({
        redirect_uri: redirectAddress(),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        response_mode: 'query',
      }),
    )
    const search = new URL(request.url).searchParams
    if (search.get('prompt') === 'login') parameters.set('prompt', 'login')
    if (config().evaluation && search.get(guestParam) === '1') parameters.set('login_hint', guestLogin)
    const url = await asClient(this.metadata, async (client) => buildAuthorizationUrl(client, parameters))
    const cookie = await savePendingSignIn(request, { state, verifier, nonce, address: this.address })
    return redirect(url.href, { headers: { 'set-cookie': cookie } })
  }
}

/**
 * Returns the scopes to request: OIDC_SCOPES when set, else the person's profile, a refresh token and the scope of the
 * services. Of the usual scopes only those the provider lists are used, because some reject requests with unknown ones.
 */
export function scopesFor({ scopes_supported: supported }: Pick<ServerMetadata, 'scopes_supported'>): string[] {
  const { scopes: configured, apiScope } = config().oidc
  if (configured) return configured
  const usual = ['profile', 'offline_access', 'email'].filter((scope) => supported?.includes(scope) ?? true)
  return ['openid', ...usual, ...apiScope.split(' ').filter(Boolean)]
}

function redirectAddress(): string {
  return `${config().publicOrigin}/login/callback`
}
