/** The status of a change that is running, or that was interrupted before anything was sent. */

import type { Reader } from '~/backend/reader.server'
import type { ChangeForm } from '~/change/change-forms.server'
import { personKey } from '~/change/drafts.server'
import { claimedUntil } from '~/change/idempotency.server'
import type { ParamsFor } from '~/paths'
import { closedBy } from '~/trail/trail.server'
import { type FormAgain, formAgain } from './rest.server'

/** Returns when its outcome is known at the latest, in ISO time; null where nothing is running. */
export async function knownBy(at: ParamsFor<'change'>): Promise<string | null> {
  const until = await closedBy(at)
  return until === null ? null : new Date(until).toISOString()
}

export interface Unsent {
  /** Until when it may still start; null once it cannot. */
  until: string | null
  form: FormAgain | null
}

/** Returns a change of the reader without records: nothing was sent. Null where there is none. */
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
