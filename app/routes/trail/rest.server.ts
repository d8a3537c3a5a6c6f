/** What can be done about a change that was not done whole: its form, for what is left of it, or as it was typed. */

import type { Reader } from '~/backend/reader.server'
import { type ChangeForm, findChangeForm, restOfName } from '~/change/change-forms.server'
import { personKey } from '~/change/drafts.server'
import { keyAfter } from '~/change/idempotency.server'
import { type ChangeName, capabilitiesFor, changes, isOfMany } from '~/changes'
import { takesFiles } from '~/paths'
import type { TrailEntry } from '~/trail/find-entries.server'
import { leftIn } from '~/trail/left-in'

/** The same form for what was not done; null where there is none, nothing is left, or a secret of it was not kept. */
export async function restOf(entries: readonly TrailEntry[], { may }: Pick<Reader, 'may'>) {
  const [first] = entries
  const left = leftIn(entries)
  if (!first || left.length === 0 || !(first.mutation in changes)) return null
  if (!capabilitiesFor(first.mutation as ChangeName).some(may)) return null
  const form = await findChangeForm(first.tenantId, first.changeId)
  if (!form || form.lacksSecret) return null
  const { address, fields, reason } = form
  const only = left.map(({ subject }) => subject.id)
  return {
    address,
    fields,
    reason,
    takesFiles: takesFiles(address.split('?', 1)[0] ?? ''),
    only,
    key: keyAfter(first.changeId),
  }
}

export interface FormAgain {
  href: string
  /** How many things it is for, where those are not all of the change. */
  count: number | null
}

/** Where the form stands with what was typed, for whoever typed it; null for others. */
export async function formAgain(asked: Asked, reader: Pick<Reader, 'session'>): Promise<FormAgain | null> {
  const form = await ownForm(asked, reader)
  return form && { href: againHref(form, asked.changeId), count: null }
}

/**
 * The same for what is left of a change; null where nothing is. Where a secret of it was not kept, so that the rest
 * cannot be tried again from here, the form is for the `count` things that are left.
 */
export async function formForRest(
  asked: Asked,
  entries: readonly TrailEntry[],
  reader: Pick<Reader, 'session'>,
): Promise<FormAgain | null> {
  const left = leftIn(entries)
  const form = left.length > 0 ? await ownForm(asked, reader) : null
  if (!form) return null
  const isForRest = form.lacksSecret && left.length < entries.length && isOfMany(left[0]?.mutation ?? '')
  return isForRest
    ? { href: restHref(form, asked.changeId), count: left.length }
    : { href: againHref(form, asked.changeId), count: null }
}

interface Asked {
  tenantId: string
  changeId: string
}

/** What was typed, for whoever typed it. */
export async function ownForm({ tenantId, changeId }: Asked, { session }: Pick<Reader, 'session'>) {
  const form = await findChangeForm(tenantId, changeId)
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
