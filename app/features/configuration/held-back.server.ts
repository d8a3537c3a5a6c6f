/**
 * The controllers that a staged send held back. The services do not know them: the records of the change have their
 * number, and the form stored with the change (30 days) has their ids. Every reader of the board sees the same.
 */
import type { Reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import type { PostedFields } from '~/change/posted'
import { limitFor } from '~/changes'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { ControllerState } from './controller-states.server'

export interface HeldBack {
  count: number
  /**
   * `well`: the first controllers have applied it and are connected. `running`: still in progress. `failed`: at least
   * one failed.
   */
  first: 'well' | 'running' | 'failed'
  /**
   * The form that sends to the others; its plan skips controllers that are up to date. Null once the form is deleted.
   */
  fields: PostedFields | null
}

/** Returns null for a send that held nothing back. */
export async function findHeldBack(
  reader: Reader,
  { tenantId, changeId, rows }: { tenantId: string; changeId: string; rows: readonly ControllerState[] },
): Promise<HeldBack | null> {
  const { entries } = await findEntries({
    tenantId,
    changeId,
    visibleTo: visibleTo(reader),
    limit: limitFor('configuration.send'),
  })
  // Only records that ended as expected have the number.
  const count = Math.max(0, ...entries.map(({ outcomeRecord }) => Number(outcomeRecord?.detail?.held ?? 0)))
  if (count === 0) return null
  const form = await findChangeForm(tenantId, changeId)
  return {
    count,
    first: firstStatus(
      entries.map(({ subject }) => subject.id),
      rows,
    ),
    fields: form?.fields.filter(([name]) => name !== 'first') ?? null,
  }
}

/** Returns `running` for controllers that were not read or are not on this page. */
function firstStatus(sentTo: readonly string[], rows: readonly ControllerState[]): HeldBack['first'] {
  const states = new Map(rows.map((row) => [row.id, row]))
  const first = sentTo.map((id) => states.get(id))
  if (first.some((one) => one?.sendState === 'failed')) return 'failed'
  return first.every((one) => one?.sendState === 'succeed' && one.isConnected) ? 'well' : 'running'
}
