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
import { logAndGoOn } from './admission.server'
import type { Change } from './desk'
import { keepingForm, personKey } from './drafts.server'
import { keepReply } from './kept-replies.server'
import { type Answer, isAnswer } from './replies.server'
import { admit } from './stages/admit.server'
import { begin, carryOut } from './stages/carry-out.server'
import { claimKey, underKey } from './stages/claim.server'
import { lookAgain } from './stages/look-again.server'
import { planFor } from './stages/plan.server'
import { type Received, receive } from './stages/receive.server'

/** Carries out, plans or refuses the change of a form. Returns the page's reply, or throws a redirect. */
export async function mutate<Form>(args: ActionFunctionArgs, change: Change<Form>): Promise<Answer> {
  const received = await receive(args, change)
  const { looking } = contextOf(args)
  if (looking) throw await lookAgain(received, looking)
  const answer = await keepingForm(args, received.posted, () => carryThrough(received))
  if (change.isAnsweredHere !== true) await leadToReply(received, answer)
  return answer
}

async function carryThrough<Form>(received: Received<Form>): Promise<Answer> {
  const admitted = await admit(received)
  if (isAnswer(admitted)) return admitted
  const claimed = await claimKey(admitted)
  if (isAnswer(claimed)) return claimed
  return underKey(claimed, async () => {
    const agreed = await planFor(claimed)
    if (isAnswer(agreed)) return agreed
    const sending = await begin(agreed)
    if (isAnswer(sending)) return sending
    contextOf(received.args).carriedOut = received.change.name
    return carryOut(sending)
  })
}

/** Redirects to the stored reply of a plan or a form to continue with; an error is the response to its own post. */
async function leadToReply<Form>(
  { args, change, posted }: Received<Form>,
  { data: reply, init }: Answer,
): Promise<void> {
  if (init?.status !== 200 || reply.stage === 'conflict') return
  const { session, context } = await visitor(args)
  const kept = { request: args.request, person: personKey(session.person), posted, mutation: change.name }
  const to = await keepReply(reply, kept).catch(logAndGoOn(context, 'a plan is not kept: it is the answer to its post'))
  if (to) throw redirect(to, 303)
}
