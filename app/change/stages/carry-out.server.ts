/** The fifth stage: intent on disk, the work with its `write`, outcome on disk. */
import { redirect } from '@remix-run/node'
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { forgetWalks } from '~/backend/kept-walks.server'
import { forgetRights } from '~/backend/person.server'
import { forgetReads, signedIn } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type Input, send } from '~/backend/transport.server'
import { forgetWork } from '~/backend/waiting-work.server'
import type { Told } from '~/backend/write-answer'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { findEntries } from '~/trail/find-entries.server'
import type { TrailRecord } from '~/trail/record'
import { recordIntents, recordOrOwe } from '~/trail/trail.server'
import { logAndGoOn } from '../admission.server'
import { keepChangeForm } from '../change-forms.server'
import { conflictIn } from '../conflict'
import { personKey } from '../drafts.server'
import { beginSending, CallKeys, changeBefore } from '../idempotency.server'
import type { KeptFile } from '../kept-files.server'
import { Ledger } from '../ledger'
import type { PlanRow } from '../plan'
import {
  type Answer,
  conflictReply,
  formReply,
  narrowed,
  planReply,
  problemFrom,
  statusOf,
  viewOf,
} from '../replies.server'
import type { Admitted } from './admit.server'
import { Begun } from './claim.server'
import { isGone, longestLookingUp } from './look-again.server'
import { type Agreed, showAgain } from './plan.server'

/** Time limits of one call and of all calls together, ms; after the latter nothing is sent. */
const longestCall = 60_000
const longestWork = 5 * 60_000

export interface Sending<Form> extends Agreed<Form> {
  /** The recorded intents. */
  intents: TrailRecord[]
}

/** Records the intents; nothing is sent when that fails. */
export async function begin<Form>(turn: Agreed<Form>): Promise<Sending<Form> | Answer> {
  const { args, attribution, plan, posted, who, claimed } = turn
  const touched = plan.rows.filter((row) => row.effect === 'change')
  let intents: TrailRecord[]
  try {
    intents = await recordIntents(
      attribution,
      touched.map((row) => ({
        subject: row.subject,
        before: row.before === undefined ? fieldsOf(row, 'from') : row.before,
        after: row.after === undefined ? fieldsOf(row, 'to') : row.after,
      })),
    )
  } catch (error) {
    contextOf(args).log.error({ err: error }, 'the trail cannot be written: nothing was sent')
    return showAgain(turn, { kind: 'trail' }, 503)
  }
  const context = contextOf(args)
  const isOurs = await beginSending(claimed).catch(logAndGoOn(context, 'a key cannot be kept: nothing was sent'))
  if (!isOurs) {
    const untried = intents.map((intent) => ({
      intent,
      outcome: 'failed' as const,
      calls: [],
      detail: { because: 'notTried' },
    }))
    await recordOrOwe(untried).catch(logAndGoOn(context, 'a change that was not begun is recorded later'))
    return showAgain(turn, { kind: isOurs === false ? 'busy' : 'trail' }, isOurs === false ? 409 : 503)
  }
  await keepChangeForm(attribution, { request: args.request, posted, person: personKey(who.session.person) }).catch(
    logAndGoOn(context, 'the rest of this change cannot be tried again by itself'),
  )
  return { ...turn, intents }
}

/** Carries out the change. Returns the address of the page that shows it, or the reply when nothing was done. */
export async function carryOut<Form>(turn: Sending<Form>): Promise<Answer | string> {
  const { args, change, desk, attribution, plan, intents, who } = turn
  const ledger = new Ledger(intents)
  const end = Date.now() + longestWork
  const keys = new CallKeys((await unknownBefore(turn)) ?? attribution.changeId)
  async function write<E extends WriteEndpoint>(
    endpoint: E,
    input: Input<E>,
    subjects?: readonly string[],
  ): Promise<Told<ReplyOf<E>>> {
    if (Date.now() > end) throw new ServiceError({ service: endpoint.service, status: 503, trouble: 'unreachable' })
    const started = performance.now()
    const note = (status: number | null) =>
      ledger.call(subjects, {
        method: endpoint.method,
        path: pathOf(endpoint, input),
        status,
        ms: Math.round(performance.now() - started),
      })
    try {
      const idempotencyKey = keys.of(contentOf(endpoint, input))
      const answer = await send(endpoint, input, { ...who.bearer, deadline: Date.now() + longestCall, idempotencyKey })
      note(answer.status)
      return answer.reply as Told<ReplyOf<E>>
    } catch (error) {
      note(error instanceof ServiceError && error.trouble === null ? error.status : null)
      throw error
    } finally {
      forgetReads(contextOf(args))
      forgetWork(who.session.id)
      forgetWalks(args.params)
    }
  }
  const { ended, became } = ledger
  const work = { ...desk, plan, changeId: attribution.changeId, reason: attribution.reason, write, ended, became }
  let location: string | undefined
  let trouble: unknown = null
  try {
    location = await change.work(work)
  } catch (error) {
    trouble = error
    ledger.endAllBy(error)
  }
  for (const id of await foundDone(turn, ledger.doubtful)) ledger.ended(id, 'done', { because: 'lookedUp' })
  forgetRights()
  try {
    await recordOrOwe(ledger.endings())
    if (trouble instanceof ServiceError && trouble.status === 401)
      await signedIn(() => Promise.reject(trouble), who.session, args)
    if (trouble && !(trouble instanceof ServiceError)) throw trouble
  } catch (error) {
    if (error instanceof Response) throw new Begun(error)
    contextOf(args).log.error(
      { err: error, changeId: attribution.changeId },
      'a change was begun and its outcome is not known',
    )
    // The page of the change shows its progress, and keeps the typed form.
    throw new Begun(redirect(href('change', { tenantId: attribution.tenantId, changeId: attribution.changeId }), 303))
  }
  if (trouble instanceof ServiceError && ledger.nothingDone)
    return (await overtaken(turn, trouble)) ?? refusedReply(turn, trouble)
  const allDone = ledger.endings().every((ending) => ending.outcome === 'done')
  const own = href('change', { tenantId: attribution.tenantId, changeId: attribution.changeId })
  return allDone ? (location ?? own) : own
}

