/**
 * Counts the open work of a customer for the badges of the menu: one call, cached for some seconds, with a short time
 * limit. A late result is shown on the next page; a backend without the call shows no badges.
 */
import { LRUCache } from 'lru-cache'
import { site } from '#contracts/site'
import { withFallback } from './fallback'
import type { Reader } from './reader.server'
import { ServiceError } from './service-error'

/** By menu entry. */
export type WaitingWork = Partial<
  Record<'alarms' | 'faults' | 'configuration' | 'deployments' | 'onboarding', number | undefined>
>

type WorkReader = Pick<Reader, 'call' | 'features' | 'session'>
type CachedCounts = Map<string, { work: WaitingWork; at: number }>

const freshForMs = 15_000
/** A page waits at most this long for it, ms: its own reads are as slow. */
const patienceMs = 60
/** By session, since the counts depend on what the person may see. */
const cache = new LRUCache<string, CachedCounts>({ max: 5_000 })

/** Returns the counts that are available in time; others are left out. */
export async function waitingWork(reader: WorkReader, customerId: string): Promise<WaitingWork> {
  const { id } = reader.session
  const own: CachedCounts = cache.get(id) ?? new Map()
  cache.set(id, own)
  const cached = own.get(customerId)
  if (cached && Date.now() - cached.at < freshForMs) return cached.work
  const counting = countWork(reader, customerId).then((work) => {
    own.set(customerId, { work, at: Date.now() })
    return work
  })
  const timeout = new Promise<WaitingWork>((resolve) => setTimeout(resolve, patienceMs, cached?.work ?? {}))
  return Promise.race([counting, timeout])
}

/** Drops the counts of a session after a change of its person. */
export function forgetWork(sessionId: string): void {
  cache.delete(sessionId)
}

async function countWork({ call, features }: WorkReader, id: string): Promise<WaitingWork> {
  try {
    return await withFallback<WaitingWork>(
      site.overview,
      async () => {
        const { data } = await call(site.overview, { path: { id } })
        return {
          alarms: data.criticalAlarms,
          // The overview does not count the faults of fan coil units separately.
          faults: features.faults && features.fanCoilUnitRules ? data.faults : undefined,
          configuration: data.failedSends,
          deployments: data.failedDeployments,
          onboarding: data.notOnboarded,
        }
      },
      async () => ({}),
    )
  } catch (error) {
    // The page itself reports what cannot be read.
    if (error instanceof ServiceError || error instanceof Response) return {}
    throw error
  }
}
