/** Telling the provider that a session's tokens are over, whatever ended it (RFC 7009). Nobody waits for the answer. */
import { log } from '~/door/log.server'
import type { KeptTokens } from './kept-tokens.server'
import { provider } from './provider.server'
import { askAsClient } from './tokens.server'

const underWay = new Set<Promise<void>>()

/** Asks the provider to forget a refresh token; trouble with it is logged and no more. */
export function revokeTokens(tokens: KeptTokens | null): void {
  const token = tokens?.refreshToken
  if (!token) return
  const asked = revoke(token)
    .catch((error) => log().warn({ err: error }, 'a refresh token could not be revoked'))
    .finally(() => underWay.delete(asked))
  underWay.add(asked)
}

/** Waits for what this process has asked so far. */
export async function revocationsDone(): Promise<void> {
  await Promise.all(underWay)
}

async function revoke(token: string): Promise<void> {
  const known = await provider()
  if (!known.revocationEndpoint) return
  const { status } = await askAsClient(known, known.revocationEndpoint, { token, token_type_hint: 'refresh_token' })
  if (status !== 200) throw new Error(`The provider answered ${status}`)
}
