/**
 * remix-auth-microsoft's strategy with the endpoints of the configured issuer's discovery document: Entra, the
 * evaluation provider and any other OpenID provider sign in the same way (design §9).
 */
import { randomBytes } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { MicrosoftStrategy } from 'remix-auth-microsoft'
import { config } from '~/config.server'
import { type Identity, identityIn } from './id-token.server'
import { pendingSignIn, rememberSignIn } from './pending.server'
import type { Provider } from './provider.server'
import { grant, type Tokens } from './tokens.server'

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
    private readonly provider: Provider,
    private readonly address = '',
  ) {
    const { clientId, clientSecret } = config().oidc
    super(
      {
        clientId,
        clientSecret: clientSecret ?? '',
        redirectURI: redirectAddress(),
        scopes: scopesFor(provider),
      },
      () => Promise.reject(new SignInRefused('nonce')),
    )
    this.options = {
      ...this.options,
      authorizationEndpoint: provider.authorizationEndpoint,
      tokenEndpoint: provider.tokenEndpoint,
    }
  }

  /**
   * On the way out: throws the redirect to the provider. On the way back: who signed in, once. The nonce is this
   * browser's, so the ID token is validated here and the strategy's own `verify` never decides.
   */
  override async authenticate(request: Request): Promise<SignedIn> {
    const address = new URL(request.url)
    if (address.pathname !== new URL(redirectAddress()).pathname) throw await this.begin(request)
    const pending = await pendingSignIn(request, address.searchParams.get('state') ?? '')
    if (!pending) throw new SignInRefused('state')
    const issuer = address.searchParams.get('iss')
    if (issuer !== null && issuer !== this.provider.issuer) throw new SignInRefused('issuer')
    const error = address.searchParams.get('error')
    if (error) throw new SignInRefused(error.slice(0, 100))
    const code = address.searchParams.get('code')
    if (!code) throw new SignInRefused('code')
    const tokens = await this.validateAuthorizationCode(code, pending.verifier)
    const given = {
      provider: this.provider,
      idToken: tokens.idToken(),
      nonce: pending.nonce,
      accessToken: tokens.accessToken(),
    }
    return { ...(await identityIn(given)), tokens, returnTo: pending.returnTo }
  }

  private async begin(request: Request): Promise<Response> {
    const { state, codeVerifier, url } = this.createAuthorizationURL()
    const nonce = randomBytes(24).toString('base64url')
    url.search = this.authorizationParams(url.searchParams).toString()
    url.searchParams.set('nonce', nonce)
    url.searchParams.set('response_mode', 'query')
    if (new URL(request.url).searchParams.get('prompt') === 'login') url.searchParams.set('prompt', 'login')
    const cookie = await rememberSignIn(request, { state, verifier: codeVerifier, nonce, address: this.address })
    return redirect(url.toString(), { headers: { 'set-cookie': cookie } })
  }

  protected override validateAuthorizationCode(code: string, codeVerifier: string) {
    return grant(this.provider, {
      grant_type: 'authorization_code',
      code,
      code_verifier: codeVerifier,
      redirect_uri: redirectAddress(),
    })
  }

  /** Asks for no scopes: some providers refuse a refresh that names them. */
  override refreshToken(refreshToken: string) {
    return grant(this.provider, { grant_type: 'refresh_token', refresh_token: refreshToken })
  }
}

/**
 * What is asked for: OIDC_SCOPES as it is, else who the person is, a refresh token and the scope of the services; of
 * the usual ones only those that the provider has, because some refuse everybody who asks for another.
 */
export function scopesFor({ scopes }: Pick<Provider, 'scopes'>): string[] {
  const { scopes: chosen, apiScope } = config().oidc
  if (chosen) return chosen
  const usual = ['profile', 'offline_access', 'email'].filter((scope) => scopes?.includes(scope) ?? true)
  return ['openid', ...usual, ...apiScope.split(' ').filter(Boolean)]
}

function redirectAddress(): string {
  return `${config().publicOrigin}/login/callback`
}
