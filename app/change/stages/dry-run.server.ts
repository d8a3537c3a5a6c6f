/** A dry run, in place of all stages but the first: finds out whether a change was carried out after all. */
import { redirect } from '@remix-run/node'
import { visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { denialReason, inTenant } from '../admission.server'
import type { DryRun } from '../dry-run'
import { filesOf } from '../form-files.server'
import { touchesOthers } from '../ownership.server'
import { parseForm, planContextOf } from './admit.server'
import type { ReceivedForm } from './receive.server'

/** Time limit for reading whether an unanswered change was carried out, ms. */
export const maxReconcileMs = 8_000

/** Plans the form for a person with the right to it; nothing is sent or recorded, and no page is rendered. */
export async function performDryRun<Form>(
  { args, change, posted }: ReceivedForm<Form>,
  dryRun: DryRun,
): Promise<Response> {
  const done = redirect('/', 303)
  const who = inTenant(await visitor(args), change.options?.tenantId)
  who.setBudget(maxReconcileMs)
  try {
    if ((await denialReason(args, change, who)) !== null) return done
    const submission = parseForm(change, posted)
    const { files, missing } = await filesOf(change, who.session, posted)
    if (submission.status !== 'success' || Object.keys(missing).length > 0) return done
    const planContext = planContextOf(who, { form: submission.value, files, only: posted.only })
    const plan = await change.plan(planContext).catch((error: unknown) => {
      if (!change.options?.removes || !isGone(error)) throw error
      return null
    })
    if (plan && (await touchesOthers(who.fresh, args.params, plan.rows))) return done
    const isPlanned = plan !== null && Object.keys(plan.errors ?? {}).length === 0
    Object.assign(dryRun, { rows: isPlanned ? plan.rows : [], isGone: plan === null, isRead: true })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
  return done
}

/** Only the service itself can confirm that a thing was deleted. */
export const isGone = (error: unknown) => error instanceof ServiceError && error.status === 404 && error.body !== null
