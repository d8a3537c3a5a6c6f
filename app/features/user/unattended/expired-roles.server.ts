/**
 * Removes expired roles by itself, where the console has an identity of its own: the same change that an
 * administrator would use, planned, recorded and carried out. A failure is logged and retried with increasing
 * intervals.
 */
import { createHash } from 'node:crypto'
import { personKey } from '~/change/drafts.server'
import { followUpKey, unfinishedChanges } from '~/change/idempotency.server'
import type { ChangeProblem, PlanReply } from '~/change/plan'
import type { PostedFields } from '~/change/posted'
import { limitFor } from '~/changes'
import { type Config, config } from '~/config.server'
import { log } from '~/door/log.server'
import { href } from '~/hrefs'
import { bulkChange } from '~/kit/bulk/bulk.server'
import { ownPerson, ownSession } from '~/session/own-session.server'
import { ProviderUnavailable } from '~/session/provider.server'
import { endSession, type Session } from '~/session/session.server'
import { TokenRefused } from '~/session/tokens.server'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { recordOutcomes, renewLease } from '~/trail/trail.server'
import { type ExpiredRolesForm, expiredRoles } from '../shared/expired-roles.server'
import type { FailureReason } from '../shared/removal-attempt.server'
import { applyOwnChange, type OwnChangeRequest, type OwnChangeResult, planOwnChange } from './own-change.server'
import { claimTurn, dueTenants, endTurn, type Turn, type TurnResult } from './turns.server'

const roundIntervalMs = 60_000
const mutation = 'user.takeRunOut'

type OwnClient = NonNullable<Config['ownClient']>

