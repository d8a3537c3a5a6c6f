/**
 * Claims of bearer tokens: JWT access tokens of the issuer, and opaque ones by introspection at the issuer (design §9).
 */
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { fail } from './api-error'
import type { ServiceSettings } from './settings'

export interface Claims {
  issuer: string
  subject: string
  /** Only when the issuer reports it as verified. */
  email: string | null
  username: string | null
  /** The client that the token was issued to. */
  clientId: string | null
  name: string | null
  /** Whether the token allows reads only. */
  isGuest: boolean
}

type Keys = ReturnType<typeof createRemoteJWKSet>

export interface TokenVerifier {
  /**
   * Returns the claims. Throws 4001 for a token that is not valid for this API, 5003 when the issuer is unavailable.
   */
  claimsOf(bearer: string): Promise<Claims>
  /** Returns the claims of the issuer's userinfo endpoint; null when it rejects the token. */
  fetchUserinfo(bearer: string): Promise<Claims | null>
}

const Discovery = z.looseObject({ jwks_uri: z.url(), userinfo_endpoint: z.url().nullish() })
/** Providers send null for unknown values, and some of them booleans as text. */
const Person = z.looseObject({
  sub: z.string().min(1),
  email: z.string().nullish(),
  email_verified: z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).nullish(),
  preferred_username: z.string().nullish(),
  client_id: z.string().nullish().catch(null),
  azp: z.string().nullish().catch(null),
  name: z.string().nullish(),
  plantroom_guest: z.boolean().nullish().catch(null),
})

/** Signatures that only the owner of a private key can create; `none` and shared secrets are never accepted. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const cacheTtlMs = 60_000
/** Seconds by which the issuer's clock may differ from ours. */
const clockToleranceSeconds = 120
/** An unknown key id triggers a new fetch of the keys, at most once in this time (ms). */
const unknownKeyTtlMs = 30_000
const issuerTimeoutMs = 5_000

type TokenSettings = Pick<ServiceSettings, 'issuer' | 'issuerAddress' | 'apiAudience' | 'usernameIsEmail'>

export function createTokens(settings: TokenSettings): TokenVerifier {
  const { issuer, issuerAddress, apiAudience, usernameIsEmail } = settings
  const userinfoCache = new LRUCache<string, { claims: Claims | null }>({ max: 10_000, ttl: cacheTtlMs })
  const verified = new LRUCache<string, { claims: Claims; until: number }>({ max: 10_000, ttl: cacheTtlMs })
  const unknownKeys = new LRUCache<string, true>({ max: 1_000, ttl: unknownKeyTtlMs })
  let discovered: { keys: Keys; userinfo: string | null | undefined } | undefined

  /** The provider in this process is named after the public origin, which only the proxy beside it serves. */
  const reachable = (address: string) =>
    address.startsWith(`${issuer}/`) ? issuerAddress + address.slice(issuer.length) : address

  const discover = async () => {
    if (discovered) return discovered
    const response = await fetchFromIssuer(`${issuerAddress}/.well-known/openid-configuration`)
    const document = Discovery.safeParse(response.ok ? await response.json().catch(() => null) : null)
    if (!document.success) fail(5003, { retryAfterSeconds: 2 })
    const { jwks_uri, userinfo_endpoint } = document.data
    discovered = {
      keys: createRemoteJWKSet(new URL(reachable(jwks_uri)), { timeoutDuration: issuerTimeoutMs }),
      userinfo: userinfo_endpoint && reachable(userinfo_endpoint),
    }
    return discovered
  }

  const addressIn = (username: string | null | undefined) =>
    usernameIsEmail && username && /^[^@\s]+@[^@\s]+$/.test(username) ? username : null

  /** Fetches recently rotated keys again, regardless of the library's own cooldown. */
  const verify = async (bearer: string) => {
    const { keys } = await discover()
    const attempt = () =>
      jwtVerify(bearer, keys, {
        // Providers differ in the trailing slash of their name; people write it either way.
        issuer: [issuer, `${issuer}/`],
        audience: apiAudience,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub'],
      })
    try {
      return await attempt()
    } catch (error) {
      const kid = error instanceof errors.JWKSNoMatchingKey ? (decodeProtectedHeader(bearer).kid ?? '') : undefined
      if (kid === undefined || unknownKeys.has(kid)) throw error
      unknownKeys.set(kid, true)
      await keys.reload()
      return attempt()
    }
  }

  const toClaims = ({
    sub,
    email,
    email_verified,
    preferred_username,
    client_id,
    azp,
    name,
    plantroom_guest,
  }: z.infer<typeof Person>): Claims => ({
    issuer,
    subject: sub,
    email: (email && email_verified === true ? email : addressIn(preferred_username))?.toLowerCase() ?? null,
    username: preferred_username ?? null,
    clientId: client_id ?? azp ?? null,
    name: name ?? null,
    isGuest: plantroom_guest === true,
  })

  const fetchUserinfo = async (bearer: string): Promise<Claims | null> => {
    const key = createHash('sha256').update(bearer).digest('base64')
    const cached = userinfoCache.get(key)
    if (cached) return cached.claims
    const { userinfo } = await discover()
    if (!userinfo) return null
    const response = await fetchFromIssuer(userinfo, {
      headers: { authorization: `Bearer ${bearer}`, accept: 'application/json' },
    })
    if (response.status >= 500) fail(5003, { retryAfterSeconds: 2 })
    const person = Person.safeParse(response.ok ? await response.json().catch(() => null) : null)
    const claims = person.success ? toClaims(person.data) : null
    userinfoCache.set(key, { claims })
    return claims
  }

  return {
    fetchUserinfo,
    async claimsOf(bearer) {
      if (bearer.split('.').length !== 3) return (await fetchUserinfo(bearer)) ?? fail(4001)
      const key = createHash('sha256').update(bearer).digest('base64')
      const cached = verified.get(key)
      if (cached && Date.now() < cached.until) return cached.claims
      try {
        const { payload } = await verify(bearer)
        const person = Person.safeParse(payload)
        if (!person.success) fail(4001)
        const claims = toClaims(person.data)
        verified.set(key, { claims, until: ((payload.exp ?? 0) + clockToleranceSeconds) * 1_000 })
        return claims
      } catch (error) {
        if (error instanceof errors.JWKSTimeout) fail(5003, { retryAfterSeconds: 2 })
        if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') fail(4001)
        if (error instanceof errors.JOSEError || error instanceof TypeError) fail(5003, { retryAfterSeconds: 2 })
        throw error
      }
    },
  }
}

/** Follows redirects of the issuer within its host. */
async function fetchFromIssuer(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    const response = await fetch(address, { ...init, redirect: 'follow', signal: AbortSignal.timeout(issuerTimeoutMs) })
    if (new URL(response.url).hostname === new URL(address).hostname) return response
  } catch {
    return fail(5003, { retryAfterSeconds: 2 })
  }
  return fail(5003, { retryAfterSeconds: 2 })
}
