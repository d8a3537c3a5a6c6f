/** The status of a change that is running, or that was interrupted before anything was sent. */

import type { Reader } from '~/backend/reader.server'
import type { StoredChangeForm } from '~/change/change-forms.server'
import { personKey } from '~/change/drafts.server'
import { claimedUntil } from '~/change/idempotency.server'
import type { ParamsFor } from '~/paths'
import { closesAt } from '~/trail/trail.server'
import { type FormLink, formLink } from './retry-form.server'

/** Returns when its outcome is known at the latest, in ISO time; null where nothing is running. */
export async function latestEnd(at: ParamsFor<'change'>): Promise<string | null> {
  const until = await closesAt(at)
  return until === null ? null : new Date(until).toISOString()
}

export interface UnsentChange {
  /** Until when it may still start; null once it cannot. */
  until: string | null
  form: FormLink | null
}

/** Returns a change of the reader without records: nothing was sent. Null where there is none. */
export async function unsentChange(
  at: ParamsFor<'change'>,
  own: StoredChangeForm | null,
  { session }: Pick<Reader, 'session'>,
): Promise<UnsentChange | null> {
  const until = await claimedUntil(at, personKey(session.person))
  const form = own && formLink(own, at.changeId)
  if (until === null && form === null) return null
  return { until: until !== null && until > Date.now() ? new Date(until).toISOString() : null, form }
}
