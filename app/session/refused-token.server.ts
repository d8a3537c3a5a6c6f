/** Describes an access token that the services rejected: enough to find the cause, without the token itself. */
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { config } from '~/config.server'
import { knownKeyIds, provider } from './provider.server'

export interface TokenSummary {
  issuer: unknown
  audience: unknown
  algorithm: unknown
  keyId: unknown
}

/** Returns the token's header and claims (null when it is no JWT) and what the console is configured to expect. */
export async function describeToken(token: string): Promise<{ given: TokenSummary | null; wanted: TokenSummary }> {
  const { issuer, apiAudience } = config().oidc
  const metadata = await provider().catch(() => null)
  return {
    given: summaryOf(token),
    wanted: {
      issuer: metadata?.issuer ?? issuer,
      audience: apiAudience,
      algorithm: metadata?.id_token_signing_alg_values_supported,
      keyId: knownKeyIds(),
    },
  }
}

function summaryOf(token: string): TokenSummary | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    const { iss, aud } = decodeJwt(token)
    return { issuer: short(iss), audience: short(aud), algorithm: short(alg), keyId: short(kid) }
  } catch {
    return null
  }
}

/** Limits the length of a log line, whatever the token contains. */
function short(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 200) : Array.isArray(value) ? value.slice(0, 5).map(short) : value
}
