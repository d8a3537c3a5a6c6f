/** What can be done about an incomplete change: retry the rest, or reopen its form. */

import type { Reader } from '~/backend/reader.server'
import { failedParam, type StoredChangeForm } from '~/change/change-forms.server'
import { personKey } from '~/change/drafts.server'
import { followUpKey } from '~/change/idempotency.server'
import { type ChangeName, capabilitiesFor, changes, isBulkChange } from '~/changes'
import { hasFileForm } from '~/paths'
import type { ChangeDetails, ChangedThing } from '~/trail/find-change.server'

/** Returns the form for the unfinished subjects; null without one, or where a secret of it was not stored. */
export function retryForm(
  { newest: { mutation, changeId } }: ChangeDetails,
  { form, unfinished }: { form: StoredChangeForm | null; unfinished: readonly ChangedThing[] },
  { may }: Pick<Reader, 'may'>,
) {
  if (unfinished.length === 0 || !(mutation in changes) || !capabilitiesFor(mutation as ChangeName).some(may))
    return null
  if (!form || form.lacksSecret) return null
  const { address, fields, reason } = form
  return {
    address,
    fields,
    reason,
    takesFiles: hasFileForm(address.split('?', 1)[0] ?? ''),
    only: unfinished.map(({ id }) => id),
    key: followUpKey(changeId),
  }
}

export interface FormLink {
  href: string
  /** How many subjects it is for, where not all of the change. */
  count: number | null
}

/** Links to the form with the typed values, for its author. */
export function formLink(own: StoredChangeForm, changeId: string): FormLink {
  return { href: reopenHref(own, changeId), count: null }
}

/**
 * Links to the form for the rest of a change; null without a rest. Where a secret was not stored, so that the rest
 * cannot be retried from here, the form is for the `count` unfinished subjects.
 */
export function formLinkForRest(
  { newest: { changeId }, count }: ChangeDetails,
  { own, unfinished }: { own: StoredChangeForm | null; unfinished: readonly ChangedThing[] },
): FormLink | null {
  if (unfinished.length === 0 || !own) return null
  const isForRest = own.lacksSecret && unfinished.length < count && isBulkChange(unfinished[0]?.mutation ?? '')
  return isForRest ? { href: restHref(own, changeId), count: unfinished.length } : formLink(own, changeId)
}

/** Returns the form to its author; null for others. */
export function ownForm(form: StoredChangeForm | null, { session }: Pick<Reader, 'session'>): StoredChangeForm | null {
  return form?.person === personKey(session.person) ? form : null
}

function reopenHref({ address }: StoredChangeForm, changeId: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}change=${encodeURIComponent(changeId)}`
}

/** The address names the change: the ids of more than a few hundred subjects would be too long. */
function restHref({ address }: StoredChangeForm, changeId: string): string {
  const query = new URLSearchParams({ [failedParam]: changeId, change: changeId })
  return `${address.split('?', 1)[0]}?${query}`
}
