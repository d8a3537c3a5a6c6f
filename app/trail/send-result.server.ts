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
import { type OutcomeEntry, recordOutcomes, sendResultReasons } from './trail.server'
import { visibleTo } from './visible-to.server'

/** Maximum number of controllers to read for one page, and how many at a time. */
const maxControllers = 50
const maxParallel = 8
/** Number of the latest sends to a controller among which the newest of a kind is searched. */
const maxLaterSends = 20

const send: ChangeName = 'configuration.send'

/** Records the results of sends that are only queued according to the trail. Returns whether it recorded any. */
export async function recordSendResults(entries: readonly TrailEntry[], reader: Reader): Promise<boolean> {
  const queued = entries.filter(({ mutation, outcomeRecord }) => mutation === send && isOnlyQueued(outcomeRecord))
  if (queued.length === 0 || !reader.may('config.read')) return false
  const outcomes = await inParallel(queued.slice(0, maxControllers), maxParallel, (entry) => outcomeOf(entry, reader))
  try {
    return (await recordOutcomes(outcomes.flat())).length > 0
  } catch (error) {
    reader.context.log.warn({ err: error }, 'the result of a send could not be recorded')
    return false
  }
}

function isOnlyQueued(ending: TrailEntry['outcomeRecord']): boolean {
  return ending?.outcome === 'done' && !sendResultReasons.includes(String(ending.detail?.because))
}

/** The state of a controller belongs to the newest send of a kind only. */
async function outcomeOf(entry: TrailEntry, reader: Reader): Promise<OutcomeEntry[]> {
  const { tenantId, subject, outcomeRecord } = entry
  const types = typesIn(entry)
  const filter = { tenantId, mutation: send, subjectId: subject.id, visibleTo: visibleTo(reader), limit: maxLaterSends }
  const { entries: later } = await findEntries(filter)
  const isNewest = types.every((type) => later.find((one) => typesIn(one).includes(type))?.sequence === entry.sequence)
  if (types.length === 0 || !isNewest) return []
  const info = await reader.panel(deviceConfiguration.getInfo, { path: { id: subject.id } })
  if (!info.ok) return []
  const states = types.map((type) => [type, info.value[type]?.sendState || undefined] as const)
  const result = resultOf(states.map(([, state]) => state))
  if (!result) return []
  const ended = states.map(([type, sendState]) => [type, { sendState }])
  const after = { ...(entry.after as object), ...Object.fromEntries(ended) }
  const detail = { because: result.because, readBy: reader.person.fullName }
  return [{ intent: entry, outcome: result.outcome, calls: outcomeRecord?.calls ?? [], detail, after }]
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
