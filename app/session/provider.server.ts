/**
 * The OpenID provider, through `openid-client`: its discovery document, its keys, and every call from the console's
 * server to it. In evaluation mode the issuer is an address of the console itself, so these calls are sent directly to
 * the port of the evaluation provider.
 */
import {
  allowInsecureRequests,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  discovery,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  getJwksCache,
  None,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client'
import { config } from '~/config.server'

const timeoutSeconds = 10
const maxReplyBytes = 1024 * 1024
/** Allowed difference between the provider's clock and ours, in seconds. */
const clockToleranceSeconds = 120
const discoveryLifetimeMs = 3_600_000
/** For an unknown key id the library reads the keys again when its copy is at least this old. */
const keysRereadSeconds = 60
const asymmetric = /^(?:RS|PS|ES)\d{3}$|^(?:EdDSA|Ed25519)$/

/** The provider cannot be reached, or its response is unusable. */
export class ProviderUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderUnavailable'
  }
}

/** A client at the provider; the secret is null for a public client. */
export interface OAuthClient {
  clientId: string
  clientSecret: string | null
}

let cached: { metadata: ServerMetadata; until: number } | undefined
let discovering: Promise<ServerMetadata> | undefined
let keys: ExportedJWKSCache | undefined

/** Returns the discovery document of the configured issuer, cached for an hour. Throws `ProviderUnavailable`. */
export async function provider(): Promise<ServerMetadata> {
  if (cached && cached.until > Date.now()) return cached.metadata
  discovering ??= discover().finally(() => {
    discovering = undefined
  })
  const metadata = await discovering
  cached = { metadata, until: Date.now() + discoveryLifetimeMs }
  return metadata
}

/**
 * Runs one call of `openid-client` as a client, by default the console's own. ID tokens are verified with the
 * provider's keys, which are read again as soon as a token has an unknown key id. Throws `ProviderUnavailable`.
 */
export async function asClient<T>(
  metadata: ServerMetadata,
  call: (client: Configuration) => Promise<T>,
  { clientId, clientSecret }: OAuthClient = config().oidc,
): Promise<T> {
  const client = new Configuration(
    metadata,
    clientId,
    { [clockTolerance]: clockToleranceSeconds },
    authentication(metadata, clientSecret),
  )
  client.timeout = timeoutSeconds
  client[customFetch] = fetchProvider
  if (metadata.issuer.startsWith('http:')) allowInsecureRequests(client)
  enableNonRepudiationChecks(client)
  if (keys)
    setJwksCache(client, { ...keys, uat: Math.min(keys.uat, Math.floor(Date.now() / 1000) - keysRereadSeconds) })
  try {
    return await call(client)
  } catch (error) {
    // The library wraps what its `fetch` threw.
    throw error instanceof ClientError && error.cause instanceof ProviderUnavailable ? error.cause : error
  } finally {
    keys = getJwksCache(client) ?? keys
  }
}

/** Returns the ids of the provider's keys when they were last read; undefined before the first sign-in. */
export function knownKeyIds(): (string | undefined)[] | undefined {
  return keys?.jwks.keys.map(({ kid }) => kid)
}

/** Returns the origins a form may be redirected to: the issuer's, and those of its endpoints once discovered. */
export function providerOrigins(): string[] {
  const endpoints = [cached?.metadata.authorization_endpoint, cached?.metadata.end_session_endpoint]
  return [config().oidc.issuer, ...endpoints]
    .filter((address) => typeof address === 'string')
    .map((address) => new URL(address).origin)
}

