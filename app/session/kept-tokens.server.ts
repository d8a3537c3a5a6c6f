/** The tokens of a session as the store keeps them: sealed, and gone from the moment the session ends. */
import { z } from 'zod'
import { open, seal } from './seal.server'
import type { Tokens } from './tokens.server'

const purpose = 'session tokens'
/** Of an access token whose provider does not say. */
const assumedLifetimeSeconds = 300

export const KeptTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Proof for the provider of who leaves at sign-out; nothing else is done with it. */
  idToken: z.string().nullable().default(null),
  /** How long the access token was given for, in milliseconds. */
  lasts: z.number(),
})
export type KeptTokens = z.infer<typeof KeptTokens>

/** What is kept of a grant; a refresh that brings no new refresh or ID token keeps the old one. */
export function keptTokens(tokens: Tokens, before: KeptTokens | null): KeptTokens {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
    idToken: tokens.id_token ?? before?.idToken ?? null,
    lasts: (tokens.expires_in ?? assumedLifetimeSeconds) * 1000,
  }
}

export function sealTokens(tokens: KeptTokens): string {
  return seal(JSON.stringify(tokens), purpose)
}

/** Null when there are none, or none that a secret of this console opens. */
export function openTokens(sealed: string | null): KeptTokens | null {
  const text = sealed && open(sealed, purpose)
  return text ? KeptTokens.parse(JSON.parse(text)) : null
}
