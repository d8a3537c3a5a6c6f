/**
 * The controllers that a send held back. Services know nothing of them: how many wait stands in the records of the change,
 * which they are in the form that is kept with it (30 days). Whoever opens the board finds the same.
 */
import type { Reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import type { Fields } from '~/change/posted'
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
  const { entries } = await findEntries({ tenantId, changeId, visibleTo: visibleTo(made), limit: 1 })
  const count = Number(entries[0]?.ending?.detail?.held ?? 0)
  if (count === 0) return null
  const kept = await findChangeForm(tenantId, changeId)
  return {
    count,
    first: standOf(rows),
    fields: kept?.fields.filter(([name]) => name !== 'first') ?? null,
  }
}

function standOf(rows: readonly ControllerState[]): HeldBack['first'] {
  if (rows.some(({ sendState }) => sendState === 'failed')) return 'failed'
  return rows.every(({ sendState, isConnected }) => sendState === 'succeed' && isConnected) ? 'well' : 'running'
}
