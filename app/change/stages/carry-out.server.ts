/** The fifth stage: intent on disk, the work with its `write`, outcome on disk. */
import { setTimeout as pause } from 'node:timers/promises'
import { redirect } from '@remix-run/node'
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { forgetRights } from '~/backend/person.server'
import { forgetReads, signedIn } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type Input, sendOnce } from '~/backend/transport.server'
import { forgetWork } from '~/backend/waiting-work.server'
import { forgetWalks } from '~/backend/walk-cache.server'
import type { PartialReply } from '~/backend/write-reply'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { findEntries } from '~/trail/find-entries.server'
import type { TrailRecord } from '~/trail/record'
import { recordIntents, recordOrQueue } from '~/trail/trail.server'
import { logAndContinue } from '../admission.server'
import { keepChangeForm } from '../change-forms.server'
import { conflictIn } from '../conflict'
import { personKey, signInForChange } from '../drafts.server'
import { beginSending, CallKeys, precedingChange } from '../idempotency.server'
import type { KeptFile } from '../kept-files.server'
import { Ledger } from '../ledger'
import type { PlanRow } from '../plan'
import {
  type ActionReply,
  changeProblemFrom,
  conflictReply,
  formReply,
  narrowPlan,
  planReply,
  planViewOf,
  replyStatusOf,
} from '../replies.server'
import type { Admitted } from './admit.server'
import { ChangeStarted } from './claim.server'
import { isGone, maxReconcileMs } from './dry-run.server'
import { type Agreed, replyWithPlan } from './plan.server'

/** Time limits of one call and of all calls together, ms; after the latter nothing is sent. */
const maxCallMs = 60_000
const maxWorkMs = 5 * 60_000
/** After this time a call whose service waits for a controller is sent again, ms. */
const pendingMs = 1_000

export interface Sending<Form> extends Agreed<Form> {
  /** The recorded intents. */
  intents: TrailRecord[]
}

/** Records the intents; nothing is sent when that fails. */
export async function beginChange<Form>(agreed: Agreed<Form>): Promise<Sending<Form> | ActionReply> {
  const { args, attribution, plan, posted, who, claimed } = agreed
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
    return replyWithPlan(agreed, { kind: 'trail' }, 503)
  }
  const context = contextOf(args)
  const isOurs = await beginSending(claimed).catch(logAndContinue(context, 'a key cannot be stored: nothing was sent'))
  if (!isOurs) {
    const untried = intents.map((intent) => ({
      intent,
      outcome: 'failed' as const,
      calls: [],
      detail: { because: 'notTried' },
    }))
    await recordOrQueue(untried).catch(logAndContinue(context, 'a change that was not started is recorded later'))
    return replyWithPlan(agreed, { kind: isOurs === false ? 'busy' : 'trail' }, isOurs === false ? 409 : 503)
  }
  await keepChangeForm(attribution, { request: args.request, posted, person: personKey(who.session.person) }).catch(
    logAndContinue(context, 'the remaining items of this change cannot be retried separately'),
  )
  return { ...agreed, intents }
}

/** Carries out the change. Returns the address of the page that shows it, or the reply when nothing was done. */
export async function carryOutChange<Form>(sending: Sending<Form>): Promise<ActionReply | string> {
  const { args, change, planContext, attribution, plan, intents, who } = sending
  const ledger = new Ledger(intents)
  const endsAt = Date.now() + maxWorkMs
  const keys = new CallKeys((await unknownPrecedingChange(sending)) ?? attribution.changeId)
  async function write<E extends WriteEndpoint>(
    endpoint: E,
    input: Input<E>,
    subjects?: readonly string[],
  ): Promise<PartialReply<ReplyOf<E>>> {
    if (Date.now() > endsAt) throw new ServiceError({ service: endpoint.service, status: 503, trouble: 'unreachable' })
    if (change.options?.continues)
      await recordOrQueue(ledger.takeSettled()).catch(
        logAndContinue(contextOf(args), 'the progress of a change is recorded at its end'),
      )
    const startedMs = performance.now()
    const recordCall = (status: number | null) =>
      ledger.recordCall(subjects, {
        method: endpoint.method,
        path: pathOf(endpoint, input),
        status,
        ms: Math.round(performance.now() - startedMs),
      })
    try {
      const idempotencyKey = keys.of(contentOf(endpoint, input))
      const deadline = Math.min(Date.now() + maxCallMs, endsAt)
      const send = () => sendOnce(endpoint, input, { ...who.bearer, deadline: Date.now() + maxCallMs, idempotencyKey })
      const answer = await (change.options?.continues ? untilAnswered(send, deadline) : send())
      recordCall(answer.status)
      return answer.reply as PartialReply<ReplyOf<E>>
    } catch (error) {
      recordCall(error instanceof ServiceError && error.trouble === null ? error.status : null)
      throw error
    } finally {
      forgetReads(contextOf(args))
      forgetWork(who.session.id)
      forgetWalks(args.params)
    }
  }
  const { setOutcome, setSubjectId } = ledger
  const work = {
    ...planContext,
    plan,
    changeId: attribution.changeId,
    reason: attribution.reason,
    write,
    setOutcome,
    setSubjectId,
  }
  let location: string | undefined
  let trouble: unknown = null
  try {
    location = await change.work(work)
  } catch (error) {
    trouble = error
    ledger.setRemainingFrom(error)
  }
  for (const id of await verifyByReading(sending, ledger.unknown))
    ledger.setOutcome(id, 'done', { because: 'lookedUp' })
  forgetRights()
  const own = href('change', { tenantId: attribution.tenantId, changeId: attribution.changeId })
  try {
    await recordOrQueue(ledger.outcomes())
    if (trouble instanceof ServiceError && trouble.status === 401)
      await signedIn(() => Promise.reject(trouble), who.session, args)
    if (trouble && !(trouble instanceof ServiceError)) throw trouble
  } catch (error) {
    // Once a part is done, its form would be untrue as one that was not sent.
    if (error instanceof Response) throw new ChangeStarted(ledger.isNothingDone ? error : signInForChange(error, own))
    contextOf(args).log.error(
      { err: error, changeId: attribution.changeId },
      'a change was started and its outcome is unknown',
    )
    // The page of the change shows its progress, and keeps the typed form.
    throw new ChangeStarted(redirect(own, 303))
  }
  if (trouble instanceof ServiceError && ledger.isNothingDone)
    return (await conflictAfterSend(sending, trouble)) ?? refusedReply(sending, trouble)
  const allDone = ledger.outcomes().every((ending) => ending.outcome === 'done')
  return allDone ? (location ?? own) : own
}

