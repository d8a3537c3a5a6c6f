/**
 * What became of sends on their controllers. A send is done once it is queued; the controller takes it later, or goes
 * back to what it had. Whoever opens the record has it read, and the record is told how that ended.
 */
import { deviceConfiguration } from '#contracts/device-configuration'
import type { SendState } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import type { ChangeName } from '~/changes'
import { findEntries, type TrailEntry } from './find-entries.server'
import { afterQueued, type Ending, recordOutcomes } from './trail.server'
import { visibleTo } from './visible-to.server'

/** So many controllers are asked for one page, and so many at a time. */
const mostAsked = 50
const atOnce = 8

const send: ChangeName = 'configuration.send'

/** Records how sends ended that were only queued as far as is on record. Answers whether anything was added. */
export async function followSends(entries: readonly TrailEntry[], made: Reader): Promise<boolean> {
  const queued = entries.filter(({ mutation, ending }) => mutation === send && isOnlyQueued(ending))
  if (queued.length === 0 || !made.may('config.read')) return false
  const endings = await inParallel(queued.slice(0, mostAsked), atOnce, (entry) => endingOf(entry, made))
  try {
    return (await recordOutcomes(endings.flat())).length > 0
  } catch (error) {
    made.context.log.warn({ err: error }, 'what became of a send is not on record')
    return false
  }
}

function isOnlyQueued(ending: TrailEntry['ending']): boolean {
  return ending?.outcome === 'done' && !afterQueued.includes(String(ending.detail?.because))
}

/** Only the newest send to a controller is what its state tells of. */
async function endingOf(entry: TrailEntry, made: Reader): Promise<Ending[]> {
  const { tenantId, subject, ending } = entry
  const newest = { tenantId, mutation: send, subjectId: subject.id, visibleTo: visibleTo(made), limit: 1 }
  const [last] = (await findEntries(newest)).entries
  if (last?.sequence !== entry.sequence) return []
  const info = await made.panel(deviceConfiguration.getInfo, { path: { id: subject.id } })
  const sendState = info.ok ? info.value.network?.sendState : undefined
  const told = sendState && results[sendState]
  if (!told) return []
  const after = { ...(entry.after as object), network: { sendState } }
  const detail = { because: told.because, readBy: made.person.fullName }
  return [{ intent: entry, outcome: told.outcome, calls: ending?.calls ?? [], detail, after }]
}

const results: Partial<Record<SendState, { outcome: 'done' | 'failed'; because: string }>> = {
  succeed: { outcome: 'done', because: 'onController' },
  failed: { outcome: 'failed', because: 'notOnController' },
}
