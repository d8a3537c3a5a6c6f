/** Secrets nobody configured: made once, kept in the data folder, readable by its owner only. */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openDataFolder, UnwritableFolder } from './data-folder.server'

const Secrets = z.object({ sessionSecret: z.string().min(32), clientSecret: z.string().min(32) })
export type GeneratedSecrets = z.infer<typeof Secrets>

/**
 * Reads `secrets.json` of the data folder, or makes it. Two processes that start together agree: the file is
 * only ever created whole, and the one that comes second reads what the first wrote.
 */
export function generatedSecrets(dataDir: string): GeneratedSecrets {
  const file = join(dataDir, 'secrets.json')
  const there = read(file)
  if (there) return there
  const made: GeneratedSecrets = { sessionSecret: random(), clientSecret: random() }
  openDataFolder(dataDir)
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
    linkSync(draft, file)
    return made
  } catch (error) {
    const raced = read(file)
    if (raced) return raced
    throw new UnwritableFolder(dataDir, error)
  } finally {
    rmSync(draft, { force: true })
  }
}

function read(file: string): GeneratedSecrets | null {
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function random(): string {
  return randomBytes(36).toString('base64url')
}
