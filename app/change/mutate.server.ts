/**
 * The only way to change something (design §7). In this order: same-site, limits (the door), signed in, permitted,
 * form parsed, not already done, the plan still the one that was shown, intent on disk, work, outcome on disk, 303.
 * `write` exists only inside `work`.
 *
 * Each stage adds to the result of the previous one, or returns the reply that ends the change.
 */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { visitor } from '~/backend/reader.server'
import { contextOf } from '~/door/context'
import { href } from '~/hrefs'
import { logAndContinue } from './admission.server'
import { continueLate } from './continuing.server'
import { keepFormOnSignOut, personKey } from './drafts.server'
import { keepReply } from './kept-replies.server'
import type { Change } from './plan-context'
import { type ActionReply, isActionReply } from './replies.server'
import { admit } from './stages/admit.server'
import { beginChange, carryOutChange } from './stages/carry-out.server'
import { checkForm } from './stages/check-form.server'
import { claimKey, withKey } from './stages/claim.server'
import { performDryRun } from './stages/dry-run.server'
import { planChange } from './stages/plan.server'
import { type ReceivedForm, receivePost } from './stages/receive.server'

/** Carries out, plans or refuses the change of a form. Returns the page's reply, or throws a redirect. */
export async function mutate<Form>(args: ActionFunctionArgs, change: Change<Form>): Promise<ActionReply> {
  const received = await receivePost(args, change)
  const { dryRun, formCheck } = contextOf(args)
  if (dryRun) throw await performDryRun(received, dryRun)
  if (formCheck) throw await checkForm(received, formCheck)
  const answer = await keepFormOnSignOut(args, received.posted, () => runStages(received))
  if (!change.options?.isAnsweredHere) await redirectToReply(received, answer)
  return answer
}

async function runStages<Form>(received: ReceivedForm<Form>): Promise<ActionReply> {
  const admitted = await admit(received)
  if (isActionReply(admitted)) return admitted
  const claimed = await claimKey(admitted)
  if (isActionReply(claimed)) return claimed
  let begin = () => {}
  const began = new Promise<void>((resolve) => {
    begin = resolve
  })
  const work = withKey(claimed, async () => {
    const agreed = await planChange(claimed)
    if (isActionReply(agreed)) return agreed
    const sending = await beginChange(agreed)
    if (isActionReply(sending)) return sending
    contextOf(received.args).completedChange = received.change.name
    begin()
    return carryOutChange(sending)
  })
  if (!received.change.options?.continues) return work
  const { tenantId, changeId } = admitted.attribution
  const late = () => redirect(href('change', { tenantId, changeId }), 303)
  return continueLate({ work, began, late, context: contextOf(received.args) })
}

/** Redirects to the stored reply of a plan or a form to continue with; an error is the response to its own post. */
async function redirectToReply<Form>(
  { args, change, posted }: ReceivedForm<Form>,
  { data: reply, init }: ActionReply,
): Promise<void> {
  if (init?.status !== 200 || reply.stage === 'conflict') return
  const { session, context } = await visitor(args)
  const options = { request: args.request, person: personKey(session.person), posted, mutation: change.name }
  const location = await keepReply(reply, options).catch(
    logAndContinue(context, 'a plan could not be stored: it is the response to its post'),
  )
  if (location) throw redirect(location, 303)
}
