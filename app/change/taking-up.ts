/** A plan that a page begins with, once a form of it came back. */
import type { FormReply, PlanReply } from './plan'

/** The plan as the page makes it, with what was typed before. */
export function takingUp(first: PlanReply, came: FormReply | undefined): PlanReply {
  if (!came) return first
  const { reason, confirm, problem, made } = came
  return { ...first, reason, confirm, problem: problem ?? first.problem, ...(made && { made }) }
}
