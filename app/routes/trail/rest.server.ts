/** What can be done about an incomplete change: retry the rest, or reopen its form. */

import type { Reader } from '~/backend/reader.server'
import { type ChangeForm, restOfName } from '~/change/change-forms.server'
import { personKey } from '~/change/drafts.server'
import { keyAfter } from '~/change/idempotency.server'
import { type ChangeName, capabilitiesFor, changes, isOfMany } from '~/changes'
import { takesFiles } from '~/paths'
import type { FoundChange, ThingOf } from '~/trail/find-change.server'

/** Returns the form for the unfinished subjects; null without one, or where a secret of it was not stored. */
export function restOf(
  { newest: { mutation, changeId } }: FoundChange,
  { form, left }: { form: ChangeForm | null; left: readonly ThingOf[] },
  { may }: Pick<Reader, 'may'>,
) {
  if (left.length === 0 || !(mutation in changes) || !capabilitiesFor(mutation as ChangeName).some(may)) return null
  if (!form || form.lacksSecret) return null
  const { address, fields, reason } = form
  return {
    address,
    fields,
    reason,
    takesFiles: takesFiles(address.split('?', 1)[0] ?? ''),
    only: left.map(({ id }) => id),
    key: keyAfter(changeId),
  }
}

export interface FormAgain {
  href: string
  /** How many subjects it is for, where not all of the change. */
  count: number | null
}

/** Links to the form with the typed values, for its author. */
export function formAgain(own: ChangeForm, changeId: string): FormAgain {
  return { href: againHref(own, changeId), count: null }
}

/**
 * Links to the form for the rest of a change; null without a rest. Where a secret was not stored, so that the rest
 * cannot be retried from here, the form is for the `count` unfinished subjects.
 */
export function formForRest(
  { newest: { changeId }, count }: FoundChange,
  { own, left }: { own: ChangeForm | null; left: readonly ThingOf[] },
): FormAgain | null {
  if (left.length === 0 || !own) return null
  const isForRest = own.lacksSecret && left.length < count && isOfMany(left[0]?.mutation ?? '')
  return isForRest ? { href: restHref(own, changeId), count: left.length } : formAgain(own, changeId)
}

/** Returns the form to its author; null for others. */
export function ownForm(form: ChangeForm | null, { session }: Pick<Reader, 'session'>): ChangeForm | null {
  return form?.person === personKey(session.person) ? form : null
}

function againHref({ address }: ChangeForm, changeId: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}change=${encodeURIComponent(changeId)}`
}

/** The address names the change: the ids of more than a few hundred subjects would be too long. */
function restHref({ address }: ChangeForm, changeId: string): string {
  const query = new URLSearchParams({ [restOfName]: changeId, change: changeId })
  return `${address.split('?', 1)[0]}?${query}`
}
