/** The third stage: claims the key of the form, so that it is carried out once however often it is sent. */
import { redirect } from '@remix-run/node'
import { href } from '~/hrefs'
import { logAndGoOn } from '../admission.server'
import { keepChangeForm } from '../change-forms.server'
import { personKey } from '../drafts.server'
import { dropAll } from '../form-files.server'
import { type Asked, claim, type HeldClaim, release, settle } from '../idempotency.server'
import { type Answer, formReply } from '../replies.server'
import { againUnder, claimOf } from '../same-form.server'
import type { Admitted } from './admit.server'

export interface Claimed<Form> extends Admitted<Form> {
  /** Null where there is nothing to apply, or where the store failed. */
  claimed: HeldClaim | null
}

/** Claims the key of a form to apply; redirects to the result of an earlier post. */
export async function claimKey<Form>(admitted: Admitted<Form>): Promise<Claimed<Form> | Answer> {
  const { change, posted, who, desk } = admitted
  const wanted = posted.stage === 'apply' ? claimOf(admitted) : null
  if (!wanted) return { ...admitted, claimed: null }
  const uncaught = logAndGoOn(who.context, 'a key could not be claimed: nothing was sent')
  let found = await claim(wanted).catch(uncaught)
  if (found?.state === 'other' && change.isDirect) found = await claim(againUnder(wanted)).catch(uncaught)
  switch (found?.state) {
    case 'done':
      await dropAll(desk.files)
      throw redirect(found.location, 303)
    case 'running':
      if (found.asked && (await keepTypedForm(found.asked, admitted)))
        throw redirect(href('change', { ...found.asked }), 303)
      return formReply(admitted, 409, { kind: 'busy' })
    case 'other':
      // The same key with another body is a new change: it is planned, with a new key.
      return { ...admitted, posted: { ...posted, stage: 'plan' }, claimed: null }
    case 'mine':
      return { ...admitted, claimed: found.held }
    default:
      return { ...admitted, claimed: null }
  }
}

/** An error after something was sent: the key stays claimed, so that a second click cannot repeat it. */
export class Begun extends Error {
  constructor(readonly reason: Response) {
    super('a change was begun')
  }
}

/** Runs work under the key: releases it when nothing was done, else stores the location of the result. */
export async function underKey<Form>(
  { claimed, desk, who }: Claimed<Form>,
  work: () => Promise<Answer | string>,
): Promise<Answer> {
  const done = await work().catch(async (error: unknown) => {
    if (error instanceof Begun) throw error.reason
    if (claimed) await release(claimed).catch(() => undefined)
    if (error instanceof Response && isHidden(error.status)) await dropAll(desk.files)
    throw error
  })
  const kept = logAndGoOn(who.context, 'a key stays taken until its lease ends')
  if (typeof done !== 'string') {
    if (claimed) await release(claimed).catch(kept)
    return done
  }
  if (claimed) await settle(claimed, done).catch(kept)
  await dropAll(desk.files)
  throw redirect(done, 303)
}

/** The subject is hidden from the sender: no page links to its files any more. */
const isHidden = (status: number) => status === 403 || status === 404

/** Stores the typed form with the change that the same form created before; its page shows how that continues. */
async function keepTypedForm<Form>(asked: Asked, { args, posted, who }: Admitted<Form>): Promise<boolean> {
  try {
    await keepChangeForm(asked, { request: args.request, posted, person: personKey(who.session.person) })
    return true
  } catch (error) {
    logAndGoOn(who.context, 'a form that was sent again is not kept')(error)
    return false
  }
}
