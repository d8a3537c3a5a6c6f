/** Asking the provider's token endpoint, and what it answers (RFC 6749 §5, OpenID Connect Core §3.1.3). */
import { z } from 'zod'
import { config } from '~/config.server'
import { askProvider, type Provider, ProviderTrouble } from './provider.server'

/** Null is as good as absent; a token of no type is a bearer token. */
const Answer = z.looseObject({
  access_token: z.string().min(1),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .nullish()
    .transform((type) => type ?? 'Bearer'),
  expires_in: z.coerce.number().positive().catch(300),
  refresh_token: z.string().min(1).nullish(),
  id_token: z.string().min(1).nullish(),
  scope: z.string().nullish(),
})

const Refusal = z.looseObject({ error: z.string(), error_description: z.string().optional() })

/** The provider said no: `invalid_grant`, `interaction_required` and the like. */
export class TokenRefused extends Error {
  constructor(readonly code: string) {
    super(`The provider refused: ${code}`)
    this.name = 'TokenRefused'
  }
}

/** One grant at the token endpoint, in the shape that remix-auth hands on. */
export class Tokens {
  readonly data: z.infer<typeof Answer>

  constructor(data: z.infer<typeof Answer>) {
    this.data = data
  }

  tokenType() {
    return this.data.token_type
  }

  accessToken() {
    return this.data.access_token
  }

  accessTokenExpiresInSeconds() {
    return this.data.expires_in
  }

  accessTokenExpiresAt() {
    return new Date(Date.now() + this.data.expires_in * 1000)
  }

  hasRefreshToken() {
    return Boolean(this.data.refresh_token)
  }

  refreshToken() {
    return this.data.refresh_token ?? ''
  }

  hasScopes() {
    return Boolean(this.data.scope)
  }

  scopes() {
    return this.data.scope?.split(' ') ?? []
  }

  idToken() {
    return this.data.id_token ?? ''
  }
}

/** A client at the provider: the console as people sign in to it, unless said. */
export interface Client {
  clientId: string
  clientSecret: string | null
}

/**
 * Sends one grant. Throws TokenRefused when the provider refuses it, ProviderTrouble when the provider is down or
 * answers nonsense.
 */
export async function grant(
  provider: Provider,
  parameters: Record<string, string>,
  client: Client = config().oidc,
): Promise<Tokens> {
  const { status, json } = await askAsClient(provider, provider.tokenEndpoint, parameters, client)
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    throw new TokenRefused(Refusal.safeParse(json).data?.error ?? `http_${status}`)
  }
  const answer = Answer.safeParse(json)
  if (status !== 200 || !answer.success)
    throw new ProviderTrouble(`The token endpoint answered ${status} without tokens`)
  return new Tokens(answer.data)
}

/** Posts to an endpoint of the provider as a client. Throws ProviderTrouble. */
export function askAsClient(
  provider: Provider,
  address: string,
  parameters: Record<string, string>,
  { clientId, clientSecret }: Client = config().oidc,
) {
  const body = new URLSearchParams(parameters)
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' })
  if (clientSecret === null) body.set('client_id', clientId)
  else if (provider.basicAuthentication) headers.set('authorization', basic(clientId, clientSecret))
  else {
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  }
  return askProvider(address, { method: 'POST', headers, body: body.toString() })
}

/** Form-encoded first, as RFC 6749 §2.3.1 asks, so that any character may stand in a secret. */
function basic(id: string, secret: string): string {
  const encoded = [id, secret].map((part) => new URLSearchParams({ part }).toString().slice('part='.length))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}