/** Sends a call again, under its key, while the service waits for a controller. */
async function untilAnswered<Answer>(send: () => Promise<Answer>, deadline: number): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.isPending || Date.now() + pendingMs > deadline) throw error
      await pause(pendingMs)
    }
  }
}

/** Returns the change that this form continues, where it has unknown outcomes and is by the same person. */
async function unknownPrecedingChange<Form>({ attribution, posted }: Admitted<Form>): Promise<string | null> {
  const changeId = precedingChange(posted.key)
  if (!changeId) return null
  const { tenantId, mutation, actor } = attribution
  const { entries } = await findEntries({ tenantId, changeId, mutation, outcome: 'unknown', limit: 1 })
  return entries[0]?.actor.id === actor.id ? changeId : null
}

/** Returns the subjects with an unknown outcome that are as requested: a new plan has nothing left to do for them. */
async function verifyByReading<Form>(admitted: Admitted<Form>, subjects: readonly string[]): Promise<string[]> {
  const { args, change, planContext, who } = admitted
  if (subjects.length === 0) return []
  who.setBudget(maxReconcileMs)
  forgetReads(contextOf(args))
  try {
    const { rows, errors } = await change.plan(planContext)
    if (errors && Object.keys(errors).length > 0) return []
    const effects = new Map(rows.map(({ subject, effect }) => [subject.id, effect]))
    return subjects.filter((id) => effects.get(id) === 'same')
  } catch (error) {
    return change.options?.removes && isGone(error) ? [...subjects] : []
  }
}

/**
 * Handles a change by another person just before (4009), or on the controller itself (4802): returns the conflict, or
 * the current plan. Null for other errors.
 */
async function conflictAfterSend<Form>(agreed: Agreed<Form>, trouble: ServiceError) {
  const { args, change, planContext, posted, who } = agreed
  if (trouble.code !== '4009' && trouble.code !== '4802') return null
  forgetReads(contextOf(args))
  try {
    const plan = narrowPlan(await signedIn(() => change.plan(planContext), who.session, args), posted.only)
    const conflict = conflictIn(plan, posted)
    if (conflict) return conflictReply(posted, conflict)
    return change.options?.isDirect
      ? null
      : planReply({ ...agreed, view: planViewOf(plan, posted) }, { kind: 'moved' }, 409)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

function refusedReply<Form>(agreed: Agreed<Form>, trouble: ServiceError) {
  const problem = changeProblemFrom(trouble)
  const fieldErrors = problem.kind === 'refused' ? (agreed.change.options?.fieldErrorsFrom?.(trouble) ?? {}) : {}
  if (problem.kind === 'refused' && Object.keys(fieldErrors).length > 0)
    return formReply(agreed, replyStatusOf(trouble), { ...problem, fields: {} }, fieldErrors)
  if (!agreed.change.options?.isDirect || problem.kind !== 'refused')
    return replyWithPlan(agreed, problem, replyStatusOf(trouble))
  const { fields, ...rest } = problem
  return formReply(agreed, replyStatusOf(trouble), { ...rest, fields: {} }, fields)
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
