/**
 * The one way to change something (design §7). In this order: same-site, limits (the door), signed in,
 * permitted, form parsed, not already done, the plan still the one that was shown, intent on disk, work,
 * outcome on disk, 303. The pen, `write`, exists only inside `work`.
 */
import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { forgetRights } from '~/backend/person.server'
import { forgetReads, signedIn, type Visitor, visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type Input, send } from '~/backend/transport.server'
import type { Told } from '~/backend/write-answer'
import { flagFor, reasonFor } from '~/changes'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { may } from '~/permissions'
import { findEntries } from '~/trail/find-entries.server'
import type { TrailRecord } from '~/trail/record'
import { type Attribution, recordIntents, recordOrOwe } from '~/trail/trail.server'
import {
  drawnHere,
  filesOf,
  hide,
  inTenant,
  logAndGoOn,
  longestReason,
  noteRefusal,
  permit,
  received,
  sameSite,
  whyNot,
} from './admission.server'
import { strays } from './belonging.server'
import { keepChangeForm } from './change-forms.server'
import { conflictIn } from './conflict'
import type { Change, Desk } from './desk'
import { keepingForm, personKey } from './drafts.server'
import { withoutCopy } from './file-field'
import { speakInMessageKeys } from './form-errors'
import {
  type Asked,
  beginSending,
  bodyHash,
  CallKeys,
  type Claim,
  changeBefore,
  claim,
  findAnswer,
  type HeldClaim,
  release,
  settle,
} from './idempotency.server'
import { dropKeptFile, type KeptFile } from './kept-files.server'
import { keepReply } from './kept-replies.server'
import { Ledger } from './ledger'
import type { Looking } from './looking'
import { type ChangeProblem, metaFields, type Plan, type PlanRow, type PlanView } from './plan'
import { type Posted, readForm, withPlainLines } from './posted'
import {
  type Answer,
  conflictReply,
  type Errors,
  formReply,
  narrowed,
  nothingIn,
  planReply,
  problemFrom,
  statusOf,
  viewOf,
} from './replies.server'

speakInMessageKeys()

/** A call of a change may take so long, ms, where its service is given no less; and all of them together: what is left then is not sent. */
const longestCall = 60_000
/** As many things as one change may touch. */
const longestChange = 1_000
const longestWork = 5 * 60_000
/** So long may planning take, ms: some services are given 15 s for a call. */
const longestPlanning = 32_000
/** And reading whether what nobody answered was done after all. */
const longestLookingUp = 8_000

/** Carries out, plans or refuses the change a form asks for. Answers the page's reply, or throws a redirect. */
export async function mutate<Form>(args: ActionFunctionArgs, change: Change<Form>) {
  const isTold = sameSite(args.request)
  const { entries, problems } = await received(args, change)
  if (!isTold) drawnHere(args.request, entries)
  const posted = readForm(entries)
  const { looking } = contextOf(args)
  if (looking) throw await lookAgain(args, { change, posted, looking })
  const answer = await keepingForm(args, posted, () => carryThrough(args, change, posted, problems))
  if (change.isAnsweredHere !== true) await leadToReply(args, { change, posted }, answer)
  return answer
}

/** A plan or a form to go on with gets an address; what was wrong is an answer to the post that it was wrong in. */
async function leadToReply<Form>(
  args: ActionFunctionArgs,
  { change, posted }: { change: Change<Form>; posted: Posted },
  { data: reply, init }: Answer,
): Promise<void> {
  if (init?.status !== 200 || reply.stage === 'conflict') return
  const { session, context } = await visitor(args)
  const kept = { request: args.request, person: personKey(session.person), posted, mutation: change.name }
  const to = await keepReply(reply, kept).catch(logAndGoOn(context, 'a plan is not kept: it is the answer to its post'))
  if (to) throw redirect(to, 303)
}

