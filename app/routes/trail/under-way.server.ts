/** How a change stands that is not over: still under way, or cut before anything of it was sent. */

import type { Reader } from '~/backend/reader.server'
import type { ChangeForm } from '~/change/change-forms.server'
import { personKey } from '~/change/drafts.server'
import { claimedUntil } from '~/change/idempotency.server'
import type { ParamsFor } from '~/paths'
import { closedBy } from '~/trail/trail.server'
import { type FormAgain, formAgain } from './rest.server'

/** By when it is known at the latest, in ISO time; null where nothing of it is under way. */
export async function knownBy(at: ParamsFor<'change'>): Promise<string | null> {
  const until = await closedBy(at)
  return until === null ? null : new Date(until).toISOString()
}

export interface Unsent {
  /** Until when it may still begin; null once it cannot any more. */
  until: string | null
  form: FormAgain | null
}

/** A change of the reader's own of which nothing is on record: nothing of it was sent. Null for what nobody asked for. */
export async function unsent(
  at: ParamsFor<'change'>,
  own: ChangeForm | null,
  { session }: Pick<Reader, 'session'>,
): Promise<Unsent | null> {
  const until = await claimedUntil(at, personKey(session.person))
  const form = own && formAgain(own, at.changeId)
  if (until === null && form === null) return null
  return { until: until !== null && until > Date.now() ? new Date(until).toISOString() : null, form }
}
