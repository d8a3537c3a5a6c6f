/** Who the provider says signed in (OpenID Connect Core §5.1). */
import { fetchUserInfo, type ServerMetadata } from 'openid-client'
import { z } from 'zod'
import { config } from '~/config.server'
import { asClient } from './provider.server'
import { BadIdToken, type Tokens } from './tokens.server'

/** A person as their provider names them; (issuer, subject) is who they are, the rest is for reading. */
export const SignedInPerson = z.object({
  issuer: z.string(),
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  username: z.string().nullable(),
})
export type SignedInPerson = z.infer<typeof SignedInPerson>

const shortText = z.string().max(320).optional().catch(undefined)
const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  name: shortText,
  email: shortText,
  preferred_username: shortText,
  locale: shortText,
})
type Claims = z.infer<typeof Claims>

export interface Identity {
  person: SignedInPerson
  /** The profile's language, as the provider knows it. */
  locale: string | null
}

/**
 * Returns who a validated ID token names, completed from userinfo when it says too little. Throws `BadIdToken` for a
 * token of no subject, or of another authorized party.
 */
export async function identityIn(metadata: ServerMetadata, tokens: Tokens): Promise<Identity> {
  const claims = claimsOf(tokens)
  const said =
    claims.name && claims.email ? claims : { ...(await userinfo(metadata, tokens, claims.sub)), ...present(claims) }
  return {
    person: {
      issuer: metadata.issuer,
      subject: claims.sub,
      name: said.name ?? said.preferred_username ?? said.email ?? claims.sub,
      email: said.email ?? null,
      username: said.preferred_username ?? null,
    },
    locale: said.locale ?? null,
  }
}

function claimsOf(tokens: Tokens): Claims {
  const claims = Claims.safeParse(tokens.claims())
  if (!claims.success) throw new BadIdToken('sub')
  const { azp } = claims.data
  if (azp !== undefined && azp !== config().oidc.clientId) throw new BadIdToken('azp')
  return claims.data
}

/** Some providers keep name and email for userinfo; one that has none still signs people in. */
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