/** Says what the form would do now, for who may do it; nothing is sent, nothing recorded, no page drawn. */
async function lookAgain<Form>(
  args: ActionFunctionArgs,
  { change, posted, looking }: { change: Change<Form>; posted: Posted; looking: Looking },
): Promise<Response> {
  const over = redirect('/', 303)
  const who = inTenant(await visitor(args), change.tenantId)
  who.grant(longestLookingUp)
  try {
    if ((await whyNot(args, change, who)) !== null) return over
    const submission = parse(change, posted)
    const { files, missing } = await filesOf(change, who.session, posted)
    if (submission.status !== 'success' || Object.keys(missing).length > 0) return over
    const desk = deskOf(who, { form: submission.value, files, only: posted.only })
    const plan = await change.plan(desk).catch((error: unknown) => {
      if (!change.removes || !isGone(error)) throw error
      return null
    })
    if (plan && (await strays(who.fresh, args.params, plan.rows))) return over
    const isPlanned = plan !== null && Object.keys(plan.errors ?? {}).length === 0
    Object.assign(looking, { rows: isPlanned ? plan.rows : [], isGone: plan === null, isRead: true })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
  return over
}

/** Only a service that says so itself knows that a thing is gone. */
const isGone = (error: unknown) => error instanceof ServiceError && error.status === 404 && error.body !== null

function deskOf<Form>(who: Visitor, { form, files, only }: Pick<Desk<Form>, 'form' | 'files' | 'only'>): Desk<Form> {
  const role = who.role ?? { role: 'no-access' as const, because: 'noRole' as const }
  return {
    form,
    files,
    only,
    session: who.session,
    person: who.person,
    role,
    language: who.language,
    features: who.features,
    may: (capability) => may(role.role, capability),
    read: who.fresh,
    catalogues: who.catalogues,
  }
}

async function carryThrough<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  posted: Posted,
  fileProblems: Errors,
) {
  const who = inTenant(await visitor(args), change.tenantId)
  who.grant(longestPlanning)
  let attribution: Attribution
  try {
    attribution = await permit(args, change, who, posted)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return formReply({ posted, submission: parse(change, posted) }, statusOf(error), problemFrom(error))
  }
  const submission = parse(change, posted)
  const { files, missing } = await filesOf(change, who.session, posted)
  if (Object.keys(missing).length > 0) {
    const before = await answerBefore(claimOf(personKey(who.session.person), change, posted, attribution)).catch(
      () => null,
    )
    if (before) throw redirect(before, 303)
  }
  const errors: Errors = { ...missing, ...fileProblems }
  if (posted.reason.length > longestReason) errors[metaFields.reason] = ['errors:field.tooLong']
  if (lacksReason(change, posted)) errors[metaFields.reason] = ['errors:change.reason']
  if (submission.status !== 'success' || Object.keys(errors).length > 0) {
    const found = submission.status === 'success' ? errors : { ...submission.error, ...errors }
    await noteRefusal(who.context, attribution, {
      subject: change.about,
      outcome: 'refused',
      detail: { because: 'invalid', fields: Object.keys(found) },
    })
    return formReply({ posted, submission }, 422, { kind: 'invalid' }, errors)
  }
  const returned = { posted, submission }
  const desk = deskOf(who, { form: submission.value, files, only: posted.only })
  if (posted.stage === 'edit') return formReply(returned, 200, null)

  let claimed: HeldClaim | null = null
  const wanted = posted.stage === 'apply' ? claimOf(personKey(who.session.person), change, posted, attribution) : null
  if (wanted) {
    const uncaught = logAndGoOn(who.context, 'a key could not be claimed: nothing was sent')
    let found = await claim(wanted).catch(uncaught)
    if (found?.state === 'other' && change.isDirect) found = await claim(againUnder(wanted)).catch(uncaught)
    if (found?.state === 'done') {
      await dropAll(files)
      throw redirect(found.location, 303)
    }
    if (found?.state === 'running' && found.asked) throw await leadToFirst(found.asked, { args, posted, who })
    if (found?.state === 'running') return formReply(returned, 409, { kind: 'busy' })
    // The same key with another body is a new change: it is planned anew and gets a key of its own.
    if (found?.state === 'other') posted.stage = 'plan'
    if (found?.state === 'mine') claimed = found.held
  }
  const turn = { args, change, desk, attribution, ...returned, who, claimed }
  const done = await planOrWork(turn).catch(async (error: unknown) => {
    if (error instanceof Begun) throw error.reason
    if (claimed) await release(claimed).catch(() => undefined)
    if (error instanceof Response && isHidden(error.status)) await dropAll(files)
    throw error
  })
  const kept = logAndGoOn(who.context, 'a key stays taken until its lease ends')
  if (typeof done !== 'string') {
    if (claimed) await release(claimed).catch(kept)
    return done
  }
  if (claimed) await settle(claimed, done).catch(kept)
  await dropAll(files)
  throw redirect(done, 303)
}

