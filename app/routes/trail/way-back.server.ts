/** Where a record can be undone, for a reader who may make the change; else why not. */

import type { Reader } from '~/backend/reader.server'
import { putBack, putBackHref, type Why } from '~/change/put-back.server'
import { type ChangeName, capabilitiesFor, changes } from '~/changes'
import type { TrailEntry } from '~/trail/find-entries.server'

export type WayBack = { href: string; why: null } | { href: null; why: Why | 'notYours' }

/** Returns null for a change that was never applied. */
export function wayBackOf(entry: TrailEntry, { may }: Pick<Reader, 'may'>): WayBack | null {
  const answer = putBack(entry)
  if ('why' in answer) return answer.why === 'notDone' ? null : { href: null, why: answer.why }
  const known = entry.mutation in changes
  if (!known || !capabilitiesFor(entry.mutation as ChangeName).some(may)) return { href: null, why: 'notYours' }
  return { href: putBackHref(answer, entry.sequence), why: null }
}
