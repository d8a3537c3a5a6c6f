/** What can be told about an access token that the services refused: enough to find out why, never the token. */
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { config } from '~/config.server'
import { knownKeyIds, provider } from './provider.server'

export interface TokenTold {
  issuer: unknown
  audience: unknown
  algorithm: unknown
  keyId: unknown
}

/** What the token says of itself (null for one that is no JWT), beside what the console is configured to ask for. */
export async function aboutToken(token: string): Promise<{ given: TokenTold | null; wanted: TokenTold }> {
  const { issuer, apiAudience } = config().oidc
  const known = await provider().catch(() => null)
  return {
    given: told(token),
    wanted: {
      issuer: known?.issuer ?? issuer,
      audience: apiAudience,
      algorithm: known?.id_token_signing_alg_values_supported,
      keyId: knownKeyIds(),
    },
  }
}

function told(token: string): TokenTold | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    const { iss, aud } = decodeJwt(token)
    return { issuer: short(iss), audience: short(aud), algorithm: short(alg), keyId: short(kid) }
  } catch {
    return null
  }
}

/** A log line stays a line whatever stands in the token. */
function short(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 200) : Array.isArray(value) ? value.slice(0, 5).map(short) : value
}
