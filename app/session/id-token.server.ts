/** Who the provider says signed in (OpenID Connect Core §3.1.3.7, §5.1). */
import { jwtVerify } from 'jose'
import { z } from 'zod'
import { config } from '~/config.server'
import { askProvider, type Provider, ProviderTrouble } from './provider.server'

/** A person as their provider names them; (issuer, subject) is who they are, the rest is for reading. */
export const SignedInPerson = z.object({
  issuer: z.string(),
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  username: z.string().nullable(),
})
export type SignedInPerson = z.infer<typeof SignedInPerson>

/** Seconds by which the provider's clock may differ from ours. */
const clockTolerance = 120

const shortText = z.string().max(320).optional().catch(undefined)
const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  name: shortText,
  email: shortText,
  preferred_username: shortText,
  locale: shortText,
})
type Claims = z.infer<typeof Claims>

/** The ID token is not one this sign-in can accept. */
export class BadIdToken extends Error {
  constructor(reason: string) {
    super(`The ID token was refused: ${reason}`)
    this.name = 'BadIdToken'
  }
}

export interface Identity {
  person: SignedInPerson
  /** The profile's language, as the provider knows it. */
  locale: string | null
}

/**
 * Validates an ID token (signature, iss, aud, exp, nonce, azp) and completes it from userinfo when it says too
 * little. Throws BadIdToken, or ProviderTrouble when the keys cannot be had.
 */
export async function identityIn(given: {
  provider: Provider
  idToken: string
  nonce: string
  accessToken: string
}): Promise<Identity> {
  const claims = await validClaims(given)
  const told = claims.name && claims.email ? claims : { ...(await userinfo(given, claims.sub)), ...present(claims) }
  return {
    person: {
      issuer: given.provider.issuer,
      subject: claims.sub,
      name: told.name ?? told.preferred_username ?? told.email ?? claims.sub,
      email: told.email ?? null,
      username: told.preferred_username ?? null,
    },
    locale: told.locale ?? null,
  }
}

async function validClaims({
  provider,
  idToken,
  nonce,
}: {
  provider: Provider
  idToken: string
  nonce: string
}): Promise<Claims> {
  const { clientId } = config().oidc
  const payload = await verified(provider, idToken, clientId)
  if (payload.nonce !== nonce) throw new BadIdToken('nonce')
  const several = Array.isArray(payload.aud) && payload.aud.length > 1
  if (several && payload.azp === undefined) throw new BadIdToken('azp')
  if (payload.azp !== undefined && payload.azp !== clientId) throw new BadIdToken('azp')
  const claims = Claims.safeParse(payload)
  if (!claims.success) throw new BadIdToken('sub')
  return claims.data
}

async function verified(provider: Provider, idToken: string, clientId: string) {
  try {
    const { payload } = await jwtVerify(idToken, provider.keys, {
      issuer: provider.issuer,
      audience: clientId,
      algorithms: provider.algorithms,
      clockTolerance,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    return payload
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    if (code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC' || code === 'unreadable') {
      throw new ProviderTrouble('The provider’s keys cannot be read', error)
    }
    throw new BadIdToken(code)
  }
}

/** Some providers keep name and email for userinfo; one that has none still signs people in. */
async function userinfo(
  { provider, accessToken }: { provider: Provider; accessToken: string },
  subject: string,
): Promise<Partial<Claims>> {
  if (!provider.userinfoEndpoint) return {}
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` }
  const answer = await askProvider(provider.userinfoEndpoint, { headers }).catch(() => null)
  const claims = Claims.safeParse(answer?.json)
  return answer?.status === 200 && claims.success && claims.data.sub === subject ? claims.data : {}
}

function present(claims: Claims): Partial<Claims> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}
