/** Revokes a session's tokens at the provider when the session ends (RFC 7009), in the background. */
import { ClientError, tokenRevocation } from 'openid-client'
import { log } from '~/door/log.server'
import type { KeptTokens } from './kept-tokens.server'
import { asClient, ProviderTrouble, provider } from './provider.server'

const underWay = new Set<Promise<void>>()

/** Tokens that could not be revoked yet and are retried; the oldest are dropped beyond the limit. */
const waiting = new Set<string>()
const mostWaiting = 1_000

/**
 * Revokes a refresh token at the provider. Retried later when the provider is unavailable, which is logged once per
 * outage.
 */
export function revokeTokens(tokens: KeptTokens | null): void {
  const token = tokens?.refreshToken
  if (!token) return
  const asked = revoke(token)
    .catch((error) => {
      if (error instanceof ProviderTrouble) keep(token, error)
      else log().warn({ problem: messageOf(error) }, 'a refresh token could not be revoked')
    })
    .finally(() => underWay.delete(asked))
  underWay.add(asked)
}

/** Retries the queued revocations until the provider is unavailable again. */
export async function revokeWaiting(): Promise<void> {
  for (const token of [...waiting]) {
    try {
      await revoke(token)
    } catch (error) {
      if (error instanceof ProviderTrouble) return
      log().warn({ problem: messageOf(error) }, 'a refresh token could not be revoked')
    }
    waiting.delete(token)
  }
}

/** Waits for the revocations that this process has started. */
export async function revocationsDone(): Promise<void> {
  await Promise.all(underWay)
}

function keep(token: string, trouble: ProviderTrouble): void {
  if (waiting.size === 0)
    log().warn({ problem: messageOf(trouble) }, 'refresh tokens cannot be revoked now and are revoked later')
  waiting.add(token)
  for (const oldest of waiting) if (waiting.size > mostWaiting) waiting.delete(oldest)
}

async function revoke(token: string): Promise<void> {
  const metadata = await provider()
  if (!metadata.revocation_endpoint) return
  await asClient(metadata, (client) => tokenRevocation(client, token, { token_type_hint: 'refresh_token' })).catch(
    (error) => {
      throw error instanceof ClientError && error.cause instanceof ProviderTrouble ? error.cause : error
    },
  )
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
