/** What can be done about a change that was not done whole: its form, for what is left of it, or as it was typed. */

import type { Reader } from '~/backend/reader.server'
import { type ChangeForm, restOfName } from '~/change/change-forms.server'
import { personKey } from '~/change/drafts.server'
import { keyAfter } from '~/change/idempotency.server'
import { type ChangeName, capabilitiesFor, changes, isOfMany } from '~/changes'
import { takesFiles } from '~/paths'
import type { FoundChange, ThingOf } from '~/trail/find-change.server'

/** The same form for what was not done; null where there is none, nothing is left, or a secret of it was not kept. */
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
  /** How many things it is for, where those are not all of the change. */
  count: number | null
}

/** Where the form stands with what was typed, for whoever typed it. */
export function formAgain(own: ChangeForm, changeId: string): FormAgain {
  return { href: againHref(own, changeId), count: null }
}

/**
 * The same for what is left of a change; null where nothing is. Where a secret of it was not kept, so that the rest
 * cannot be tried again from here, the form is for the `count` things that are left.
 */
export function formForRest(
  { newest: { changeId }, count }: FoundChange,
  { own, left }: { own: ChangeForm | null; left: readonly ThingOf[] },
): FormAgain | null {
  if (left.length === 0 || !own) return null
  const isForRest = own.lacksSecret && left.length < count && isOfMany(left[0]?.mutation ?? '')
  return isForRest ? { href: restHref(own, changeId), count: left.length } : formAgain(own, changeId)
}

/** What was typed, for whoever typed it; null for others. */
export function ownForm(form: ChangeForm | null, { session }: Pick<Reader, 'session'>): ChangeForm | null {
  return form?.person === personKey(session.person) ? form : null
}

function againHref({ address }: ChangeForm, changeId: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}change=${encodeURIComponent(changeId)}`
}

/** An address that names the things would hold no more than a few hundred of them: it names the change. */
function restHref({ address }: ChangeForm, changeId: string): string {
  const query = new URLSearchParams({ [restOfName]: changeId, change: changeId })
  return `${address.split('?', 1)[0]}?${query}`
}
