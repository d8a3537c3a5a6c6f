/** Revokes a session's tokens at the provider when the session ends (RFC 7009), in the background. */
import { tokenRevocation } from 'openid-client'
import { log } from '~/door/log.server'
import { asClient, ProviderUnavailable, provider } from './provider.server'
import type { StoredTokens } from './stored-tokens.server'

const underWay = new Set<Promise<void>>()

/** Tokens that could not be revoked yet and are retried; the oldest are dropped beyond the limit. */
const retryQueue = new Set<string>()
const maxQueued = 1_000

/**
 * Revokes a refresh token at the provider. Retried later when the provider is unavailable, which is logged once per
 * outage.
 */
export function revokeTokens(tokens: StoredTokens | null): void {
  const token = tokens?.refreshToken
  if (!token) return
  const attempt = revoke(token)
    .catch((error) => {
      if (error instanceof ProviderUnavailable) queueRetry(token, error)
      else log().warn({ problem: messageOf(error) }, 'a refresh token could not be revoked')
    })
    .finally(() => underWay.delete(attempt))
  underWay.add(attempt)
}

/** Retries the queued revocations until the provider is unavailable again. */
export async function retryRevocations(): Promise<void> {
  for (const token of [...retryQueue]) {
    try {
      await revoke(token)
    } catch (error) {
      if (error instanceof ProviderUnavailable) return
      log().warn({ problem: messageOf(error) }, 'a refresh token could not be revoked')
    }
    retryQueue.delete(token)
  }
}

/** Waits for the revocations that this process has started. */
export async function waitForRevocations(): Promise<void> {
  await Promise.all(underWay)
}

function queueRetry(token: string, trouble: ProviderUnavailable): void {
  if (retryQueue.size === 0)
    log().warn({ problem: messageOf(trouble) }, 'refresh tokens cannot be revoked now; revocation is retried later')
  retryQueue.add(token)
  for (const oldest of retryQueue) if (retryQueue.size > maxQueued) retryQueue.delete(oldest)
}

async function revoke(token: string): Promise<void> {
  const metadata = await provider()
  if (!metadata.revocation_endpoint) return
  await asClient(metadata, (client) => tokenRevocation(client, token, { token_type_hint: 'refresh_token' }))
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
