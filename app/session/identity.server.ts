/** The person in a validated ID token (OpenID Connect Core §5.1). */
import { fetchUserInfo, type ServerMetadata } from 'openid-client'
import { z } from 'zod'
import { config } from '~/config.server'
import { asClient } from './provider.server'
import { BadIdToken, type Tokens } from './tokens.server'

/** A person as the provider describes them. (issuer, subject) identifies the person; the rest is for display. */
export const SignedInPerson = z.object({
  issuer: z.string(),
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  /** A visitor of an evaluation without an account, who sees the wall view only. */
  isGuest: z.boolean().optional(),
})
export type SignedInPerson = z.infer<typeof SignedInPerson>

const shortText = z.string().max(320).optional().catch(undefined)
const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  name: shortText,
  email: shortText,
  preferred_username: shortText,
  locale: shortText,
  plantroom_guest: z.boolean().optional().catch(undefined),
})
type Claims = z.infer<typeof Claims>

export interface Identity {
  person: SignedInPerson
  /** The language in the provider's profile. */
  locale: string | null
}

/**
 * Returns the person in a validated ID token, completed from userinfo when name or email is missing. Throws
 * `BadIdToken` when the token has no subject, or another authorized party.
 */
export async function readIdentity(metadata: ServerMetadata, tokens: Tokens): Promise<Identity> {
  const claims = claimsOf(tokens)
  const profile =
    claims.name && claims.email ? claims : { ...(await userinfo(metadata, tokens, claims.sub)), ...present(claims) }
  return {
    person: {
      issuer: metadata.issuer,
      subject: claims.sub,
      name: profile.name ?? profile.preferred_username ?? profile.email ?? claims.sub,
      email: profile.email ?? null,
      username: profile.preferred_username ?? null,
      ...(config().evaluation && profile.plantroom_guest && { isGuest: true }),
    },
    locale: profile.locale ?? null,
  }
}

function claimsOf(tokens: Tokens): Claims {
  const claims = Claims.safeParse(tokens.claims())
  if (!claims.success) throw new BadIdToken('sub')
  const { azp } = claims.data
  if (azp !== undefined && azp !== config().oidc.clientId) throw new BadIdToken('azp')
  return claims.data
}

/** Some providers return name and email only from userinfo; without userinfo people can still sign in. */
async function userinfo(metadata: ServerMetadata, tokens: Tokens, subject: string): Promise<Partial<Claims>> {
  if (!metadata.userinfo_endpoint) return {}
  const answer = await asClient(metadata, (client) => fetchUserInfo(client, tokens.access_token, subject)).catch(
    () => ({}),
  )
  const claims = Claims.safeParse(answer)
  return claims.success ? claims.data : {}
}

function present(claims: Claims): Partial<Claims> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}
