/** Secrets that are not configured: generated once, in the data folder, readable by its owner only. */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { openDataFolder, UnusableFile, UnwritableFolder } from './data-folder.server'
import { newPrivateKey, privateKeyFrom } from './ed25519.server'

const Secrets = z.object({ sessionSecret: z.string().min(32), clientSecret: z.string().min(32) })
export type GeneratedSecrets = z.infer<typeof Secrets>

/** Reads `secrets.json` of the data folder, or creates it. */
export function generatedSecrets(dataDir: string): GeneratedSecrets {
  return readOrCreate(dataDir, 'secrets.json', {
    read: (text) => Secrets.safeParse(asJson(text)).data ?? null,
    create: () => `${JSON.stringify({ sessionSecret: random(), clientSecret: random() }, null, 2)}\n`,
  })
}

/** Reads `trail-signing-key.pem` of the data folder, or creates it: the private key that signs checkpoints. */
export function generatedSigningKey(dataDir: string): string {
  return readOrCreate(dataDir, 'trail-signing-key.pem', {
    read: (text) => (privateKeyFrom(text) ? text : null),
    create: newPrivateKey,
  })
}

/**
 * Reads a file, or creates it atomically: of two processes that start together, the second reads the file of the first.
 */
function readOrCreate<T>(
  dataDir: string,
  name: string,
  { read, create }: { read: (text: string) => T | null; create: () => string },
): T {
  const file = join(dataDir, name)
  const existing = readIfThere(file)
  const secret = existing === null ? null : read(existing)
  if (secret !== null) return secret
  openDataFolder(dataDir)
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, create(), { mode: 0o600 })
    linkSync(draft, file)
  } catch (error) {
    if (read(readIfThere(file) ?? '') === null) throw problemOf(file, error)
  } finally {
    rmSync(draft, { force: true })
  }
  return read(readFileSync(file, 'utf8')) as T
}

/** Returns the error for a file with unexpected content, or for a folder that cannot be written. */
function problemOf(file: string, cause: unknown): Error {
  if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') return new UnwritableFolder(dirname(file), cause)
  return new UnusableFile(
    file,
    'is not the file that was generated here; restore it from a backup, or move it away to generate a new one',
    cause,
  )
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function random(): string {
  return randomBytes(36).toString('base64url')
}
