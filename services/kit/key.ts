/** The secret of this installation, for everything the store may only contain sealed or keyed. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const keyCache = new Map<string, Buffer>()

/** Returns the 32 bytes of `DATA_DIR/services.key`, readable by its owner only, created on first use. */
export function installationKey({ dataDir }: { dataDir: string }): Buffer {
  const file = join(dataDir, 'services.key')
  const key = keyCache.get(file) ?? readOrCreate(file)
  keyCache.set(file, key)
  return key
}

function readOrCreate(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const key = randomBytes(32)
    writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
    return key
  }
}
