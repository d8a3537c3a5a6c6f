/**
 * What became of sends on their controllers. A send is done once it is queued; the controller takes it later, or goes
 * back to what it had. Whoever opens the record has it read, and the record is told how that ended.
 */
import { deviceConfiguration } from '#contracts/device-configuration'
import { ConfigurationType, type SendState } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import type { ChangeName } from '~/changes'
import { findEntries, type TrailEntry } from './find-entries.server'
import { afterQueued, type Ending, recordOutcomes } from './trail.server'
import { visibleTo } from './visible-to.server'

/** So many controllers are asked for one page, and so many at a time. */
const mostAsked = 50
const atOnce = 8
/** Among so many of the latest sends to a controller the newest of a kind is looked for. */
const mostLater = 20

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

/** Only the newest send of a kind to a controller is what its state tells of. */
async function endingOf(entry: TrailEntry, made: Reader): Promise<Ending[]> {
  const { tenantId, subject, ending } = entry
  const types = typesIn(entry)
  const sent = { tenantId, mutation: send, subjectId: subject.id, visibleTo: visibleTo(made), limit: mostLater }
  const { entries: later } = await findEntries(sent)
  const isNewest = types.every((type) => later.find((one) => typesIn(one).includes(type))?.sequence === entry.sequence)
  if (types.length === 0 || !isNewest) return []
  const info = await made.panel(deviceConfiguration.getInfo, { path: { id: subject.id } })
  if (!info.ok) return []
  const states = types.map((type) => [type, info.value[type]?.sendState || undefined] as const)
  const told = resultOf(states.map(([, state]) => state))
  if (!told) return []
  const ended = states.map(([type, sendState]) => [type, { sendState }])
  const after = { ...(entry.after as object), ...Object.fromEntries(ended) }
  const detail = { because: told.because, readBy: made.person.fullName }
  return [{ intent: entry, outcome: told.outcome, calls: ending?.calls ?? [], detail, after }]
}

/** The kinds that a send brought. */
function typesIn({ after }: TrailEntry): ConfigurationType[] {
  return ConfigurationType.options.filter((type) => Object.hasOwn((after ?? {}) as object, type))
}

/** One that failed is told at once; that all is there, once all is there. */
function resultOf(states: readonly (SendState | undefined)[]): { outcome: 'done' | 'failed'; because: string } | null {
  if (states.includes('failed')) return { outcome: 'failed', because: 'notOnController' }
  return states.every((state) => state === 'succeed') ? { outcome: 'done', because: 'onController' } : null
}
