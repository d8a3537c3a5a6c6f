/**
 * The OpenID provider: its discovery document, its keys, and every call the console's server makes to it. In
 * evaluation mode the issuer is an address of the console itself, so server-side calls go straight to where the
 * evaluation provider listens.
 */
import { createRemoteJWKSet, customFetch } from 'jose'
import { z } from 'zod'
import { config } from '~/config.server'

const timeout = 10_000
const largestAnswer = 1024 * 1024

const Endpoint = z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))

const Discovery = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: Endpoint,
  token_endpoint: Endpoint,
  jwks_uri: Endpoint,
  userinfo_endpoint: Endpoint.nullish(),
  revocation_endpoint: Endpoint.nullish(),
  end_session_endpoint: Endpoint.nullish(),
  id_token_signing_alg_values_supported: listElse(['RS256']),
  scopes_supported: z.array(z.string()).nullish(),
  token_endpoint_auth_methods_supported: listElse(['client_secret_basic']),
})

/** A list that providers leave out, or write null for, when it is what the specification says anyway. */
function listElse(usual: string[]) {
  return z
    .array(z.string())
    .nullish()
    .transform((list) => list ?? usual)
}

export interface Provider {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  userinfoEndpoint: string | null
  revocationEndpoint: string | null
  endSessionEndpoint: string | null
  /** Signature algorithms an ID token may have; never `none`, never a shared secret. */
  algorithms: string[]
  basicAuthentication: boolean
  /** What may be asked for; null when the provider does not say. */
  scopes: string[] | null
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** The provider cannot be reached, or answers nonsense. */
export class ProviderTrouble extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderTrouble'
  }
}

let known: { provider: Provider; until: number } | undefined
let asking: Promise<Provider> | undefined

/** The provider as its discovery document describes it, believed for an hour. Throws ProviderTrouble. */
export async function provider(): Promise<Provider> {
  if (known && known.until > Date.now()) return known.provider
  asking ??= discover().finally(() => {
    asking = undefined
  })
  const provider = await asking
  known = { provider, until: Date.now() + 3_600_000 }
  return provider
}

async function discover(): Promise<Provider> {
  const { issuer } = config().oidc
  const { status, json } = await askProvider(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const parsed = Discovery.safeParse(json)
  if (status !== 200 || !parsed.success) throw new ProviderTrouble(`The discovery document of ${issuer} cannot be used`)
  const document = parsed.data
  if (document.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new ProviderTrouble(`The discovery document names another issuer, ${document.issuer}`)
  return {
    issuer: document.issuer,
    authorizationEndpoint: document.authorization_endpoint,
    tokenEndpoint: document.token_endpoint,
    userinfoEndpoint: document.userinfo_endpoint ?? null,
    revocationEndpoint: document.revocation_endpoint ?? null,
    endSessionEndpoint: document.end_session_endpoint ?? null,
    algorithms: document.id_token_signing_alg_values_supported.filter((name) =>
      /^(?:RS|PS|ES)\d{3}$|^(?:EdDSA|Ed25519)$/.test(name),
    ),
    basicAuthentication: document.token_endpoint_auth_methods_supported.includes('client_secret_basic'),
    scopes: document.scopes_supported ?? null,
    keys: createRemoteJWKSet(new URL(document.jwks_uri), {
      timeoutDuration: timeout,
      cooldownDuration: 0,
      [customFetch]: askIssuer,
    }),
  }
}

/** One call to the provider: 10 s, 1 MiB, redirects followed to its own host only. Throws ProviderTrouble when nothing usable comes back. */
export async function askProvider(address: string, init: RequestInit = {}): Promise<{ status: number; json: unknown }> {
  try {
    const response = await askIssuer(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    return { status: response.status, json: parsed(await limited(response)) }
  } catch (error) {
    throw new ProviderTrouble(`The sign-in service at ${new URL(address).origin} does not answer`, error)
  }
}

async function limited(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    size += piece.value.length
    if (size > largestAnswer) throw new Error('The answer is too large')
    pieces.push(piece.value)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Asks, and asks again where a read is sent on within its host. */
async function askIssuer(address: string, init: RequestInit): Promise<Response> {
  let at = address
  for (let hop = 0; ; hop += 1) {
    const response = await askOnce(at, init)
    const next = (init.method ?? 'GET') === 'GET' && response.status >= 300 ? response.headers.get('location') : null
    if (!next || hop === 3 || !isSameHost(at, new URL(next, at))) return response
    await response.body?.cancel()
    at = new URL(next, at).href
  }
}

/** The same host and port, or the same host over https from now on. */
function isSameHost(from: string, to: URL): boolean {
  const { protocol, host, hostname } = new URL(from)
  const isSecured = protocol === 'http:' && to.protocol === 'https:' && to.hostname === hostname
  return isSecured || (to.protocol === protocol && to.host === host)
}

/** In evaluation mode the provider is asked where it listens, under the name people see. */
function askOnce(address: string, init: RequestInit): Promise<Response> {
  const { evaluation, publicOrigin } = config()
  const url = new URL(address)
  if (!evaluation || url.origin !== publicOrigin) return fetch(address, init)
  const headers = new Headers(init.headers)
  headers.set('x-forwarded-host', url.host)
  headers.set('x-forwarded-proto', url.protocol.slice(0, -1))
  return fetch(evaluation.identityUrl + url.pathname + url.search, { ...init, headers })
}

/** The origins a form may be led to: the issuer's, and those of its endpoints once they are known. */
export function providerOrigins(): string[] {
  const { issuer } = config().oidc
  const endpoints = [known?.provider.authorizationEndpoint, known?.provider.endSessionEndpoint]
  return [issuer, ...endpoints]
    .filter((address) => typeof address === 'string')
    .map((address) => new URL(address).origin)
}
