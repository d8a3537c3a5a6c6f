/** Records which calls concerned which subjects, and the outcome of each subject (design §8). */
import { comparableId } from '#contracts/uuid'
import { ServiceError } from '~/backend/service-error'
import type { CallRecord, Subject, TrailRecord } from '~/trail/record'
import type { OutcomeEntry } from '~/trail/trail.server'

/** Returns the refused entities of a 4100 reply, with all messages of each; the others were saved (domain §0). */
export function refusalsIn(error: unknown): Map<string, Record<string, unknown>> {
  const refusals = new Map<string, Record<string, unknown>>()
  for (const { entityId, details, key, message } of error instanceof ServiceError ? error.entities : []) {
    const {
      keys = [],
      types = [],
      ...first
    } = refusals.get(entityId) ?? {
      code: '4100',
      type: details?.type ?? null,
      key: key ?? null,
      message: message ?? null,
    }
    const all = [...new Set([first.key, ...(keys as string[]), key].filter((one) => typeof one === 'string'))]
    const kinds = [
      ...new Set([first.type, ...(types as string[]), details?.type].filter((one) => typeof one === 'string')),
    ]
    refusals.set(entityId, {
      ...first,
      ...(all.length > 1 && { keys: all }),
      ...(kinds.length > 1 && { types: kinds }),
    })
  }
  return refusals
}

/** Returns what a controller answered, where the service says it. */
export function controllerAnswerIn({ fields }: ServiceError): { key?: string } {
  const key = Object.values(fields)
    .flat()
    .find((one) => one.startsWith('errors.points.answer.'))
  return key ? { key } : {}
}

/** Returns the details for our ids, however the reply writes them. */
export function forOurIds<Detail>(named: ReadonlyMap<string, Detail>, ids: readonly string[]): Map<string, Detail> {
  const byComparableId = new Map([...named].map(([id, detail]) => [comparableId(id), detail]))
  const ours = new Map<string, Detail>()
  for (const id of ids) {
    const detail = byComparableId.get(comparableId(id))
    if (detail) ours.set(id, detail)
  }
  return ours
}

/** The calls and outcomes of one change while it is carried out. */
export class Ledger {
  private readonly calls = new Map<string, CallRecord[]>()
  private readonly results = new Map<
    string,
    { outcome: OutcomeEntry['outcome']; detail: Record<string, unknown> | null }
  >()
  private readonly things = new Map<string, Subject>()
  private readonly taken = new Set<string>()
  private successCount = 0

  constructor(private readonly intents: TrailRecord[]) {}

  recordCall(subjects: readonly string[] | undefined, call: CallRecord): void {
    if (call.status !== null && call.status < 400) this.successCount += 1
    for (const { subject } of this.intents) {
      if (subjects && !subjects.includes(subject.id)) continue
      this.calls.set(subject.id, [...(this.calls.get(subject.id) ?? []), call])
    }
  }

  setOutcome = (
    subjectId: string,
    outcome: 'done' | 'failed' | 'unknown',
    detail: Record<string, unknown> | null = null,
  ): void => {
    this.results.set(subjectId, { outcome, detail })
  }

  /** Records the id and name of a subject that the service has just created. */
  setSubjectId = (subjectId: string, thing: Subject): void => {
    this.things.set(subjectId, thing)
  }

  /** Sets the outcome that an error implies for every subject without one. */
  setRemainingFrom(error: unknown): void {
    const named = forOurIds(
      refusalsIn(error),
      this.intents.map(({ subject }) => subject.id),
    )
    for (const [id, detail] of named) this.results.set(id, { outcome: 'failed', detail })
    for (const { subject } of this.intents) {
      if (this.results.has(subject.id)) continue
      const isSaved = named.size > 0 && this.calls.has(subject.id)
      this.results.set(subject.id, isSaved ? { outcome: 'done', detail: null } : this.verdict(error, subject.id))
    }
  }

  /** The subjects with an unknown outcome. */
  get unknown(): string[] {
    return this.intents.flatMap(({ subject: { id } }) => (this.results.get(id)?.outcome === 'unknown' ? id : []))
  }

  private verdict(
    error: unknown,
    subjectId: string,
  ): { outcome: OutcomeEntry['outcome']; detail: Record<string, unknown> } {
    if (!(error instanceof ServiceError)) return { outcome: 'unknown', detail: { because: 'internal' } }
    const calls = this.calls.get(subjectId) ?? []
    const detail = {
      code: error.code,
      service: error.service,
      trouble: error.trouble,
      callsDone: calls.filter((recordCall) => (recordCall.status ?? 500) < 400).length,
      ...controllerAnswerIn(error),
    }
    if (calls.length === 0) return { outcome: 'failed', detail: { ...detail, because: 'notTried' } }
    if (error.mayHaveHappened) return { outcome: 'unknown', detail }
    return { outcome: error.status < 500 && this.successCount === 0 ? 'refused' : 'failed', detail }
  }

  /** Whether no call succeeded and none is in doubt: the form can be returned as if untouched. */
  get isNothingDone(): boolean {
    return (
      this.successCount === 0 &&
      [...this.results.values()].every((result) => result.outcome === 'refused' || result.outcome === 'failed')
    )
  }

  outcomes(): OutcomeEntry[] {
    return this.intents.map((intent) => this.outcomeOf(intent))
  }

  /** Returns the outcomes that are known since the last call, while the change goes on. */
  takeSettled(): OutcomeEntry[] {
    const settled = this.intents.filter(({ subject: { id } }) => {
      const outcome = this.results.get(id)?.outcome
      return (outcome === 'done' || outcome === 'failed') && !this.taken.has(id)
    })
    for (const { subject } of settled) this.taken.add(subject.id)
    return settled.map((intent) => this.outcomeOf(intent))
  }

  private outcomeOf(intent: TrailRecord): OutcomeEntry {
    const result = this.results.get(intent.subject.id)
    return {
      intent,
      outcome: result?.outcome ?? 'done',
      detail: result?.detail ?? null,
      calls: this.calls.get(intent.subject.id) ?? [],
      subject: this.things.get(intent.subject.id),
    }
  }
}
