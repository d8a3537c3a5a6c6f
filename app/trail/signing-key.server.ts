/** The key of this console that signs checkpoints: TRAIL_SIGNING_KEY, or one generated at first use (design §8). */
import type { KeyObject } from 'node:crypto'
import { config } from '~/config.server'
import { encodePublicKey, keyIdOf, privateKeyFrom, publicKeyFrom } from '~/ed25519.server'
import { generatedSigningKey } from '~/generated-secrets.server'

export interface SigningKey {
  privateKey: KeyObject
  id: string
  /** Base64 SPKI, which verifies the signatures. */
  publicKey: string
}

let cached: SigningKey | undefined

export function signingKey(): SigningKey {
  cached ??= read()
  return cached
}

function read(): SigningKey {
  const { trailSigningKey, dataDir } = config()
  const privateKey = privateKeyFrom(trailSigningKey ?? generatedSigningKey(dataDir))
  const publicKey = privateKey && publicKeyFrom(privateKey)
  if (!privateKey || !publicKey) throw new Error('TRAIL_SIGNING_KEY: is not an Ed25519 private key')
  return { privateKey, id: keyIdOf(publicKey), publicKey: encodePublicKey(publicKey) }
}
