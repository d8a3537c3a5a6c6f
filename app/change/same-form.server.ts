/** Recognizes a form that was sent before, by its key and content, and where it redirected (design §7). */
import { redirect } from '@remix-run/node'
import type { Visitor } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { Attribution } from '~/trail/trail.server'
import { personKey } from './drafts.server'
import { withoutCopy } from './file-field'
import { bodyHash, type Claim, findEarlierAnswer } from './idempotency.server'
import type { Change } from './plan-context'
import { type Posted, withUnixLineEnds } from './posted'

/** A form, its sender, and the change it would be. */
interface SentForm<Form> {
  change: Change<Form>
  posted: Posted
  who: Visitor
  attribution: Attribution
}

/** Redirects to the result of the first post of the same form, if any: what that needed may no longer exist. */
export async function redirectToFirstResult<Form>(sent: SentForm<Form>): Promise<void> {
  const claim = formClaim(sent)
  const location = claim && (await earlierAnswer(claim).catch(() => null))
  if (location) throw redirect(location, 303)
}

/** Returns the claim of a form; null for one without a key. */
export function formClaim<Form>({ change, posted, who, attribution }: SentForm<Form>): Claim | null {
  if (!posted.key) return null
  const { name: mutation, options: { files = {} } = {} } = change
  const fields = posted.fields.map(
    ([name, value]) => [name, withUnixLineEnds(name in files ? withoutCopy(value) : value)] as const,
  )
  return {
    person: personKey(who.session.person),
    mutation,
    key: posted.key,
    tenantId: attribution.tenantId,
    changeId: attribution.changeId,
    bodyHash: bodyHash([...fields, ['reason', posted.reason], ['plan', posted.planHash]]),
  }
}

/**
 * Returns the claim for the same key with another body, where the first post applies the change: a new change with
 * its own key.
 */
export function claimForChangedBody(claim: Claim): Claim {
  return { ...claim, key: `${claim.key}~${claim.bodyHash.slice(0, 32)}` }
}

/** Returns the location of an earlier post of the same form; null without one. */
async function earlierAnswer(claim: Claim): Promise<string | null> {
  const answer = (await findEarlierAnswer(claim)) ?? (await findEarlierAnswer(claimForChangedBody(claim)))
  return answer === null || typeof answer === 'string' ? answer : href('change', { ...answer })
}
