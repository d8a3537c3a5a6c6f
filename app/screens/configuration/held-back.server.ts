/**
 * The controllers that a send held back. Services know nothing of them: how many wait stands in the records of the change,
 * which they are in the form that is kept with it (30 days). Whoever opens the board finds the same.
 */
import type { Reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import type { Fields } from '~/change/posted'
import { mostFor } from '~/changes'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { ControllerState } from './controller-states.server'

export interface HeldBack {
  count: number
  /** Whether the first have taken it and are there, are still at it, or one of them has not. */
  first: 'well' | 'running' | 'failed'
  /** What sends to the others: those that have it are left out by its plan. Null where the form is kept no more. */
  fields: Fields | null
}

/** Null for a send that held nothing back. */
export async function heldBack(
  made: Reader,
  { tenantId, changeId, rows }: { tenantId: string; changeId: string; rows: readonly ControllerState[] },
): Promise<HeldBack | null> {
  const { entries } = await findEntries({
    tenantId,
    changeId,
    visibleTo: visibleTo(made),
    limit: mostFor('configuration.send'),
  })
  // A record that ended otherwise does not say it.
  const count = Math.max(0, ...entries.map(({ ending }) => Number(ending?.detail?.held ?? 0)))
  if (count === 0) return null
  const kept = await findChangeForm(tenantId, changeId)
  return {
    count,
    first: standOf(
      entries.map(({ subject }) => subject.id),
      rows,
    ),
    fields: kept?.fields.filter(([name]) => name !== 'first') ?? null,
  }
}

/** What is not read, or is not shown here, is not known to be well. */
function standOf(sentTo: readonly string[], rows: readonly ControllerState[]): HeldBack['first'] {
  const states = new Map(rows.map((row) => [row.id, row]))
  const first = sentTo.map((id) => states.get(id))
  if (first.some((one) => one?.sendState === 'failed')) return 'failed'
  return first.every((one) => one?.sendState === 'succeed' && one.isConnected) ? 'well' : 'running'
}