async function discover(): Promise<ServerMetadata> {
  const { issuer, clientId } = config().oidc
  const address = new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`)
  const metadata = await discovery(address, clientId, undefined, None(), {
    [customFetch]: fetchProvider,
    execute: address.protocol === 'http:' ? [allowInsecureRequests] : [],
    timeout: timeoutSeconds,
  }).then(
    (configuration) => configuration.serverMetadata(),
    (error) => {
      throw error instanceof ProviderUnavailable
        ? error
        : new ProviderUnavailable(`The discovery document of ${issuer} cannot be used`, error)
    },
  )
  if (withoutSlash(metadata.issuer) !== withoutSlash(issuer))
    throw new ProviderUnavailable(`The discovery document names another issuer, ${metadata.issuer}`)
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  if (![authorization_endpoint, token_endpoint, jwks_uri].every(isWebAddress))
    throw new ProviderUnavailable(`The discovery document of ${issuer} has no endpoints`)
  const { supportsPKCE: _, ...document } = metadata
  return {
    ...document,
    // Never `none`, never a shared secret.
    id_token_signing_alg_values_supported: (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter(
      (name) => asymmetric.test(name),
    ),
  }
}

function authentication({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string | null) {
  if (secret === null) return None()
  return (methods ?? ['client_secret_basic']).includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret)
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

/**
 * Sends a request for the library and returns a response it can parse: JSON without a byte order mark and without null
 * members; a token without a type is a bearer token. Throws `ProviderUnavailable` for a response that is not about the
 * request itself.
 */
export async function fetchProvider(address: string, init: object): Promise<Response> {
  const request = init as RequestInit
  const isRead = (request.method ?? 'GET') === 'GET'
  const { status, json } = await fetchJson(address, request)
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
  if (isRefusal && !isRead) {
    const error = typeof json?.error === 'string' ? json.error : `http_${status}`
    return Response.json({ ...json, error }, { status })
  }
  if (status !== 200 || (isRead && !json))
    throw new ProviderUnavailable(`${new URL(address).origin} returned ${status}`)
  return Response.json(isRead ? json : withTokenType(json ?? {}))
}

/** Drops a lifetime that is not a positive number. */
function withTokenType({ token_type = 'Bearer', expires_in, ...rest }: Record<string, unknown>) {
  const lifetime = Number(expires_in)
  return { token_type, ...(lifetime > 0 && Number.isFinite(lifetime) && { expires_in: lifetime }), ...rest }
}

async function fetchJson(
  address: string,
  init: RequestInit,
): Promise<{ status: number; json: Record<string, unknown> | undefined }> {
  try {
    const response = await fetchWithinHost(address, init)
    return { status: response.status, json: parseJson(await textOf(response)) }
  } catch (error) {
    throw new ProviderUnavailable(`The sign-in service at ${new URL(address).origin} does not answer`, error)
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    size += chunk.value.length
    if (size > maxReplyBytes) throw new Error('The response is too large')
    chunks.push(chunk.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const json = JSON.parse(text.replace(/^\uFEFF/, ''))
    return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null))
  } catch {
    return undefined
  }
}

/** Follows up to three redirects of a GET within the same host. */
async function fetchWithinHost(address: string, init: RequestInit): Promise<Response> {
  let at = address
  for (let hop = 0; ; hop += 1) {
    const response = await fetchOnce(at, init)
    const next = (init.method ?? 'GET') === 'GET' && response.status >= 300 ? response.headers.get('location') : null
    if (!next || hop === 3 || !isSameHost(at, new URL(next, at))) return response
    await response.body?.cancel()
    at = new URL(next, at).href
  }
}

/** Returns whether the host and port are the same, or the same host upgraded to https. */
function isSameHost(from: string, to: URL): boolean {
  const { protocol, host, hostname } = new URL(from)
  const isSecured = protocol === 'http:' && to.protocol === 'https:' && to.hostname === hostname
  return isSecured || (to.protocol === protocol && to.host === host)
}

/** A request to the built-in provider is sent to its local port with the public host as forwarded host. */
function fetchOnce(address: string, init: RequestInit): Promise<Response> {
  const { builtInIdentity, publicOrigin } = config()
  const url = new URL(address)
  const request: RequestInit = { ...init, redirect: 'manual' }
  if (!builtInIdentity || url.origin !== publicOrigin) return fetch(address, request)
  const headers = new Headers(init.headers)
  headers.set('x-forwarded-host', url.host)
  headers.set('x-forwarded-proto', url.protocol.slice(0, -1))
  return fetch(builtInIdentity.url + url.pathname + url.search, { ...request, headers })
}
