/** The fourth stage: what the change would do now, from fresh reads, and whether that is still what was shown. */
import { plainText } from '#contracts/plain-text'
import { tenant } from '#contracts/tenant'
import { signedIn } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { capabilitiesFor, flagsFor, reasonFor } from '~/changes'
import { contextOf } from '~/door/context'
import { standsInArchive } from '~/permissions'
import { hide, noteRefusal } from '../admission.server'
import { strays } from '../belonging.server'
import { conflictIn } from '../conflict'
import { dropAll } from '../form-files.server'
import type { HeldClaim } from '../idempotency.server'
import { type ChangeProblem, metaFields, type Plan, type PlanView } from '../plan'
import { namedSubject } from '../refused-subject.server'
import {
  type Answer,
  conflictReply,
  formReply,
  narrowed,
  nothingIn,
  planReply,
  problemFrom,
  statusOf,
  viewOf,
} from '../replies.server'
import type { Claimed } from './claim.server'

/** A valid plan. */
export interface Planned<Form> extends Claimed<Form> {
  plan: Plan
  view: PlanView
  reasonAsked: boolean
}

/** A plan to be carried out as it was shown. */
export interface Agreed<Form> extends Planned<Form> {
  claimed: HeldClaim
}

/** Returns the plan to carry out; else the reply with a plan to review, or with the reason for none. */
export async function planFor<Form>(turn: Claimed<Form>): Promise<Agreed<Form> | Answer> {
  const { args, change, desk, attribution, posted, who, claimed } = turn
  const note = async (detail: Record<string, unknown>) => {
    const subject = await namedSubject(who.fresh, change.about, args.params)
    await noteRefusal(contextOf(args), attribution, { subject, outcome: 'refused', detail })
  }
  let plan: Plan
  let isStray: boolean
  try {
    await refuseInArchive(turn)
    plan = narrowed(await signedIn(() => change.plan(desk), who.session, args), posted.only)
    isStray = await strays(desk.read, args.params, plan.rows)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (posted.stage === 'apply') await note({ because: 'planUnavailable', code: error.code, service: error.service })
    const problem = problemFrom(error)
    // A file is kept for a service that is down, not for one that refuses the subject of the form.
    if (problem.kind === 'refused') await dropAll(desk.files)
    return formReply(turn, statusOf(error), problem)
  }
  if (isStray) return hide(args, change, who, posted)
  if (plan.errors && Object.keys(plan.errors).length > 0) {
    await note({ because: 'invalid', fields: Object.keys(plan.errors) })
    return formReply(turn, 422, { kind: 'invalid' }, plan.errors)
  }
  if (plan.tooMany) {
    if (posted.stage === 'apply') await note({ because: 'tooMany', most: plan.tooMany.most })
    return formReply(turn, 422, { kind: 'tooMany', tooMany: plan.tooMany })
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
  const isOff = flagsFor(change.name, touched.length).some((flag) => !desk.features[flag])
  const refuse = async (problem: ChangeProblem, status: number) => {
    if (posted.stage === 'apply') await note({ because: problem.kind })
    return showAgain(planned, problem, status)
  }
  if (touched.length === 0) return refuse(nothingIn(plan, change), posted.stage === 'apply' ? 422 : 200)
  if (isOff) return refuse({ kind: 'flag' }, 422)
  if (posted.stage !== 'apply') return showAgain(planned, null, 200)
  if (!claimed) return showAgain(planned, { kind: 'trail' }, 503)
  if (!change.isDirect && view.hash !== posted.planHash) return refuse({ kind: 'moved' }, 409)
  const lacksReason = reasonAsked && !posted.reason
  if (plan.confirm !== undefined && posted.confirm !== plainText(plan.confirm))
    return refuse({ kind: 'confirm', lacksReason }, 422)
  if (lacksReason) return refuse({ kind: 'reason' }, 422)
  return { ...planned, claimed }
}

/**
 * Throws `ServiceError` (4202) for a change that is blocked while the customer of the address is archived: not every
 * change sends a call that its service would refuse.
 */
async function refuseInArchive<Form>({ args, change, desk }: Claimed<Form>): Promise<void> {
  const { customerId } = args.params
  if (!customerId || capabilitiesFor(change.name).some(standsInArchive)) return
  const customer = await desk.read(tenant.getCustomer, { path: { id: customerId } })
  if (customer.archived) throw new ServiceError({ service: 'tenant', status: 409, body: { errorCode: 4202 } })
}

/** Returns to the person: with the plan, or with the form for a change without one. */
export function showAgain<Form>(turn: Planned<Form>, problem: ChangeProblem | null, status: number): Answer {
  if (!turn.change.isDirect) return planReply(turn, problem, status)
  return problem?.kind === 'reason'
    ? formReply(turn, status, { kind: 'invalid' }, { [metaFields.reason]: ['errors:change.reason'] })
    : formReply(turn, status, problem)
}
