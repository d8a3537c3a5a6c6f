/** The recording of samples, for tests of times before the services were started. */
import { join } from 'node:path'
import { openStore } from '../../services/kit/store'
import type { Services } from './services'

const minuteMs = 60_000

/** Makes services that have stored a sample record since a full minute of this month, as if they had been running. */
export function recordSince({ settings }: Services, at: number): void {
  const month = new Date(at).toISOString().slice(0, 7)
  const file = openStore(join(settings.dataDir, 'samples', `samples-${month}.sqlite`), [])
  file.run('INSERT OR REPLACE INTO recording (from_at, until_at) VALUES (?,?)', at / minuteMs, at / minuteMs + 600)
  file.close()
}

/** Returns the full minute so long ago, or the first of this month. */
export function minutesAgo(minutes: number): number {
  const now = new Date()
  const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  return Math.max(Math.floor(now.getTime() / minuteMs - minutes) * minuteMs, monthStart)
}
