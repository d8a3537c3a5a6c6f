/** The initial plan of a page whose address already contains everything that the form of the change needs. */
import type { ChangeName } from '~/changes'
import { reasonFor } from '~/changes'
import type { Plan, PlanReply } from './plan'
import { type Fields, readForm } from './posted'
import { planReply, viewOf } from './replies.server'

/** Returns the reply that a form with these fields would receive for review. */
export function firstPlan(name: ChangeName, plan: Plan, fields: Fields): PlanReply {
  const posted = readForm(fields)
  const isEmpty = plan.rows.every(({ effect }) => effect !== 'change')
  const asked = reasonFor(name)
  const reasonAsked = asked === 'required' || (asked === 'whenPlanSays' && plan.needsReason === true)
  const view = viewOf(plan, posted)
  return planReply({ posted, view, reasonAsked }, isEmpty ? { kind: 'nothing' } : null, 200).data as PlanReply
}
