/** The initial plan of a page whose address already contains everything that the form of the change needs. */
import type { ChangeName } from '~/changes'
import { reasonFor } from '~/changes'
import type { Plan, PlanReply } from './plan'
import { type PostedFields, parsePosted } from './posted'
import { planReply, planViewOf } from './replies.server'

/** Returns the reply that a form with these fields would receive for review. */
export function firstPlan(name: ChangeName, plan: Plan, fields: PostedFields): PlanReply {
  const posted = parsePosted(fields)
  const isEmpty = plan.rows.every(({ effect }) => effect !== 'change')
  const reasonRule = reasonFor(name)
  const reasonAsked = reasonRule === 'required' || (reasonRule === 'whenPlanSays' && plan.needsReason === true)
  const view = planViewOf(plan, posted)
  return planReply({ posted, view, reasonAsked }, isEmpty ? { kind: 'nothing' } : null, 200).data as PlanReply
}
