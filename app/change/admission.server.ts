/** Before anything of a change is looked at: where it was posted from, who posts it, what came with it, and whether they may. */
import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import { nilId } from '#contracts/permissions'
import { roleAt } from '~/backend/person.server'
import { forgetReads, type Visitor, visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { capabilitiesFor, flagFor, isOwn } from '~/changes'
import { config } from '~/config.server'
import { contextOf, type RequestContext } from '~/door/context'
import { checkSameSite } from '~/door/cross-site'
import { isMultipart } from '~/door/form-type'
import { may } from '~/permissions'
import { isFormToken } from '~/session/form-token.server'
import type { Session } from '~/session/session.server'
import { actorIn } from '~/trail/actor.server'
import { type Attribution, recordRefusal } from '~/trail/trail.server'
import { isWhole } from './belonging.server'
import type { Change } from './desk'
import { personKey } from './drafts.server'
import { findKeptFile, type KeptFile, type Owner } from './kept-files.server'
import { metaFields } from './plan'
import { type Fields, formFields, type Posted } from './posted'
import { receive } from './receive.server'
import type { Errors } from './replies.server'

/** Characters. */
export const longestReason = 500

/** What was posted. A file is taken in from those only who may make the change, and rights are read anew after it. */
export async function received<Form>(args: ActionFunctionArgs, change: Change<Form>) {
  const { request } = args
  if (!change.files || !isMultipart(request.headers.get('content-type')))
    return { entries: await formFields(request), problems: {} }
  async function admit(): Promise<Owner | null> {
    try {
      const who = inTenant(await visitor(args), change.tenantId)
      return (await whyNot(args, change, who)) === null ? ownerOf(change, who.session) : null
    } catch (error) {
      // Who is not signed in, and where nobody can say, is told below, with what was typed.
      if (error instanceof Response || error instanceof ServiceError) return null
      throw error
    }
  }
  const taken = await receive(request, { files: change.files, admit })
  forgetReads(contextOf(args))
  return taken
}

function ownerOf<Form>({ name, about }: Change<Form>, { person }: Session): Owner {
  return { person: personKey(person), form: `${name} ${about.id}` }
}

/** The files that the fields tell of; a field whose file is no longer there says so. */
export async function filesOf<Form>(change: Change<Form>, session: Session, posted: Posted) {
  const files: Record<string, KeptFile> = {}
  const missing: Errors = {}
  for (const [name, field] of Object.entries(change.files ?? {})) {
    const value = posted.fields.find(([one]) => one === name)?.[1]
    if (field.isText || !value) continue
    const file = await findKeptFile(ownerOf(change, session), value)
    if (file) files[name] = file
    else missing[name] = ['errors:upload.gone']
  }
  return { files, missing }
}

/** What the store did not take while the answer can do without it. */
export function logAndGoOn(context: RequestContext, message: string) {
  return (error: unknown): undefined => {
    context.log.error({ err: error }, message)
  }
}

/** Asked at the door already; asked again because under `remix-serve` there is no door. */
export function sameSite(request: Request): boolean {
  try {
    return checkSameSite(request.method, Object.fromEntries(request.headers), config().publicOrigin)
  } catch {
    throw new Response(null, { status: 403 })
  }
}

/** What a form says of itself where its browser said nothing; one with a file is read before that can be asked. */
export function drawnHere(request: Request, entries: Fields): void {
  const token = entries.find(([name]) => name === metaFields.token)?.[1] ?? ''
  if (!isFormToken(token, request)) throw new Response(null, { status: 403 })
}

/** Refuses who may not: 404 for what is hidden, 403 inside, and it is on record (design §8, §9). */
export async function permit<Form>(args: ActionFunctionArgs, change: Change<Form>, who: Visitor, posted: Posted) {
  const because = await whyNot(args, change, who)
  if (because === 'hidden') return hide(args, change, who, posted)
  const attribution = attributionOf(args, change, who, posted)
  if (because === null) return attribution
  await noteRefusal(who.context, attribution, { subject: change.about, outcome: 'denied', detail: { because } })
  throw new Response(null, { status: because === 'role' ? 403 : 404 })
}

/** As if it were not there; on record where whoever asks is at home. */
export async function hide<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  who: Visitor,
  posted: Posted,
): Promise<never> {
  const attribution = attributionOf(args, change, who, posted, { isHidden: true })
  await noteRefusal(who.context, attribution, {
    subject: change.about,
    outcome: 'denied',
    detail: { because: 'hidden' },
  })
  throw new Response(null, { status: 404 })
}

/** Why the change is not this person's to make; null where it is. Throws ServiceError where nobody can say. */
export async function whyNot<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  who: Visitor,
): Promise<'hidden' | 'flag' | 'role' | null> {
  // An address that names no tenant hides nothing: there, whoever has no role may what everyone may.
  const role = who.role ?? (change.tenantId === undefined ? null : { role: 'no-access' as const })
  if (role === null) return 'hidden'
  const flag = flagFor(change.name)
  const self = isOwn(change.name)
  if (!capabilitiesFor(change.name).some((one) => may(role.role, one, { self }))) return 'role'
  if (!(await isWhole(who.fresh, args.params))) return 'hidden'
  return flag && !who.features[flag] ? 'flag' : null
}

/** Whoever asks, with the role and the headers of a tenant that the address does not name. */
export function inTenant(who: Visitor, tenantId: string | undefined): Visitor {
  return tenantId ? { ...who, role: roleAt(who.person, { tenantId }), bearer: { ...who.bearer, tenantId } } : who
}

/** The trail a change belongs to: the tenant of the address, or the person's own where the place is hidden. */
export function attributionOf<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  who: Visitor,
  posted: Posted,
  { isHidden = who.role === null } = {},
): Attribution {
  const { params } = args
  const wanted = change.tenantId ?? params.tenantId
  const own = who.person.info.tenants.map(({ tenantId }) => tenantId)
  const ownHere = own.find((id) => id === wanted) ?? own[0]
  const tenantId = (isHidden ? ownHere : wanted) ?? nilId
  return {
    tenantId,
    customerId: isHidden ? null : (params.customerId ?? null),
    changeId: randomUUID(),
    requestId: who.context.requestId,
    actor: actorIn(who, tenantId),
    mutation: change.name,
    reason: posted.reason.slice(0, longestReason) || null,
    address: who.context.address,
    userAgent: who.context.userAgent.slice(0, 300),
  }
}

/** A refusal that cannot be recorded stays the answer, with what was filled in: nothing was sent either way. */
export async function noteRefusal(
  context: RequestContext,
  attribution: Attribution,
  refusal: Parameters<typeof recordRefusal>[1],
): Promise<void> {
  await recordRefusal(attribution, refusal).catch(logAndGoOn(context, 'a refusal is not on record'))
}
