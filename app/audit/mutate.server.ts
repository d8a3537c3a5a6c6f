/**
 * The one way to change something (design §7). In this order: same-site, limits (the door), signed in,
 * permitted, form parsed, not already done, the plan still the one that was shown, intent on disk, work,
 * outcome on disk, 303. The pen, `write`, exists only inside `work`.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import type { z } from 'zod'
import type { BodyOf, ReadEndpoint, ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { nilId } from '#contracts/permissions'
import type { Catalogues } from '~/backend/catalogues.server'
import { forgetRights, type Person, roleAt } from '~/backend/person.server'
import { forgetReads, signedIn, type Visitor, visitor } from '~/backend/reader.server'
import { problemOf, ServiceError } from '~/backend/service-error'
import { type Bearer, type Input, send } from '~/backend/transport.server'
import { config } from '~/config.server'
import type { EffectiveRole } from '~/domain/effective-role'
import { contextOf, type RequestContext } from '~/door/context'
import { checkSameSite } from '~/door/cross-site'
import type { Features } from '~/features'
import { href } from '~/hrefs'
import { capabilitiesFor, flagFor, isOwn, type MutationName, reasonFor } from '~/mutations'
import { type Capability, may } from '~/permissions'
import { canonical } from './chain.server'
import { keepChangeForm } from './change-forms.server'
import { type Conflict, conflictIn } from './conflict'
import { keepingForm } from './drafts.server'
import type { FileFields } from './file-field'
import { speakInMessageKeys } from './form-errors'
import { bodyHash, type Claim, claim, newKey, release, settle } from './idempotency.server'
import { dropKeptFile, findKeptFile, type KeptFile } from './kept-files.server'
import { Ledger } from './ledger'
import { type ChangeProblem, type ChangeReply, metaFields, type Plan, type PlanRow, type PlanView } from './plan'
import { formFields, type Posted, readForm, withoutSecrets } from './posted'
import { receive } from './receive.server'
import type { Subject, TrailRecord } from './record'
import { isSecret } from './redact'
import { type Deed, recordIntents, recordOrOwe, recordRefusal } from './trail.server'

speakInMessageKeys()

/** What planning and work may use: everything a loader has, with trouble thrown as ServiceError. */
export interface Desk<Form> {
  form: Form
  /** The files that came with the form, by the name of their field. */
  files: Readonly<Record<string, KeptFile>>
  person: Person
  role: EffectiveRole
  language: 'en' | 'fr'
  features: Features
  may(capability: Capability): boolean
  read<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  catalogues(): Promise<Catalogues>
}

export interface WorkDesk<Form> extends Desk<Form> {
  plan: Plan
  changeId: string
  /** Why, in the person's words. */
  reason: string | null
  /** Sends one call, once. `subjects` names whom it concerns, when not everyone. */
  write<E extends WriteEndpoint>(
    endpoint: E,
    input: Input<E> & { body?: BodyOf<E> },
    subjects?: readonly string[],
  ): Promise<ReplyOf<E>>
  /** Says how it ended for one subject, where that is not `done` for all. */
  ended(subjectId: string, outcome: 'done' | 'failed' | 'unknown', detail?: Record<string, unknown>): void
  /** Names the thing a subject turned out to be, once the service has given it an id. */
  became(subjectId: string, thing: Subject): void
}

export interface Change<Form> {
  name: MutationName
  /** Whose page the form is on: the subject of a refusal. */
  about: Subject
  /** For the edit or creation of one thing: the first post does it, without a plan in between. */
  isDirect?: boolean
  /** The tenant it is about, for pages without one in their address: its trail, and the role held there. */
  tenantId?: string
  /** The fields that take a file; the page is named in `withFiles` of the paths. */
  files?: FileFields
  /** Posted names to what `plan` and `work` get; messages are keys. */
  form: z.ZodType<Form>
  /** What will happen, per subject, read afresh. */
  plan(desk: Desk<Form>): Promise<Plan>
  /** Does it and says which page shows it; the change's own page where it says nothing. */
  work(desk: WorkDesk<Form>): Promise<string | undefined>
}

const longestReason = 500

/** Carries out, plans or refuses the change a form asks for. Answers the page's reply, or throws a redirect. */
export async function mutate<Form>(args: ActionFunctionArgs, change: Change<Form>) {
  sameSite(args.request)
  const { entries, problems } = await received(args, change)
  const posted = readForm(entries)
  return keepingForm(args, posted, () => carryThrough(args, change, posted, problems))
}

