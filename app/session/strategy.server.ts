/**
 * remix-auth-microsoft's strategy on `openid-client`, with the endpoints of the configured issuer's discovery document:
 * Entra, the evaluation provider and any other OpenID provider sign in the same way (design §9).
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
import { type Identity, identityIn } from './identity.server'
import { pendingSignIn, rememberSignIn } from './pending.server'
import { asClient } from './provider.server'
import { type Tokens, tokensForCode } from './tokens.server'

export const strategyName = 'openid'

/** Who the provider vouches for, their tokens, and where they were going. */
export interface SignedIn extends Identity {
  tokens: Tokens
  returnTo: string
}

/** The provider, or whoever sent the person here, did not finish the sign-in. */
export class SignInRefused extends Error {
  constructor(readonly code: string) {
    super(`The sign-in was not finished: ${code}`)
    this.name = 'SignInRefused'
  }
}

export class OpenIdStrategy extends MicrosoftStrategy<SignedIn> {
  override name = strategyName

  /** `address`: from where a browser leaves for the provider, as the door knows it; nothing on the way back. */
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
   * On the way out: throws the redirect to the provider. On the way back: returns who signed in, once. The nonce is this
   * browser's, so the ID token is validated here and the strategy's own `verify` never decides.
   */
  override async authenticate(request: Request): Promise<SignedIn> {
    const { pathname, search, searchParams } = new URL(request.url)
    if (pathname !== new URL(redirectAddress()).pathname) throw await this.begin(request)
    const state = searchParams.get('state') ?? ''
    const pending = await pendingSignIn(request, state)
    if (!pending) throw new SignInRefused('state')
    if (!searchParams.has('error') && !searchParams.get('code')) throw new SignInRefused('code')
    const { verifier, nonce, returnTo } = pending
    const back = new URL(redirectAddress() + search)
    const tokens = await tokensForCode(this.metadata, back, { state, verifier, nonce }).catch((error) => {
      throw error instanceof AuthorizationResponseError ? new SignInRefused(error.error.slice(0, 100)) : error
    })
    return { ...(await identityIn(this.metadata, tokens)), tokens, returnTo }
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
    if (new URL(request.url).searchParams.get('prompt') === 'login') parameters.set('prompt', 'login')
    const url = await asClient(this.metadata, async (client) => buildAuthorizationUrl(client, parameters))
    const cookie = await rememberSignIn(request, { state, verifier, nonce, address: this.address })
    return redirect(url.href, { headers: { 'set-cookie': cookie } })
  }
}

/**
 * Returns the scopes to request: OIDC_SCOPES as it is, else who the person is, a refresh token and the scope of the
 * services; of the usual ones only those that the provider has, because some refuse everybody who names another.
 */
export function scopesFor({ scopes_supported: supported }: Pick<ServerMetadata, 'scopes_supported'>): string[] {
  const { scopes: chosen, apiScope } = config().oidc
  if (chosen) return chosen
  const usual = ['profile', 'offline_access', 'email'].filter((scope) => supported?.includes(scope) ?? true)
  return ['openid', ...usual, ...apiScope.split(' ').filter(Boolean)]
}

function redirectAddress(): string {
  return `${config().publicOrigin}/login/callback`
}
