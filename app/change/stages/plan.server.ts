/** The fourth stage: what the change would do now, from fresh reads, and whether that is still what was shown. */
import { plainText } from '#contracts/plain-text'
import { tenant } from '#contracts/tenant'
import { signedIn } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { capabilitiesFor, flagsFor, reasonFor } from '~/changes'
import { contextOf } from '~/door/context'
import { isAvailableInArchive } from '~/permissions'
import { denyAsHidden, recordRefusalOrLog } from '../admission.server'
import { conflictIn } from '../conflict'
import { dropFiles } from '../form-files.server'
import type { ActiveClaim } from '../idempotency.server'
import { touchesOthers } from '../ownership.server'
import { type ChangeProblem, metaFields, type Plan, type PlanView } from '../plan'
import { namedSubject } from '../refused-subject.server'
import {
  type ActionReply,
  changeProblemFrom,
  conflictReply,
  emptyPlanProblem,
  formReply,
  narrowPlan,
  planReply,
  planViewOf,
  replyStatusOf,
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
  claimed: ActiveClaim
}

/** Returns the plan to carry out; else the reply with a plan to review, or with the reason for none. */
export async function planChange<Form>(attempt: Claimed<Form>): Promise<Agreed<Form> | ActionReply> {
  const { args, change, planContext, attribution, posted, who, claimed } = attempt
  const recordRefused = async (detail: Record<string, unknown>) => {
    const subject = await namedSubject(who.fresh, change.about, args.params)
    await recordRefusalOrLog(contextOf(args), attribution, { subject, outcome: 'refused', detail })
  }
  let plan: Plan
  let isForeign: boolean
  try {
    await rejectIfArchived(attempt)
    plan = narrowPlan(await signedIn(() => change.plan(planContext), who.session, args), posted.only)
    isForeign = await touchesOthers(planContext.read, args.params, plan.rows)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (posted.stage === 'apply')
      await recordRefused({ because: 'planUnavailable', code: error.code, service: error.service })
    const problem = changeProblemFrom(error)
    // A file is kept for a service that is down, not for one that refuses the subject of the form.
    if (problem.kind === 'refused') await dropFiles(planContext.files)
    return formReply(attempt, replyStatusOf(error), problem)
  }
  if (isForeign) return denyAsHidden(args, change, who, posted)
  if (plan.errors && Object.keys(plan.errors).length > 0) {
    await recordRefused({ because: 'invalid', fields: Object.keys(plan.errors) })
    return formReply(attempt, 422, { kind: 'invalid' }, plan.errors)
  }
  if (plan.tooMany) {
    if (posted.stage === 'apply') await recordRefused({ because: 'tooMany', most: plan.tooMany.max })
    return formReply(attempt, 422, { kind: 'tooMany', tooMany: plan.tooMany })
  }
  const conflict = conflictIn(plan, posted)
  if (conflict) {
    if (posted.stage === 'apply')
      await recordRefused({ because: 'stale', fields: conflict.fields.map(({ name }) => name) })
    return conflictReply(posted, conflict)
  }
  const view = planViewOf(plan, posted)
  const reasonAsked =
    reasonFor(change.name) === 'required' || (reasonFor(change.name) === 'whenPlanSays' && plan.needsReason === true)
  const planned = { ...attempt, plan, view, reasonAsked }
  const touched = plan.rows.filter((row) => row.effect === 'change')
  const isOff = flagsFor(change.name, touched.length).some((flag) => !planContext.features[flag])
  const reject = async (problem: ChangeProblem, status: number) => {
    if (posted.stage === 'apply') await recordRefused({ because: problem.kind })
    return replyWithPlan(planned, problem, status)
  }
  if (touched.length === 0) return reject(emptyPlanProblem(plan, change), posted.stage === 'apply' ? 422 : 200)
  if (isOff) return reject({ kind: 'flag' }, 422)
  if (posted.stage !== 'apply') return replyWithPlan(planned, null, 200)
  if (!claimed) return replyWithPlan(planned, { kind: 'trail' }, 503)
  if (!change.options?.isDirect && view.hash !== posted.planHash) return reject({ kind: 'moved' }, 409)
  const lacksReason = reasonAsked && !posted.reason
  if (plan.confirm !== undefined && posted.confirm !== plainText(plan.confirm))
    return reject({ kind: 'confirm', lacksReason }, 422)
  if (lacksReason) return reject({ kind: 'reason' }, 422)
  return { ...planned, claimed }
}

/**
 * Throws `ServiceError` (4202) for a change that is blocked while the customer of the address is archived: not every
 * change sends a call that its service would refuse.
 */
async function rejectIfArchived<Form>({ args, change, planContext }: Claimed<Form>): Promise<void> {
  const { customerId } = args.params
  if (!customerId || capabilitiesFor(change.name).some(isAvailableInArchive)) return
  const customer = await planContext.read(tenant.getCustomer, { path: { id: customerId } })
  if (customer.archived) throw new ServiceError({ service: 'tenant', status: 409, body: { errorCode: 4202 } })
}

/** Returns to the person: with the plan, or with the form for a change without one. */
export function replyWithPlan<Form>(
  planned: Planned<Form>,
  problem: ChangeProblem | null,
  status: number,
): ActionReply {
  if (!planned.change.options?.isDirect) return planReply(planned, problem, status)
  return problem?.kind === 'reason'
    ? formReply(planned, status, { kind: 'invalid' }, { [metaFields.reason]: ['errors:change.reason'] })
    : formReply(planned, status, problem)
}
