/** The third stage: claims the key of the form, so that it is carried out once however often it is sent. */
import { redirect } from '@remix-run/node'
import { href } from '~/hrefs'
import { logAndContinue } from '../admission.server'
import { keepChangeForm } from '../change-forms.server'
import { personKey } from '../drafts.server'
import { dropFiles } from '../form-files.server'
import { type ActiveClaim, claim, releaseClaim, type StartedChange, settleClaim } from '../idempotency.server'
import { type ActionReply, formReply } from '../replies.server'
import { claimForChangedBody, formClaim } from '../same-form.server'
import type { Admitted } from './admit.server'

export interface Claimed<Form> extends Admitted<Form> {
  /** Null where there is nothing to apply, or where the store failed. */
  claimed: ActiveClaim | null
}

/** Claims the key of a form to apply; redirects to the result of an earlier post. */
export async function claimKey<Form>(admitted: Admitted<Form>): Promise<Claimed<Form> | ActionReply> {
  const { change, posted, who, planContext } = admitted
  const keyClaim = posted.stage === 'apply' ? formClaim(admitted) : null
  if (!keyClaim) return { ...admitted, claimed: null }
  const logFailure = logAndContinue(who.context, 'a key could not be claimed: nothing was sent')
  let result = await claim(keyClaim).catch(logFailure)
  if (result?.state === 'other' && change.options?.isDirect)
    result = await claim(claimForChangedBody(keyClaim)).catch(logFailure)
  switch (result?.state) {
    case 'done':
      await dropFiles(planContext.files)
      throw redirect(result.location, 303)
    case 'running':
      if (result.change && (await keepTypedForm(result.change, admitted)))
        throw redirect(href('change', { ...result.change }), 303)
      return formReply(admitted, 409, { kind: 'busy' })
    case 'other':
      // The same key with another body is a new change: it is planned, with a new key.
      return { ...admitted, posted: { ...posted, stage: 'plan' }, claimed: null }
    case 'mine':
      return { ...admitted, claimed: result.active }
    default:
      return { ...admitted, claimed: null }
  }
}

/** An error after something was sent: the key stays claimed, so that a second click cannot repeat it. */
export class ChangeStarted extends Error {
  constructor(readonly reason: Response) {
    super('a change was started')
  }
}

/** Runs work under the key: releases it when nothing was done, else stores the location of the result. */
export async function withKey<Form>(
  { claimed, planContext, who }: Claimed<Form>,
  work: () => Promise<ActionReply | string>,
): Promise<ActionReply> {
  const result = await work().catch(async (error: unknown) => {
    if (error instanceof ChangeStarted) throw error.reason
    if (claimed) await releaseClaim(claimed).catch(() => undefined)
    if (error instanceof Response && isHidden(error.status)) await dropFiles(planContext.files)
    throw error
  })
  const logUnreleased = logAndContinue(who.context, 'a key stays claimed until its lease ends')
  if (typeof result !== 'string') {
    if (claimed) await releaseClaim(claimed).catch(logUnreleased)
    return result
  }
  if (claimed) await settleClaim(claimed, result).catch(logUnreleased)
  await dropFiles(planContext.files)
  throw redirect(result, 303)
}

/** The subject is hidden from the sender: no page links to its files any more. */
const isHidden = (status: number) => status === 403 || status === 404

/** Stores the typed form with the change that the same form created before; its page shows how that continues. */
async function keepTypedForm<Form>(earlier: StartedChange, { args, posted, who }: Admitted<Form>): Promise<boolean> {
  try {
    await keepChangeForm(earlier, { request: args.request, posted, person: personKey(who.session.person) })
    return true
  } catch (error) {
    logAndContinue(who.context, 'a resent form could not be stored')(error)
    return false
  }
}
