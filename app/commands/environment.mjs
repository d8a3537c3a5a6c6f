/** Reads `.env` (KEY=VALUE lines) into the environment; what is set already wins. */
import { existsSync, readFileSync } from 'node:fs'

export function loadEnvironmentFile(file = '.env') {
  if (!existsSync(file)) return
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    const assignment = /^(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=(.*)$/.exec(line.trim())
    if (!assignment) continue
    const [, name, value] = assignment
    process.env[name] ??= value.trim().replace(/^(['"])(.*)\1$/, '$2')
  }
}