/** What was posted. A file is taken in from those only who may make the change, and rights are read anew after it. */
async function received<Form>(args: ActionFunctionArgs, change: Change<Form>) {
  const { request } = args
  if (!change.files || !request.headers.get('content-type')?.startsWith('multipart/'))
    return { entries: await formFields(request), problems: {} }
  async function admit(): Promise<string | null> {
    try {
      const who = standingIn(await visitor(args), change.tenantId)
      return whyNot(change, who) === null ? who.session.id : null
    } catch (error) {
      // Who is not signed in is told so below, with what was typed.
      if (error instanceof Response) return null
      throw error
    }
  }
  const taken = await receive(request, { files: change.files, admit })
  forgetReads(contextOf(args))
  return taken
}

async function carryThrough<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  posted: Posted,
  fileProblems: Errors,
) {
  const who = standingIn(await visitor(args), change.tenantId)
  const deed = deedOf(args, change, who, posted)
  await permit(change, who, deed)

  const submission = parse(change, posted)
  const { files, missing } = await filesOf(change, who.session.id, posted)
  const errors: Errors = { ...missing, ...fileProblems }
  if (posted.reason.length > longestReason) errors[metaFields.reason] = ['errors:field.tooLong']
  if (submission.status !== 'success' || Object.keys(errors).length > 0) {
    const found = submission.status === 'success' ? errors : { ...submission.error, ...errors }
    await noteRefusal(who.context, deed, {
      subject: change.about,
      outcome: 'refused',
      detail: { because: 'invalid', fields: Object.keys(found) },
    })
    return formReply({ posted, submission }, 422, { kind: 'invalid' }, errors)
  }
  const returned = { posted, submission }
  const role = who.role ?? { role: 'no-access' as const, because: 'noRole' as const }
  const desk: Desk<Form> = {
    form: submission.value,
    files,
    person: who.person,
    role,
    language: who.language,
    features: who.features,
    may: (capability) => may(role.role, capability),
    read: who.fresh,
    catalogues: who.catalogues,
  }
  if (posted.stage === 'edit') return formReply(returned, 200, null)

  let claimed = posted.stage === 'apply' ? claimOf(who.session.id, change.name, posted) : null
  if (claimed) {
    const uncaught = unwritten(who.context, 'a key could not be claimed: nothing was sent')
    let found = await claim(claimed).catch(uncaught)
    if (found?.state === 'other' && change.isDirect) {
      claimed = { ...claimed, key: `${claimed.key}~${claimed.bodyHash.slice(0, 32)}` }
      found = await claim(claimed).catch(uncaught)
    }
    if (found?.state === 'done') throw redirect(found.location, 303)
    if (found?.state === 'running') return formReply(returned, 409, { kind: 'busy' })
    // The same key with another body is a new change: it is planned anew and gets a key of its own.
    if (found?.state === 'other') posted.stage = 'plan'
    if (found?.state !== 'mine') claimed = null
  }
  const { bearer, session } = who
  const turn = { args, change, desk, deed, ...returned, bearer, session, claimed }
  const done = await planOrWork(turn).catch(async (error: unknown) => {
    if (error instanceof Begun) throw error.reason
    if (claimed) await release(claimed).catch(() => undefined)
    throw error
  })
  const kept = unwritten(who.context, 'a key stays taken until its lease ends')
  if (typeof done !== 'string') {
    if (claimed) await release(claimed).catch(kept)
    return done
  }
  if (claimed) await settle(claimed, done).catch(kept)
  await Promise.all(Object.values(files).map(dropKeptFile))
  throw redirect(done, 303)
}

/** The files that the fields tell of; a field whose file is no longer there says so. */
async function filesOf<Form>(change: Change<Form>, owner: string, posted: Posted) {
  const files: Record<string, KeptFile> = {}
  const missing: Errors = {}
  for (const [name, field] of Object.entries(change.files ?? {})) {
    const value = posted.fields.find(([one]) => one === name)?.[1]
    if (field.isText || !value) continue
    const file = await findKeptFile(owner, value)
    if (file) files[name] = file
    else missing[name] = ['errors:upload.gone']
  }
  return { files, missing }
}

/** What the store did not take while the answer can do without it. */
function unwritten(context: RequestContext, message: string) {
  return (error: unknown): undefined => {
    context.log.error({ err: error }, message)
  }
}

/** Asked at the door already; asked again because under `remix-serve` there is no door. */
function sameSite(request: Request): void {
  try {
    checkSameSite(request.method, Object.fromEntries(request.headers), config().publicOrigin)
  } catch {
    throw new Response(null, { status: 403 })
  }
}

