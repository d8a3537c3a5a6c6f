/**
 * Results of sends to controllers. A send is done once it is queued; the controller applies it later, or rejects it.
 * Viewing the record reads the state of the controller and records the result.
 */
import { deviceConfiguration } from '#contracts/device-configuration'
import { ConfigurationType, type SendState } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import type { ChangeName } from '~/changes'
import { findEntries, type TrailEntry } from './find-entries.server'
import { afterQueued, type Ending, recordOutcomes } from './trail.server'
import { visibleTo } from './visible-to.server'

/** Maximum number of controllers to read for one page, and how many at a time. */
const mostAsked = 50
const atOnce = 8
/** Number of the latest sends to a controller among which the newest of a kind is searched. */
const mostLater = 20

const send: ChangeName = 'configuration.send'

/** Records the results of sends that are only queued according to the trail. Returns whether it recorded any. */
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

/** The state of a controller belongs to the newest send of a kind only. */
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

/** Returns the configuration types in a send. */
function typesIn({ after }: TrailEntry): ConfigurationType[] {
  return ConfigurationType.options.filter((type) => Object.hasOwn((after ?? {}) as object, type))
}

/** A failure is final at once; success only when all types have succeeded. */
function resultOf(states: readonly (SendState | undefined)[]): { outcome: 'done' | 'failed'; because: string } | null {
  if (states.includes('failed')) return { outcome: 'failed', because: 'notOnController' }
  return states.every((state) => state === 'succeed') ? { outcome: 'done', because: 'onController' } : null
}
