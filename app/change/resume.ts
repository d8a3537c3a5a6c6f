/** The initial plan of a page, after a form of it was returned. */
import type { FormReply, PlanReply } from './plan'

/** Returns the plan of the page with what the person typed before. */
export function resume(first: PlanReply, returned: FormReply | undefined): PlanReply {
  if (!returned) return first
  const { reason, confirm, problem, earlierChange, from } = returned
  return {
    ...first,
    reason,
    confirm,
    problem: problem ?? first.problem,
    ...(earlierChange && { earlierChange }),
    ...(from && { from }),
  }
}