type Errors = Record<string, string[]>

function parse<Form>(change: Change<Form>, posted: Posted): Submission<Form> {
  const formData = new FormData()
  for (const [name, value] of posted.fields) formData.append(name, value)
  try {
    return parseWithZod(formData, { schema: change.form })
  } catch {
    throw new Response(null, { status: 400 })
  }
}

/** Who may not is told so, 404 for what is hidden and 403 inside, and it is on record (design §8, §9). */
async function permit<Form>(change: Change<Form>, who: Visitor, deed: Deed): Promise<void> {
  const because = whyNot(change, who)
  if (because === null) return
  await noteRefusal(who.context, deed, { subject: change.about, outcome: 'denied', detail: { because } })
  throw new Response(null, { status: because === 'role' ? 403 : 404 })
}

function whyNot<Form>(change: Change<Form>, who: Visitor): 'hidden' | 'flag' | 'role' | null {
  // An address that names no tenant hides nothing: there, whoever has no role may what everyone may.
  const role = who.role ?? (change.tenantId === undefined ? null : { role: 'no-access' as const })
  if (role === null) return 'hidden'
  const flag = flagFor(change.name)
  const self = isOwn(change.name)
  if (!capabilitiesFor(change.name).some((one) => may(role.role, one, { self }))) return 'role'
  return flag && !who.features[flag] ? 'flag' : null
}

/** Whoever asks, with the role and the headers of a tenant that the address does not name. */
function standingIn(who: Visitor, tenantId: string | undefined): Visitor {
  return tenantId ? { ...who, role: roleAt(who.person, { tenantId }), bearer: { ...who.bearer, tenantId } } : who
}

/** The trail a change belongs to: the tenant of the address, or the person's own where that one is hidden. */
function deedOf<Form>(args: ActionFunctionArgs, change: Change<Form>, who: Visitor, posted: Posted): Deed {
  const { params } = args
  const hidden = who.role === null
  const own = who.person.info.tenants.map(({ tenantId }) => tenantId)
  const ownHere = own.find((id) => id === change.tenantId) ?? own[0]
  return {
    tenantId: (hidden ? ownHere : (change.tenantId ?? params.tenantId)) ?? nilId,
    customerId: hidden ? null : (params.customerId ?? null),
    changeId: randomUUID(),
    requestId: who.context.requestId,
    actor: {
      id: who.person.id,
      issuer: who.session.person.issuer,
      name: who.person.fullName,
      role: who.role?.role ?? 'no-access',
    },
    mutation: change.name,
    reason: posted.reason.slice(0, longestReason) || null,
    address: who.context.address,
    userAgent: who.context.userAgent.slice(0, 300),
  }
}

/** A refusal that cannot be recorded stays the answer, with what was filled in: nothing was sent either way. */
async function noteRefusal(
  context: RequestContext,
  deed: Deed,
  refusal: Parameters<typeof recordRefusal>[1],
): Promise<void> {
  await recordRefusal(deed, refusal).catch(unwritten(context, 'a refusal is not on record'))
}

function claimOf(sessionId: string, mutation: string, posted: Posted): Claim | null {
  if (!posted.key) return null
  return {
    person: sessionId,
    mutation,
    key: posted.key,
    bodyHash: bodyHash([...posted.fields, ['reason', posted.reason], ['plan', posted.planHash]]),
  }
}

interface Turn<Form> {
  args: ActionFunctionArgs
  change: Change<Form>
  desk: Desk<Form>
  deed: Deed
  posted: Posted
  submission: Submission<Form>
  bearer: Bearer
  session: Visitor['session']
  /** Null where there is nothing to apply, or the store took no claim. */
  claimed: Claim | null
}

/** What a plan that stands goes on with. */
interface Planned<Form> extends Turn<Form> {
  plan: Plan
  view: PlanView
  reasonAsked: boolean
}

