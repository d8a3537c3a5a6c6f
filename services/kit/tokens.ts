/** From bearer token to claims: JWT access tokens of the issuer, and opaque ones by asking it (design §9). */
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { refuse } from './refusal'
import type { Settings } from './settings'

export interface Claims {
  issuer: string
  subject: string
  /** Only when the issuer says that it is verified. */
  email: string | null
  username: string | null
  name: string | null
}

export interface Tokens {
  /** Refuses with 4001 what is not a valid token for this API, with 5003 when the issuer cannot be asked. */
  claimsOf(bearer: string): Promise<Claims>
  /** Who the issuer's userinfo endpoint says it is; null when it does not accept the token there. */
  askIssuer(bearer: string): Promise<Claims | null>
}

const Discovery = z.looseObject({ jwks_uri: z.url(), userinfo_endpoint: z.url().optional() })
const Person = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  preferred_username: z.string().optional(),
  name: z.string().optional(),
})

/** Signatures only a holder of a private key can make; `none` and shared secrets are never accepted. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const keepAnswersFor = 60_000
const issuerTimeout = 5_000

export function createTokens(settings: Pick<Settings, 'issuer' | 'issuerAddress' | 'apiAudience'>): Tokens {
  const { issuer, issuerAddress, apiAudience } = settings
  const answers = new LRUCache<string, { claims: Claims | null }>({ max: 10_000, ttl: keepAnswersFor })
  const verified = new LRUCache<string, { claims: Claims; until: number }>({ max: 10_000, ttl: keepAnswersFor })
  let discovered: { keys: JWTVerifyGetKey; userinfo: string | undefined } | undefined

  /** The provider in this process calls itself by the public origin, which only its neighbours' door answers. */
  const reachable = (address: string) =>
    address.startsWith(`${issuer}/`) ? issuerAddress + address.slice(issuer.length) : address

  const discover = async () => {
    if (discovered) return discovered
    const response = await fetchFromIssuer(`${issuerAddress}/.well-known/openid-configuration`)
    const document = Discovery.safeParse(response.ok ? await response.json().catch(() => null) : null)
    if (!document.success) refuse(5003, { retryAfter: 2 })
    const { jwks_uri, userinfo_endpoint } = document.data
    discovered = {
      keys: createRemoteJWKSet(new URL(reachable(jwks_uri)), { timeoutDuration: issuerTimeout }),
      userinfo: userinfo_endpoint && reachable(userinfo_endpoint),
    }
    return discovered
  }

  const toClaims = ({ sub, email, email_verified, preferred_username, name }: z.infer<typeof Person>): Claims => ({
    issuer,
    subject: sub,
    email: email && email_verified === true ? email.toLowerCase() : null,
    username: preferred_username ?? null,
    name: name ?? null,
  })

  const askIssuer = async (bearer: string): Promise<Claims | null> => {
    const key = createHash('sha256').update(bearer).digest('base64')
    const known = answers.get(key)
    if (known) return known.claims
    const { userinfo } = await discover()
    if (!userinfo) return null
    const response = await fetchFromIssuer(userinfo, {
      headers: { authorization: `Bearer ${bearer}`, accept: 'application/json' },
    })
    if (response.status >= 500) refuse(5003, { retryAfter: 2 })
    const person = Person.safeParse(response.ok ? await response.json().catch(() => null) : null)
    const claims = person.success ? toClaims(person.data) : null
    answers.set(key, { claims })
    return claims
  }

  return {
    askIssuer,
    async claimsOf(bearer) {
      if (bearer.split('.').length !== 3) return (await askIssuer(bearer)) ?? refuse(4001)
      const key = createHash('sha256').update(bearer).digest('base64')
      const known = verified.get(key)
      if (known && Date.now() < known.until) return known.claims
      const { keys } = await discover()
      try {
        const { payload } = await jwtVerify(bearer, keys, {
          // Providers differ in whether their name ends in a slash; people write it either way.
          issuer: [issuer, `${issuer}/`],
          audience: apiAudience,
          algorithms,
          requiredClaims: ['exp', 'sub'],
        })
        const person = Person.safeParse(payload)
        if (!person.success) refuse(4001)
        const claims = toClaims(person.data)
        verified.set(key, { claims, until: (payload.exp ?? 0) * 1_000 })
        return claims
      } catch (error) {
        if (error instanceof errors.JWKSTimeout) refuse(5003, { retryAfter: 2 })
        if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') refuse(4001)
        if (error instanceof errors.JOSEError || error instanceof TypeError) refuse(5003, { retryAfter: 2 })
        throw error
      }
    },
  }
}

async function fetchFromIssuer(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(issuerTimeout) })
  } catch {
    return refuse(5003, { retryAfter: 2 })
  }
}