/** Where the first post does it, a reason that is always asked for is missing beside whatever else is. */
function lacksReason<Form>({ isDirect, name }: Change<Form>, { stage, reason }: Posted): boolean {
  return isDirect === true && stage === 'apply' && reasonFor(name) === 'required' && !reason
}

/** What the form is about is not there for whoever sent it: nothing leads back to its files. */
const isHidden = (status: number) => status === 403 || status === 404

/** They are gone in an hour anyway. */
async function dropAll(files: Readonly<Record<string, KeptFile>>): Promise<void> {
  await Promise.allSettled(Object.values(files).map(dropKeptFile))
}

function parse<Form>(change: Change<Form>, posted: Posted): Submission<Form> {
  const formData = new FormData()
  for (const [name, value] of posted.fields) formData.append(name, value)
  try {
    return parseWithZod(formData, { schema: change.form })
  } catch {
    throw new Response(null, { status: 400 })
  }
}

/** To the page of the change that the same form asked for before: it tells how that goes on, and what was typed is kept there. */
async function leadToFirst(
  asked: Asked,
  { args, posted, who }: { args: ActionFunctionArgs; posted: Posted; who: Visitor },
): Promise<Response> {
  await keepChangeForm(asked, { request: args.request, posted, person: personKey(who.session.person) }).catch(
    logAndGoOn(who.context, 'a form that was sent again is not kept'),
  )
  return redirect(href('change', { tenantId: asked.tenantId, changeId: asked.changeId }), 303)
}

function claimOf<Form>(
  person: string,
  { name: mutation, files = {} }: Change<Form>,
  posted: Posted,
  { tenantId, changeId }: Attribution,
): Claim | null {
  if (!posted.key) return null
  const fields = posted.fields.map(
    ([name, value]) => [name, withPlainLines(name in files ? withoutCopy(value) : value)] as const,
  )
  return {
    person,
    mutation,
    key: posted.key,
    tenantId,
    changeId,
    bodyHash: bodyHash([...fields, ['reason', posted.reason], ['plan', posted.planHash]]),
  }
}

/** The same key with another body, where the first post does the change: a new change under a key of its own. */
function againUnder(claimed: Claim): Claim {
  return { ...claimed, key: `${claimed.key}~${claimed.bodyHash.slice(0, 32)}` }
}

/** Where the same form led that was sent before; null where it was not. */
async function answerBefore(wanted: Claim | null): Promise<string | null> {
  const found = wanted && ((await findAnswer(wanted)) ?? (await findAnswer(againUnder(wanted))))
  return found === null || typeof found === 'string' ? found : href('change', { ...found })
}

interface Turn<Form> {
  args: ActionFunctionArgs
  change: Change<Form>
  desk: Desk<Form>
  attribution: Attribution
  posted: Posted
  submission: Submission<Form>
  who: Visitor
  /** Null where there is nothing to apply, or the store took no claim. */
  claimed: HeldClaim | null
}

/** What a plan that stands goes on with. */
interface Planned<Form> extends Turn<Form> {
  plan: Plan
  view: PlanView
  reasonAsked: boolean
}

