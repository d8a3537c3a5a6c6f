/**
 * How much waits for somebody in a customer, for the words of the menu: by one call, kept for a little, and never waited
 * for longer than a moment. What is not there in time is there on the next page; a backend without the call tells none.
 */
import { LRUCache } from 'lru-cache'
import { site } from '#contracts/site'
import { withFallback } from './fallback'
import type { Reader } from './reader.server'
import { ServiceError } from './service-error'

/** By the word of the menu that leads there. */
export type WaitingWork = Partial<
  Record<'alarms' | 'faults' | 'configuration' | 'deployments' | 'onboarding', number | undefined>
>

type Asking = Pick<Reader, 'ask' | 'features' | 'session'>
type Kept = Map<string, { work: WaitingWork; at: number }>

const freshFor = 15_000
/** A page waits no longer for it, ms: its own reads take as long. */
const patience = 60
/** By session: what is counted is what somebody may see. */
const kept = new LRUCache<string, Kept>({ max: 5_000 })

/** What is known by now; what is not known is left out. */
export async function waitingWork(reader: Asking, customerId: string): Promise<WaitingWork> {
  const { id } = reader.session
  const own: Kept = kept.get(id) ?? new Map()
  kept.set(id, own)
  const known = own.get(customerId)
  if (known && Date.now() - known.at < freshFor) return known.work
  const asked = countedBy(reader, customerId).then((work) => {
    own.set(customerId, { work, at: Date.now() })
    return work
  })
  const late = new Promise<WaitingWork>((answer) => setTimeout(answer, patience, known?.work ?? {}))
  return Promise.race([asked, late])
}

/** After a change of theirs somebody is told no number of before it. */
export function forgetWork(sessionId: string): void {
  kept.delete(sessionId)
}

async function countedBy({ ask, features }: Asking, id: string): Promise<WaitingWork> {
  try {
    return await withFallback<WaitingWork>(
      site.overview,
      async () => {
        const { data } = await ask(site.overview, { path: { id } })
        return {
          alarms: data.criticalAlarms,
          // Those of fan coils are not told apart from the others there.
          faults: features.faults && features.fanCoilUnitRules ? data.faults : undefined,
          configuration: data.failedSends,
          deployments: data.failedDeployments,
          onboarding: data.notOnboarded,
        }
      },
      async () => ({}),
    )
  } catch (error) {
    // The page says itself what cannot be read; a word without a number says nothing untrue.
    if (error instanceof ServiceError || error instanceof Response) return {}
    throw error
  }
}
