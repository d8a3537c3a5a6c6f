/** The tokens of a session in the store: sealed, and deleted when the session ends. */
import { z } from 'zod'
import { open, seal } from './seal.server'
import type { Tokens } from './tokens.server'

const purpose = 'session tokens'
/** Validity of an access token whose provider does not state it. */
const assumedLifetimeSeconds = 300

export const StoredTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Sent to the provider at sign-out as `id_token_hint`; not used otherwise. */
  idToken: z.string().nullable().default(null),
  /** Validity of the access token when it was issued, in milliseconds. */
  lasts: z.number(),
})
export type StoredTokens = z.infer<typeof StoredTokens>

/** Returns what to store of a grant; a refresh without a new refresh or ID token keeps the previous one. */
export function storedTokens(tokens: Tokens, before: StoredTokens | null): StoredTokens {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
    idToken: tokens.id_token ?? before?.idToken ?? null,
    lasts: (tokens.expires_in ?? assumedLifetimeSeconds) * 1000,
  }
}

export function sealTokens(tokens: StoredTokens): string {
  return seal(JSON.stringify(tokens), purpose)
}

/** Returns the tokens, or null when there are none or no secret of this console opens them. */
export function openTokens(sealed: string | null): StoredTokens | null {
  const text = sealed && open(sealed, purpose)
  return text ? StoredTokens.parse(JSON.parse(text)) : null
}
