/** The initial plan of a page, after a form of it was returned. */
import type { FormReply, PlanReply } from './plan'

/** Returns the plan of the page with what the person typed before. */
export function takingUp(first: PlanReply, came: FormReply | undefined): PlanReply {
  if (!came) return first
  const { reason, confirm, problem, made } = came
  return { ...first, reason, confirm, problem: problem ?? first.problem, ...(made && { made }) }
}
