/** A dry run, in place of all stages but the first: finds out whether a change was carried out after all. */
import { redirect } from '@remix-run/node'
import { visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { inTenant, whyNot } from '../admission.server'
import { strays } from '../belonging.server'
import { filesOf } from '../form-files.server'
import type { Looking } from '../looking'
import { deskOf, parse } from './admit.server'
import type { Received } from './receive.server'

/** Time limit for reading whether an unanswered change was carried out, ms. */
export const longestLookingUp = 8_000

/** Plans the form for a person with the right to it; nothing is sent or recorded, and no page is rendered. */
export async function lookAgain<Form>({ args, change, posted }: Received<Form>, looking: Looking): Promise<Response> {
  const over = redirect('/', 303)
  const who = inTenant(await visitor(args), change.tenantId)
  who.grant(longestLookingUp)
  try {
    if ((await whyNot(args, change, who)) !== null) return over
    const submission = parse(change, posted)
    const { files, missing } = await filesOf(change, who.session, posted)
    if (submission.status !== 'success' || Object.keys(missing).length > 0) return over
    const desk = deskOf(who, { form: submission.value, files, only: posted.only })
    const plan = await change.plan(desk).catch((error: unknown) => {
      if (!change.removes || !isGone(error)) throw error
      return null
    })
    if (plan && (await strays(who.fresh, args.params, plan.rows))) return over
    const isPlanned = plan !== null && Object.keys(plan.errors ?? {}).length === 0
    Object.assign(looking, { rows: isPlanned ? plan.rows : [], isGone: plan === null, isRead: true })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
  return over
}

/** Only the service itself can confirm that a thing was deleted. */
export const isGone = (error: unknown) => error instanceof ServiceError && error.status === 404 && error.body !== null
