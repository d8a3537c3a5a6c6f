/**
 * Removes expired roles by itself, where the console has an identity of its own: the same change that an
 * administrator would use, planned, recorded and carried out. A failure is logged and retried with increasing
 * intervals.
 */
import { createHash } from 'node:crypto'
import { personKey } from '~/change/drafts.server'
import { begunChanges, keyAfter } from '~/change/idempotency.server'
import type { ChangeProblem, PlanReply } from '~/change/plan'
import type { Fields } from '~/change/posted'
import { mostFor } from '~/changes'
import { type Config, config } from '~/config.server'
import { log } from '~/door/log.server'
import { href } from '~/hrefs'
import { ownPerson, ownSession } from '~/session/own-session.server'
import { ProviderTrouble } from '~/session/provider.server'
import { endSession, type Session } from '~/session/session.server'
import { TokenRefused } from '~/session/tokens.server'
import type { Why } from '~/things/user/own-turn.server'
import { runOutChange } from '~/things/user/run-out.server'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { recordOutcomes, renewLease } from '~/trail/trail.server'
import { type Answered, type Asking, applyAsItself, planAsItself } from './own-change.server'
import { endTurn, type Turn, type TurnEnded, takeTurn, tenantsDue } from './turns.server'

const roundEvery = 60_000
const mutation = 'user.takeRunOut'

type OwnClient = NonNullable<Config['ownClient']>

