/** In place of all stages but the first: whether what a form asked for was done after all. */
import { redirect } from '@remix-run/node'
import { visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { inTenant, whyNot } from '../admission.server'
import { strays } from '../belonging.server'
import { filesOf } from '../form-files.server'
import type { Looking } from '../looking'
import { deskOf, parse } from './admit.server'
import type { Received } from './receive.server'

/** So long may it take to read whether what nobody answered was done after all, ms. */
export const longestLookingUp = 8_000

/** Says what the form would do now, for who may do it; nothing is sent, nothing recorded, no page drawn. */
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

/** Only a service that says so itself knows that a thing is gone. */
export const isGone = (error: unknown) => error instanceof ServiceError && error.status === 404 && error.body !== null