/** Checks for expired roles every minute; returns a function that stops it. Does nothing without an identity. */
export function startRemovingExpired(): () => Promise<void> {
  const client = config().ownClient
  if (!client) return async () => {}
  let running: Promise<void> | null = null
  const controller = new AbortController()
  const startRound = () => {
    running ??= removeExpired(client, controller.signal)
      .catch((error: unknown) => log().error({ err: error }, 'the search for expired roles failed'))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(startRound, roundIntervalMs).unref()
  return async () => {
    clearInterval(timer)
    controller.abort()
    await running
  }
}

/** Processes every tenant that is due. */
async function removeExpired(client: OwnClient, stopping: AbortSignal): Promise<void> {
  const due = await dueTenants()
  if (due.length === 0) return
  await renewLease()
  const signIn = new SignIn(client)
  try {
    for (const one of due) {
      if (stopping.aborted) return
      const turn = await claimTurn(one)
      if (turn) await runTurn(turn, { client, signIn })
    }
  } finally {
    await signIn.end()
  }
}

/** Signs in at most once per round, whatever the result. */
class SignIn {
  private pending: Promise<Session> | null = null

  constructor(private readonly client: OwnClient) {}

  session(): Promise<Session> {
    this.pending ??= ownSession(this.client)
    return this.pending
  }

  async end(): Promise<void> {
    const session = await this.pending?.catch(() => null)
    if (session) await endSession(session, 'over')
  }
}

/** Runs one turn to its end and logs its result. */
async function runTurn(turn: Turn, by: { client: OwnClient; signIn: SignIn }): Promise<void> {
  const { tenantId } = turn
  let result: TurnResult = { state: 'failed', because: 'store' }
  try {
    result = await attemptTurn(turn, by)
  } catch (error) {
    const isProvider = error instanceof ProviderUnavailable || error instanceof TokenRefused
    if (isProvider) result = { state: 'failed', because: 'provider' }
    log().warn({ err: error, tenantId }, 'the removal of expired roles was interrupted')
  } finally {
    const nextAt = new Date(await endTurn(turn, result)).toISOString()
    if (result.state === 'failed') {
      const { because, changeId } = result
      log().warn({ tenantId, because, changeId, nextAt }, 'expired roles could not be removed')
    } else if (result.state === 'done')
      log().info({ tenantId, changeId: result.changeId }, 'expired roles were removed')
  }
}

async function attemptTurn(turn: Turn, { client, signIn }: { client: OwnClient; signIn: SignIn }): Promise<TurnResult> {
  const { tenantId } = turn
  const open = await unknownEntriesIn(turn, client)
  if (open.some(({ outcomeRecord }) => outcomeRecord === null)) return { state: 'again' }
  const session = await signIn.session()
  const request: OwnChangeRequest<ExpiredRolesForm> = {
    change: bulkChange(expiredRoles, { tenantId }),
    session,
    tenantId,
    address: href('usersRunOut', { tenantId }),
  }
  const fullPlan = planOrResult(await planOwnChange(request, []))
  if ('ended' in fullPlan) return fullPlan.ended
  const named = [...open.map(({ subject }) => subject.id), ...idsOf(fullPlan.plan, 'change')]
  const people = [...new Set(named)].slice(0, limitFor(mutation))
  if (people.length === 0) return { state: 'waiting', unsettled: [] }
  const fields: PostedFields = people.map((id, at) => [`user[${at}]`, id])
  const planned = planOrResult(await planOwnChange(request, fields))
  if ('ended' in planned) return planned.ended
  const asBefore = new Set(idsOf(planned.plan, 'same'))
  const unknownEntries = await recordRemoved(open, asBefore, client)
  if (idsOf(planned.plan, 'change').length === 0) return { state: 'waiting', unsettled: changesOf(unknownEntries) }
  const applied = await applyOwnChange(request, fields, {
    hash: planned.plan.plan.hash,
    key: keyFor(turn, unknownEntries),
  })
  if (!('changeId' in applied)) return { unsettled: changesOf(unknownEntries), ...resultWithoutPlan(applied) }
  return outcomeOf(turn, { changeId: applied.changeId, unknownEntries, client })
}

/** Returns a plan to continue with; else the result of the turn without one. */
function planOrResult(result: OwnChangeResult): { plan: PlanReply } | { ended: TurnResult } {
  const reply = 'reply' in result ? result.reply : null
  if (reply?.stage === 'plan' && (reply.problem === null || reply.problem.kind === 'nothing')) return { plan: reply }
  return { ended: resultWithoutPlan(result) }
}

function resultWithoutPlan(result: OwnChangeResult): TurnResult {
  if (!('reply' in result)) return { state: 'failed', because: 'denied' }
  const { problem } = result.reply
  if (problem?.kind === 'moved' || problem?.kind === 'busy' || problem?.kind === 'nothing') return { state: 'again' }
  return { state: 'failed', because: reasonOf(problem) }
}

function reasonOf(problem: ChangeProblem | null): FailureReason {
  if (problem?.kind === 'unavailable') return 'unavailable'
  return problem?.kind === 'trail' ? 'store' : 'refused'
}

const idsOf = ({ plan }: PlanReply, effect: 'change' | 'same') =>
  plan.rows.flatMap((row) => (row.effect === effect ? [row.subject.id] : []))

const changesOf = (entries: readonly TrailEntry[]) => [...new Set(entries.map(({ changeId }) => changeId))]

/**
 * Returns the key of a turn's form, derived from its number; after an unknown outcome, its calls keep their earlier
 * keys.
 */
function keyFor({ tenantId, number }: Turn, unknownEntries: readonly TrailEntry[]): string {
  const first = unknownEntries.at(-1)
  if (first) return followUpKey(first.changeId)
  const digest = createHash('sha256').update(`${tenantId} ${number}`).digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/**
 * Returns records of the console's own changes with unknown outcomes, newest first; a running one has no outcome yet.
 */
async function unknownEntriesIn({ tenantId, unsettled }: Turn, client: OwnClient): Promise<TrailEntry[]> {
  const unfinished = await unfinishedChanges({ person: personKey(ownPerson(client)), mutation, tenantId })
  const changeId = [...new Set([...unsettled, ...unfinished])]
  if (changeId.length === 0) return []
  const { entries } = await findEntries({ tenantId, changeId, limit: limitFor(mutation) })
  return entries.filter(
    ({ entry, outcomeRecord }) => entry === 'intent' && (outcomeRecord === null || outcomeRecord.outcome === 'unknown'),
  )
}

/** Records as done those that no longer have the role; returns the entries that remain unknown. */
async function recordRemoved(
  open: readonly TrailEntry[],
  done: ReadonlySet<string>,
  { clientId }: OwnClient,
): Promise<TrailEntry[]> {
  await recordOutcomes(
    open
      .filter(({ subject }) => done.has(subject.id))
      .map((intent) => ({
        intent,
        outcome: 'done' as const,
        calls: intent.outcomeRecord?.calls ?? [],
        detail: { because: 'lookedUp', readBy: clientId },
      })),
  )
  return open.filter(({ subject }) => !done.has(subject.id))
}

/** Returns the result of the change from the trail. */
async function outcomeOf(
  { tenantId }: Turn,
  { changeId, unknownEntries, client }: { changeId: string; unknownEntries: readonly TrailEntry[]; client: OwnClient },
): Promise<TurnResult> {
  const { entries } = await findEntries({ tenantId, changeId, limit: limitFor(mutation) })
  const withOutcome = (outcome: string) => entries.filter(({ outcomeRecord }) => outcomeRecord?.outcome === outcome)
  const open = await recordRemoved(
    unknownEntries,
    new Set(withOutcome('done').map(({ subject }) => subject.id)),
    client,
  )
  const isUnknown = entries.some(({ outcomeRecord }) => outcomeRecord === null || outcomeRecord.outcome === 'unknown')
  const unsettled = [...changesOf(open), ...(isUnknown ? [changeId] : [])]
  if (isUnknown) return { state: 'failed', because: 'unknown', changeId, unsettled }
  if (withOutcome('failed').length > 0) return { state: 'failed', because: 'refused', changeId, unsettled }
  return { state: 'done', changeId, unsettled }
}