/** Checks for expired roles every minute; returns a function that stops it. Does nothing without an identity. */
export function startTakingRunOut(): () => Promise<void> {
  const client = config().ownClient
  if (!client) return async () => {}
  let running: Promise<void> | null = null
  const stopping = new AbortController()
  const turn = () => {
    running ??= takeWhatRanOut(client, stopping.signal)
      .catch((error: unknown) => log().error({ err: error }, 'roles that have run out are not looked for'))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(turn, roundEvery).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}

/** Processes every tenant that is due. */
async function takeWhatRanOut(client: OwnClient, stopping: AbortSignal): Promise<void> {
  const due = await tenantsDue()
  if (due.length === 0) return
  await renewLease()
  const signIn = new SignIn(client)
  try {
    for (const one of due) {
      if (stopping.aborted) return
      const turn = await takeTurn(one)
      if (turn) await carryThrough(turn, { client, signIn })
    }
  } finally {
    await signIn.end()
  }
}

/** Signs in at most once per round, whatever the result. */
class SignIn {
  private asked: Promise<Session> | null = null

  constructor(private readonly client: OwnClient) {}

  session(): Promise<Session> {
    this.asked ??= ownSession(this.client)
    return this.asked
  }

  async end(): Promise<void> {
    const session = await this.asked?.catch(() => null)
    if (session) await endSession(session, 'over')
  }
}

/** Runs one turn to its end and logs its result. */
async function carryThrough(turn: Turn, by: { client: OwnClient; signIn: SignIn }): Promise<void> {
  const { tenantId } = turn
  let ended: TurnEnded = { state: 'failed', because: 'store' }
  try {
    ended = await turnIn(turn, by)
  } catch (error) {
    const isProvider = error instanceof ProviderTrouble || error instanceof TokenRefused
    if (isProvider) ended = { state: 'failed', because: 'provider' }
    log().warn({ err: error, tenantId }, 'roles that have run out: the turn was broken off')
  } finally {
    const nextAt = new Date(await endTurn(turn, ended)).toISOString()
    if (ended.state === 'failed') {
      const { because, changeId } = ended
      log().warn({ tenantId, because, changeId, nextAt }, 'roles that have run out could not be taken away')
    } else if (ended.state === 'done')
      log().info({ tenantId, changeId: ended.changeId }, 'roles that have run out were taken away')
  }
}

async function turnIn(turn: Turn, { client, signIn }: { client: OwnClient; signIn: SignIn }): Promise<TurnEnded> {
  const { tenantId } = turn
  const open = await unsettledIn(turn, client)
  if (open.some(({ ending }) => ending === null)) return { state: 'again' }
  const session = await signIn.session()
  const asking: Asking<{ user: string[] }> = {
    change: { name: mutation, ...runOutChange(tenantId) },
    session,
    tenantId,
    address: href('usersRunOut', { tenantId }),
  }
  const everybody = planIn(await planAsItself(asking, []))
  if ('ended' in everybody) return everybody.ended
  const named = [...open.map(({ subject }) => subject.id), ...idsOf(everybody.plan, 'change')]
  const people = [...new Set(named)].slice(0, mostFor(mutation))
  if (people.length === 0) return { state: 'waiting', unsettled: [] }
  const fields: Fields = people.map((id, at) => [`user[${at}]`, id])
  const planned = planIn(await planAsItself(asking, fields))
  if ('ended' in planned) return planned.ended
  const asBefore = new Set(idsOf(planned.plan, 'same'))
  const left = await settle(open, asBefore, client)
  if (idsOf(planned.plan, 'change').length === 0) return { state: 'waiting', unsettled: changesOf(left) }
  const made = await applyAsItself(asking, fields, { hash: planned.plan.plan.hash, key: keyFor(turn, left) })
  if (!('changeId' in made)) return { unsettled: changesOf(left), ...endedBy(made) }
  return outcomeOf(turn, { changeId: made.changeId, left, client })
}

/** Returns a plan to continue with; else the result of the turn without one. */
function planIn(answered: Answered): { plan: PlanReply } | { ended: TurnEnded } {
  const reply = 'reply' in answered ? answered.reply : null
  if (reply?.stage === 'plan' && (reply.problem === null || reply.problem.kind === 'nothing')) return { plan: reply }
  return { ended: endedBy(answered) }
}

function endedBy(answered: Answered): TurnEnded {
  if (!('reply' in answered)) return { state: 'failed', because: 'denied' }
  const { problem } = answered.reply
  if (problem?.kind === 'moved' || problem?.kind === 'busy' || problem?.kind === 'nothing') return { state: 'again' }
  return { state: 'failed', because: whyOf(problem) }
}

function whyOf(problem: ChangeProblem | null): Why {
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
function keyFor({ tenantId, number }: Turn, left: readonly TrailEntry[]): string {
  const first = left.at(-1)
  if (first) return keyAfter(first.changeId)
  const digest = createHash('sha256').update(`${tenantId} ${number}`).digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/**
 * Returns records of the console's own changes with unknown outcomes, newest first; a running one has no outcome yet.
 */
async function unsettledIn({ tenantId, unsettled }: Turn, client: OwnClient): Promise<TrailEntry[]> {
  const cut = await begunChanges({ person: personKey(ownPerson(client)), mutation, tenantId })
  const changeId = [...new Set([...unsettled, ...cut])]
  if (changeId.length === 0) return []
  const { entries } = await findEntries({ tenantId, changeId, limit: mostFor(mutation) })
  return entries.filter(({ entry, ending }) => entry === 'intent' && (ending === null || ending.outcome === 'unknown'))
}

/** Records as done those that no longer have the role; returns the entries that remain unknown. */
async function settle(
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
        calls: intent.ending?.calls ?? [],
        detail: { because: 'lookedUp', readBy: clientId },
      })),
  )
  return open.filter(({ subject }) => !done.has(subject.id))
}

/** Returns the result of the change from the trail. */
async function outcomeOf(
  { tenantId }: Turn,
  { changeId, left, client }: { changeId: string; left: readonly TrailEntry[]; client: OwnClient },
): Promise<TurnEnded> {
  const { entries } = await findEntries({ tenantId, changeId, limit: mostFor(mutation) })
  const ended = (outcome: string) => entries.filter(({ ending }) => ending?.outcome === outcome)
  const open = await settle(left, new Set(ended('done').map(({ subject }) => subject.id)), client)
  const isUnknown = entries.some(({ ending }) => ending === null || ending.outcome === 'unknown')
  const unsettled = [...changesOf(open), ...(isUnknown ? [changeId] : [])]
  if (isUnknown) return { state: 'failed', because: 'unknown', changeId, unsettled }
  if (ended('failed').length > 0) return { state: 'failed', because: 'refused', changeId, unsettled }
  return { state: 'done', changeId, unsettled }
}