/** Returns the change that this form continues, where it has unknown outcomes and is by the same person. */
async function unknownBefore<Form>({ attribution, posted }: Admitted<Form>): Promise<string | null> {
  const changeId = changeBefore(posted.key)
  if (!changeId) return null
  const { tenantId, mutation, actor } = attribution
  const { entries } = await findEntries({ tenantId, changeId, mutation, outcome: 'unknown', limit: 1 })
  return entries[0]?.actor.id === actor.id ? changeId : null
}

/** Returns the subjects with an unknown outcome that are as requested: a new plan has nothing left to do for them. */
async function foundDone<Form>(turn: Admitted<Form>, subjects: readonly string[]): Promise<string[]> {
  const { args, change, desk, who } = turn
  if (subjects.length === 0) return []
  who.grant(longestLookingUp)
  forgetReads(contextOf(args))
  try {
    const { rows, errors } = await change.plan(desk)
    if (errors && Object.keys(errors).length > 0) return []
    const effects = new Map(rows.map(({ subject, effect }) => [subject.id, effect]))
    return subjects.filter((id) => effects.get(id) === 'same')
  } catch (error) {
    return change.removes && isGone(error) ? [...subjects] : []
  }
}

/**
 * Handles a change by another person just before (4009), or on the controller itself (4802): returns the conflict, or
 * the current plan. Null for other errors.
 */
async function overtaken<Form>(turn: Agreed<Form>, trouble: ServiceError) {
  const { args, change, desk, posted, who } = turn
  if (trouble.code !== '4009' && trouble.code !== '4802') return null
  forgetReads(contextOf(args))
  try {
    const plan = narrowed(await signedIn(() => change.plan(desk), who.session, args), posted.only)
    const conflict = conflictIn(plan, posted)
    if (conflict) return conflictReply(posted, conflict)
    return change.isDirect ? null : planReply({ ...turn, view: viewOf(plan, posted) }, { kind: 'moved' }, 409)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

function refusedReply<Form>(turn: Agreed<Form>, trouble: ServiceError) {
  const problem = problemFrom(trouble)
  const told = problem.kind === 'refused' ? (turn.change.told?.(trouble) ?? {}) : {}
  if (problem.kind === 'refused' && Object.keys(told).length > 0)
    return formReply(turn, statusOf(trouble), { ...problem, fields: {} }, told)
  if (!turn.change.isDirect || problem.kind !== 'refused') return showAgain(turn, problem, statusOf(trouble))
  const { fields, ...rest } = problem
  return formReply(turn, statusOf(trouble), { ...rest, fields: {} }, fields)
}

/** Returns the parts of a call that distinguish it from others. */
function contentOf<E extends WriteEndpoint>(endpoint: E, { path, query, body, file }: Input<E>): unknown[] {
  const { name, sha256 = null } = (file ?? {}) as Partial<KeptFile>
  return [endpoint.service, endpoint.method, endpoint.path, path, query, body, name, sha256].map((one) => one ?? null)
}

function pathOf<E extends WriteEndpoint>(endpoint: E, input: Input<E>): string {
  const params = (input.path ?? {}) as Record<string, string>
  return endpoint.path.replace(/\{(\w+)\}/g, (_: string, name: string) => params[name] ?? '')
}

function fieldsOf(row: PlanRow, side: 'from' | 'to'): Record<string, string | null> {
  return Object.fromEntries(row.fields.map((field) => [field.name, field[side]]))
}
