/** What can be done about a change that was not done whole: its form, for what is left of it, or as it was typed. */

import type { Reader } from '~/backend/reader.server'
import { type ChangeForm, findChangeForm } from '~/change/change-forms.server'
import { personKey } from '~/change/drafts.server'
import { keyAfter } from '~/change/idempotency.server'
import { type ChangeName, capabilitiesFor, changes } from '~/changes'
import { takesFiles } from '~/paths'
import type { TrailEntry } from '~/trail/find-entries.server'

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

/** Where the form stands with what was typed, for whoever typed it; null for others, and where nothing is left. */
export async function formAgain(
  asked: { tenantId: string; changeId: string },
  { session }: Pick<Reader, 'session'>,
): Promise<string | null> {
  const form = await findChangeForm(asked.tenantId, asked.changeId)
  return form?.person === personKey(session.person) ? againHref(form, asked.changeId) : null
}

function againHref({ address }: ChangeForm, changeId: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}change=${encodeURIComponent(changeId)}`
}

/** What was not done for certain, once the change is over. */
export function leftIn(entries: readonly TrailEntry[]): TrailEntry[] {
  const outcomeOf = ({ ending, outcome }: TrailEntry) => ending?.outcome ?? outcome
  if (entries.some((entry) => outcomeOf(entry) === 'pending')) return []
  return entries.filter((entry) => ['failed', 'refused', 'unknown'].includes(outcomeOf(entry)))
}
