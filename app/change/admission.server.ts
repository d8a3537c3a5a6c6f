/** Checks a person's permission for a change, attributes it to them in the trail, and records refusals. */
import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import { nilId } from '#contracts/permissions'
import { roleAt } from '~/backend/person.server'
import type { Visitor } from '~/backend/reader.server'
import { type ChangeName, capabilitiesFor, flagsFor, isSelfChange } from '~/changes'
import type { RequestContext } from '~/door/context'
import { may } from '~/permissions'
import { actorIn } from '~/trail/actor.server'
import { type Attribution, recordRefusal } from '~/trail/trail.server'
import { isConsistent } from './ownership.server'
import type { Change } from './plan-context'
import { maxReasonLength, normalizePosted, type Posted } from './posted'
import { namedSubject } from './refused-subject.server'

/** Returns a handler that logs an error of the store and continues. */
export function logAndContinue(context: RequestContext, message: string) {
  return (error: unknown): undefined => {
    context.log.error({ err: error }, message)
  }
}

/**
 * Returns the attribution of the change. Throws 404 for a hidden place, 403 inside; the refusal is recorded (design
 * §8, §9).
 */
export async function requirePermission<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  who: Visitor,
  posted: Posted,
) {
  const reason = await denialReason(args, change, who)
  if (reason === 'hidden') return denyAsHidden(args, change, who, posted)
  const attribution = attributionOf(args, change, who, posted)
  if (reason === null) return attribution
  const subject = await namedSubject(who.fresh, change.about, args.params)
  await recordRefusalOrLog(who.context, attribution, { subject, outcome: 'denied', detail: { because: reason } })
  throw new Response(null, { status: reason === 'role' ? 403 : 404 })
}

/** Throws 404 as if the place did not exist; recorded in the person's own tenant. */
export async function denyAsHidden<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  who: Visitor,
  posted: Posted,
): Promise<never> {
  const attribution = attributionOf(args, change, who, posted, { isHidden: true })
  await recordRefusalOrLog(who.context, attribution, {
    subject: change.about,
    outcome: 'denied',
    detail: { because: 'hidden' },
  })
  throw new Response(null, { status: 404 })
}

/**
 * Returns why the person has no permission for the change; null where they do. Throws `ServiceError` when the rights
 * cannot be read.
 */
export async function denialReason<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  who: Visitor,
): Promise<'hidden' | 'flag' | 'role' | null> {
  // An address without a tenant hides nothing: there a person without a role has the rights that all people have.
  const role = who.role ?? (change.options?.tenantId === undefined ? null : { role: 'no-access' as const })
  if (role === null) return 'hidden'
  const self = isSelfChange(change.name)
  const changes = [change.name, ...(change.followedBy ? [change.followedBy] : [])]
  const mayMake = (name: ChangeName) => capabilitiesFor(name).some((one) => may(role.role, one, { self }))
  if (!changes.every(mayMake)) return 'role'
  if (!(await isConsistent(who.fresh, args.params))) return 'hidden'
  return changes.flatMap((name) => flagsFor(name)).every((flag) => who.features[flag]) ? null : 'flag'
}

/** Returns the visitor with the role and the headers of a tenant that is not in the address. */
export function inTenant(who: Visitor, tenantId: string | undefined): Visitor {
  return tenantId ? { ...who, role: roleAt(who.person, { tenantId }), bearer: { ...who.bearer, tenantId } } : who
}

/**
 * Returns the attribution of a change: the tenant of the address, or the person's own one where the place is hidden.
 */
export function attributionOf<Form>(
  args: ActionFunctionArgs,
  change: Change<Form>,
  who: Visitor,
  posted: Posted,
  { isHidden = who.role === null } = {},
): Attribution {
  const { params } = args
  const requestedTenantId = change.options?.tenantId ?? params.tenantId
  const own = who.person.info.tenants.map(({ tenantId }) => tenantId)
  const ownTenantId = own.find((id) => id === requestedTenantId) ?? own[0]
  const tenantId = (isHidden ? ownTenantId : requestedTenantId) ?? nilId
  return {
    tenantId,
    customerId: isHidden ? null : (params.customerId ?? null),
    changeId: randomUUID(),
    requestId: who.context.requestId,
    actor: actorIn(who, tenantId),
    mutation: change.name,
    reason: normalizePosted(posted).reason.slice(0, maxReasonLength) || null,
    address: who.context.address,
    userAgent: who.context.userAgent.slice(0, 300),
  }
}

/**
 * Records a refusal. An error of the trail is only logged, and the reply keeps the form: nothing was sent either way.
 */
export async function recordRefusalOrLog(
  context: RequestContext,
  attribution: Attribution,
  refusal: Parameters<typeof recordRefusal>[1],
): Promise<void> {
  await recordRefusal(attribution, refusal).catch(logAndContinue(context, 'a refusal could not be recorded'))
}