/** A plan to look at, a refusal, or the address of the page that shows what was done. */
async function planOrWork<Form>(turn: Turn<Form>) {
  const { args, change, desk, deed, posted, session, claimed } = turn
  const note = (detail: Record<string, unknown>) =>
    noteRefusal(contextOf(args), deed, { subject: change.about, outcome: 'refused', detail })
  let plan: Plan
  try {
    plan = narrowed(await signedIn(() => change.plan(desk), session, args.request), posted.only)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (posted.stage === 'apply') await note({ because: 'planUnavailable', code: error.code, service: error.service })
    return formReply(turn, statusOf(error), problemFrom(error))
  }
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
    return comeBack(planned, problem, status)
  }
  if (touched.length === 0) return refuse(nothingIn(plan, change), posted.stage === 'apply' ? 422 : 200)
  if (flag && !desk.features[flag]) return refuse({ kind: 'flag' }, 422)
  if (posted.stage !== 'apply') return comeBack(planned, null, 200)
  if (!claimed) return comeBack(planned, { kind: 'trail' }, 503)
  if (!change.isDirect && view.hash !== posted.planHash) return refuse({ kind: 'moved' }, 409)
  if (reasonAsked && !posted.reason) return refuse({ kind: 'reason' }, 422)

  let intents: TrailRecord[]
  try {
    intents = await recordIntents(
      deed,
      touched.map((row) => ({
        subject: row.subject,
        before: row.before === undefined ? fieldsOf(row, 'from') : row.before,
        after: row.after === undefined ? fieldsOf(row, 'to') : row.after,
      })),
    )
  } catch (error) {
    contextOf(args).log.error({ err: error }, 'the trail cannot be written: nothing was sent')
    return comeBack(planned, { kind: 'trail' }, 503)
  }
  if (!change.isDirect)
    await keepChangeForm(deed, args.request, posted).catch(
      unwritten(contextOf(args), 'the rest of this change cannot be tried again by itself'),
    )
  return carryOut({ ...planned, intents })
}

/** The plan for some of its subjects only, when the rest of a change is tried again. */
function narrowed(plan: Plan, only: readonly string[]): Plan {
  return only.length === 0 ? plan : { ...plan, rows: plan.rows.filter(({ subject }) => only.includes(subject.id)) }
}

/** Why a plan changes nothing: a direct change has no plan to show the reason in. */
function nothingIn<Form>(plan: Plan, change: Change<Form>): ChangeProblem {
  const skipped = change.isDirect ? plan.rows.find(({ effect }) => effect === 'skip') : undefined
  return skipped?.because ? { kind: 'skipped', because: skipped.because } : { kind: 'nothing' }
}

/** Back to the person: with the plan, or with the form where there is no plan to look at. */
function comeBack<Form>(turn: Planned<Form>, problem: ChangeProblem | null, status: number) {
  if (!turn.change.isDirect) return planReply(turn, problem, status)
  return problem?.kind === 'reason'
    ? formReply(turn, status, { kind: 'invalid' }, { [metaFields.reason]: ['errors:change.reason'] })
    : formReply(turn, status, problem)
}

async function carryOut<Form>(turn: Planned<Form> & { intents: TrailRecord[] }) {
  const { args, change, desk, deed, plan, intents, session } = turn
  const ledger = new Ledger(intents)
  const writer = { ...turn.bearer, deadline: Date.now() + 60_000 }
  let sent = 0
  async function write<E extends WriteEndpoint>(
    endpoint: E,
    input: Input<E>,
    subjects?: readonly string[],
  ): Promise<ReplyOf<E>> {
    const started = performance.now()
    sent += 1
    const note = (status: number | null) =>
      ledger.call(subjects, {
        method: endpoint.method,
        path: pathOf(endpoint, input),
        status,
        ms: Math.round(performance.now() - started),
      })
    try {
      const answer = await send(endpoint, input, { ...writer, idempotencyKey: `${deed.changeId}-${sent}` })
      note(answer.status)
      return answer.reply
    } catch (error) {
      note(error instanceof ServiceError && error.trouble === null ? error.status : null)
      throw error
    }
  }
  const { ended, became } = ledger
  const work = { ...desk, plan, changeId: deed.changeId, reason: deed.reason, write, ended, became }
  let location: string | undefined
  let trouble: unknown = null
  try {
    location = await change.work(work)
  } catch (error) {
    trouble = error
    ledger.blame(error)
  }
  forgetRights()
  try {
    await recordOrOwe(ledger.endings())
    if (trouble instanceof ServiceError && trouble.status === 401)
      await signedIn(() => Promise.reject(trouble), session, args.request)
    if (trouble && !(trouble instanceof ServiceError)) throw trouble
  } catch (error) {
    if (error instanceof Response) throw new Begun(error)
    contextOf(args).log.error(
      { err: error, changeId: deed.changeId },
      'a change was begun and its outcome is not known',
    )
    throw new Begun(Response.json({ problem: { outcome: 'unknown', changeId: deed.changeId } }, { status: 503 }))
  }
  if (trouble instanceof ServiceError && ledger.nothingDone)
    return (await overtaken(turn, trouble)) ?? refusedReply(turn, trouble)
  const allDone = ledger.endings().every((ending) => ending.outcome === 'done')
  const own = href('change', { tenantId: deed.tenantId, changeId: deed.changeId })
  return allDone ? (location ?? own) : own
}

