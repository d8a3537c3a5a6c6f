/** The grants of the provider's token endpoint (RFC 6749), through `openid-client`, with errors by cause. */
import {
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  type CustomFetch,
  clientCredentialsGrant,
  customFetch,
  ResponseBodyError,
  refreshTokenGrant,
  type ServerMetadata,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import { asClient, fetchProvider, type OAuthClient, ProviderUnavailable } from './provider.server'

export type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

/** The provider rejected the request: `invalid_grant`, `interaction_required` and the like. */
export class TokenRefused extends Error {
  constructor(readonly code: string) {
    super(`The provider rejected the request: ${code}`)
    this.name = 'TokenRefused'
  }
}

/** The ID token is invalid for this sign-in. */
export class BadIdToken extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The ID token was rejected: ${reason}`, { cause })
    this.name = 'BadIdToken'
  }
}

/**
 * Returns the tokens for the authorization code in `address`, with an ID token that is valid for this sign-in (OpenID
 * Connect Core §3.1.3.7). Throws `AuthorizationResponseError`, `TokenRefused`, `BadIdToken` or `ProviderUnavailable`.
 */
export function tokensForCode(
  metadata: ServerMetadata,
  address: URL,
  signIn: { state: string; verifier: string; nonce: string },
): Promise<Tokens> {
  return requestTokens(metadata, (client) =>
    authorizationCodeGrant(client, address, {
      expectedState: signIn.state,
      expectedNonce: signIn.nonce,
      pkceCodeVerifier: signIn.verifier,
      idTokenExpected: true,
    }),
  )
}

/**
 * Returns new tokens for a refresh token, without an ID token: who signed in is known, and a clock that differs must not
 * end a session. Names no scopes: some providers refuse a refresh that does. Throws `TokenRefused` or
 * `ProviderUnavailable`.
 */
export function tokensForRefresh(metadata: ServerMetadata, refreshToken: string): Promise<Tokens> {
  return requestTokens(metadata, (client) => {
    client[customFetch] = fetchWithoutIdToken
    return refreshTokenGrant(client, refreshToken)
  })
}

const fetchWithoutIdToken: CustomFetch = async (address, init) => {
  const response = await fetchProvider(address, init)
  if (!response.ok) return response
  const { id_token: _, ...tokens } = await response.json()
  return Response.json(tokens)
}

/** Returns tokens of a client without a person (RFC 6749 §4.4). Throws `TokenRefused` or `ProviderUnavailable`. */
export function tokensForClient(metadata: ServerMetadata, client: OAuthClient, scope: string): Promise<Tokens> {
  return requestTokens(metadata, (one) => clientCredentialsGrant(one, { scope }), client)
}

async function requestTokens(
  metadata: ServerMetadata,
  grant: (client: Configuration) => Promise<Tokens>,
  client?: OAuthClient,
): Promise<Tokens> {
  try {
    return await asClient(metadata, grant, client)
  } catch (error) {
    throw reasonOf(error)
  }
}

/** Returns the cause of an error of the library; a response without an access token says nothing about the ID token. */
function reasonOf(error: unknown): unknown {
  if (error instanceof ResponseBodyError) return new TokenRefused(error.error)
  if (!(error instanceof ClientError)) return error
  const isTimeout = error.code === 'OAUTH_TIMEOUT' || error.code === undefined
  if (isTimeout) return new ProviderUnavailable('The sign-in service does not answer', error)
  if (/access_token|token_type/.test(String(error.cause)))
    return new ProviderUnavailable('The token endpoint returned no tokens', error)
  return new BadIdToken(error.code ?? error.message, error)
}
