/** Whether the same form was sent before: its key, what makes it the same, and where it led (design §7). */
import { redirect } from '@remix-run/node'
import type { Visitor } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { Attribution } from '~/trail/trail.server'
import type { Change } from './desk'
import { personKey } from './drafts.server'
import { withoutCopy } from './file-field'
import { bodyHash, type Claim, findAnswer } from './idempotency.server'
import { type Posted, withPlainLines } from './posted'

/** A form, from whom it came, and the change it would be now. */
interface Asking<Form> {
  change: Change<Form>
  posted: Posted
  who: Visitor
  attribution: Attribution
}

/** Leads to what the same form did before, if it did: what it needed may be gone since. */
export async function leadWhereItLed<Form>(asking: Asking<Form>): Promise<void> {
  const wanted = claimOf(asking)
  const found = wanted && (await answerBefore(wanted).catch(() => null))
  if (found) throw redirect(found, 303)
}

/** The key of a form with what it asks for; null for one without a key. */
export function claimOf<Form>({ change, posted, who, attribution }: Asking<Form>): Claim | null {
  if (!posted.key) return null
  const { name: mutation, files = {} } = change
  const fields = posted.fields.map(
    ([name, value]) => [name, withPlainLines(name in files ? withoutCopy(value) : value)] as const,
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

/** The same key with another body, where the first post does the change: a new change under a key of its own. */
export function againUnder(claimed: Claim): Claim {
  return { ...claimed, key: `${claimed.key}~${claimed.bodyHash.slice(0, 32)}` }
}

/** Where the same form led that was sent before; null where it was not. */
async function answerBefore(wanted: Claim): Promise<string | null> {
  const found = (await findAnswer(wanted)) ?? (await findAnswer(againUnder(wanted)))
  return found === null || typeof found === 'string' ? found : href('change', { ...found })
}