/** Somebody else was faster by a moment (4009): the conflict, or the plan as it is now. Null for other trouble. */
async function overtaken<Form>(turn: Planned<Form>, trouble: ServiceError) {
  const { args, change, desk, posted, session } = turn
  if (trouble.code !== '4009') return null
  forgetReads(contextOf(args))
  try {
    const plan = narrowed(await signedIn(() => change.plan(desk), session, args.request), posted.only)
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
  if (!turn.change.isDirect || problem.kind !== 'refused') return comeBack(turn, problem, statusOf(trouble))
  const { fields, ...rest } = problem
  return formReply(turn, statusOf(trouble), { ...rest, fields: {} }, fields)
}

/** Trouble after something was sent: the key stays taken, so that a second click cannot do it twice. */
class Begun extends Error {
  constructor(readonly reason: Response) {
    super('a change was begun')
  }
}

function pathOf<E extends WriteEndpoint>(endpoint: E, input: Input<E>): string {
  const params = (input.path ?? {}) as Record<string, string>
  return endpoint.path.replace(/\{(\w+)\}/g, (_: string, name: string) => params[name] ?? '')
}

function fieldsOf(row: PlanRow, side: 'from' | 'to'): Record<string, string | null> {
  return Object.fromEntries(row.fields.map((field) => [field.name, field[side]]))
}

function viewOf(plan: Plan, posted: Posted): PlanView {
  const short = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')
  const rowHashes = plan.rows.map(({ subject, effect, because, fields, version }) =>
    short([subject.id, effect, because ?? null, fields, version ?? null]).slice(0, 12),
  )
  const shown = new Set(posted.rowHashes)
  const moved =
    posted.rowHashes.length === 0
      ? []
      : plan.rows.filter((_, at) => !shown.has(rowHashes[at] as string)).map((row) => row.subject.id)
  const fields = withoutSecrets(posted.fields).map((field) => field.join('='))
  return { ...plan, hash: short([rowHashes, fields.sort()]), rowHashes, moved }
}

/** The form for Conform: what was filled in, but for secrets, and what is wrong with it. */
function formReply<Form>(
  { posted, submission }: { posted: Posted; submission: Submission<Form> },
  status: number,
  problem: ChangeProblem | null,
  errors: Errors = {},
) {
  const hideFields = [...new Set(posted.fields.map(([name]) => name).filter(isSecret))]
  const reply: ChangeReply = {
    stage: 'form',
    submission: submission.reply({ fieldErrors: errors, hideFields }),
    problem,
    reason: posted.reason,
    key: newKey(),
    original: posted.original,
  }
  return data(reply, { status })
}

function conflictReply(posted: Posted, { fields, current }: Conflict) {
  const reply: ChangeReply = {
    stage: 'conflict',
    conflicts: fields,
    fields: withoutSecrets(posted.fields),
    original: posted.original ?? current,
    current,
    problem: { kind: posted.open.length > 0 ? 'choose' : 'stale' },
    reason: posted.reason,
    key: newKey(),
  }
  return data(reply, { status: 409 })
}

function planReply<Form>({ posted, view, reasonAsked }: Planned<Form>, problem: ChangeProblem | null, status: number) {
  const rows = view.rows.map(({ before: _, after: __, ...row }) => row)
  const reply: ChangeReply = {
    stage: 'plan',
    // A secret is asked for beside the plan, not carried through it.
    fields: withoutSecrets(posted.fields),
    plan: { ...view, rows, current: undefined },
    problem,
    reason: posted.reason,
    key: newKey(),
    reasonAsked,
    only: posted.only,
  }
  return data(reply, { status })
}

function problemFrom(error: ServiceError): ChangeProblem {
  if (error.isDown || error.trouble || error.status >= 500) return { kind: 'unavailable', problem: problemOf(error) }
  return {
    kind: 'refused',
    problem: problemOf(error),
    fields: error.fields,
    entities: error.entities.map((entity) => ({
      id: entity.entityId,
      key: entity.key ?? null,
      type: entity.details?.type ?? null,
      field: entity.details?.field ?? null,
    })),
  }
}

function statusOf(error: ServiceError): number {
  return error.status === 500 ? 502 : error.status === 404 ? 409 : error.status
}
