/** Where a record can be undone, for a reader who may make the change; else why not. */

import type { Reader } from '~/backend/reader.server'
import { type ChangeName, capabilitiesFor, changes } from '~/changes'
import type { TrailEntry } from '~/trail/find-entries.server'
import { type NoPutBackReason, putBackForm, putBackHref } from './shared/put-back.server'

export type UndoLink = { href: string; why: null } | { href: null; why: NoPutBackReason | 'notYours' }

/** Returns null for a change that was never applied. */
export function undoLink(entry: TrailEntry, { may }: Pick<Reader, 'may'>): UndoLink | null {
  const answer = putBackForm(entry)
  if ('why' in answer) return answer.why === 'notDone' ? null : { href: null, why: answer.why }
  const isKnown = entry.mutation in changes
  if (!isKnown || !capabilitiesFor(entry.mutation as ChangeName).some(may)) return { href: null, why: 'notYours' }
  return { href: putBackHref(answer, entry.sequence), why: null }
}