/** A plan to look at, a refusal, or the address of the page that shows what was done. */
async function planOrWork<Form>(turn: Turn<Form>) {
  const { args, change, desk, attribution, posted, who, claimed } = turn
  const note = (detail: Record<string, unknown>) =>
    noteRefusal(contextOf(args), attribution, { subject: change.about, outcome: 'refused', detail })
  let plan: Plan
  let isStray: boolean
  try {
    plan = narrowed(await signedIn(() => change.plan(desk), who.session, args), posted.only)
    isStray = await strays(desk.read, args.params, plan.rows)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (posted.stage === 'apply') await note({ because: 'planUnavailable', code: error.code, service: error.service })
    const problem = problemFrom(error)
    // A file waits for a service that is down, not for one that refuses what the form is about.
    if (problem.kind === 'refused') await dropAll(desk.files)
    return formReply(turn, statusOf(error), problem)
  }
  if (isStray) return hide(args, change, who, posted)
  if (plan.errors && Object.keys(plan.errors).length > 0) {
    await note({ because: 'invalid', fields: Object.keys(plan.errors) })
    return formReply(turn, 422, { kind: 'invalid' }, plan.errors)
  }
  const conflict = conflictIn(plan, posted)
  if (conflict) {
    if (posted.stage === 'apply') await note({ because: 'stale', fields: conflict.fields.map(({ name }) => name) })
    return conflictReply(posted, conflict)
  }
  const view = viewOf(plan, posted)
  const reasonAsked =
    reasonFor(change.name) === 'required' || (reasonFor(change.name) === 'whenPlanSays' && plan.needsReason === true)
  const planned = { ...turn, plan, view, reasonAsked }
  const touched = plan.rows.filter((row) => row.effect === 'change')
  const flag = flagFor(change.name, touched.length)
  const refuse = async (problem: ChangeProblem, status: number) => {
    if (posted.stage === 'apply') await note({ because: problem.kind })
    return showAgain(planned, problem, status)
  }
  if (touched.length === 0) return refuse(nothingIn(plan, change), posted.stage === 'apply' ? 422 : 200)
  if (flag && !desk.features[flag]) return refuse({ kind: 'flag' }, 422)
  if (posted.stage !== 'apply') return showAgain(planned, null, 200)
  if (!claimed) return showAgain(planned, { kind: 'trail' }, 503)
  if (!change.isDirect && view.hash !== posted.planHash) return refuse({ kind: 'moved' }, 409)
  if (reasonAsked && !posted.reason) return refuse({ kind: 'reason' }, 422)

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
    return showAgain(planned, { kind: 'trail' }, 503)
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
    return showAgain(planned, { kind: isOurs === false ? 'busy' : 'trail' }, isOurs === false ? 409 : 503)
  }
  await keepChangeForm(attribution, { request: args.request, posted, person: personKey(who.session.person) }).catch(
    logAndGoOn(context, 'the rest of this change cannot be tried again by itself'),
  )
  return carryOut({ ...planned, intents })
}

/** Back to the person: with the plan, or with the form where there is no plan to look at. */
function showAgain<Form>(turn: Planned<Form>, problem: ChangeProblem | null, status: number) {
  if (!turn.change.isDirect) return planReply(turn, problem, status)
  return problem?.kind === 'reason'
    ? formReply(turn, status, { kind: 'invalid' }, { [metaFields.reason]: ['errors:change.reason'] })
    : formReply(turn, status, problem)
}

async function carryOut<Form>(turn: Planned<Form> & { intents: TrailRecord[] }) {
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
    // Its page says how far it came and goes on asking; what was typed is kept there.
    throw new Begun(redirect(href('change', { tenantId: attribution.tenantId, changeId: attribution.changeId }), 303))
  }
  if (trouble instanceof ServiceError && ledger.nothingDone)
    return (await overtaken(turn, trouble)) ?? refusedReply(turn, trouble)
  const allDone = ledger.endings().every((ending) => ending.outcome === 'done')
  const own = href('change', { tenantId: attribution.tenantId, changeId: attribution.changeId })
  return allDone ? (location ?? own) : own
}

/** The change that the form goes on with, where something of it is not known and it was the same person's. */
async function unknownBefore<Form>({ attribution, posted }: Turn<Form>): Promise<string | null> {
  const changeId = changeBefore(posted.key)
  if (!changeId) return null
  const { entries } = await findEntries({ tenantId: attribution.tenantId, changeId, limit: longestChange })
  const isOwn = entries.some(
    ({ actor, mutation, ending }) =>
      actor.id === attribution.actor.id && mutation === attribution.mutation && ending?.outcome === 'unknown',
  )
  return isOwn ? changeId : null
}

/** Those subjects that are as was asked for, though nobody answered: planned anew, nothing is left to do for them. */
async function foundDone<Form>(turn: Turn<Form>, subjects: readonly string[]): Promise<string[]> {
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

/** Somebody else was faster by a moment (4009): the conflict, or the plan as it is now. Null for other trouble. */
async function overtaken<Form>(turn: Planned<Form>, trouble: ServiceError) {
  const { args, change, desk, posted, who } = turn
  if (trouble.code !== '4009') return null
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

function refusedReply<Form>(turn: Planned<Form>, trouble: ServiceError) {
  const problem = problemFrom(trouble)
  if (!turn.change.isDirect || problem.kind !== 'refused') return showAgain(turn, problem, statusOf(trouble))
  const { fields, ...rest } = problem
  return formReply(turn, statusOf(trouble), { ...rest, fields: {} }, fields)
}

/** Trouble after something was sent: the key stays taken, so that a second click cannot do it twice. */
class Begun extends Error {
  constructor(readonly reason: Response) {
    super('a change was begun')
  }
}

/** What makes a call another one. */
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
