/** What goes when a place is deleted, and the one row that plans it (design §12, danger). */
import { z } from 'zod'
import { site as contract } from '#contracts/site'
import { ServiceError } from '~/backend/service-error'
import type { Desk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import type { Subject } from '~/trail/record'
import type { FilledIn } from '../edit/fields'
import type { Inside } from './place-deletion'

/** `confirmName`: the name of what cannot be brought back, typed. */
export const DeletionForm = z.object({ confirmName: z.string().max(200).optional() })
export type DeletionForm = z.infer<typeof DeletionForm>

/**
 * The open tunnels to controllers below a place; undefined where they cannot be known: to people who may not see
 * them, and on a backend without the list.
 */
export async function openTunnelsBelow(
  { ask, may }: { ask: Desk<unknown>['read']; may: Desk<unknown>['may'] },
  customerId: string,
  placeId: string,
): Promise<number | undefined> {
  if (!may('tunnel.read')) return undefined
  try {
    const found = await ask(contract.findTunnels, { query: { customerId, pageSize: 200 } })
    return found.data.filter(({ device }) => device?.path?.some(({ id }) => id === placeId)).length
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** The plan of a deletion: the thing itself, then how much goes with it. */
export function deletionPlan(given: {
  subject: Subject
  version: string | undefined
  before: FilledIn
  inside: Inside
  /** What was typed, where the name has to be. */
  typed?: { confirmName: string | undefined }
}): Plan {
  const { subject, version, before, inside, typed } = given
  if (typed && typed.confirmName?.normalize('NFC').trim() !== subject.name.normalize('NFC').trim())
    return { rows: [], errors: { confirmName: ['errors:field.confirmName'] } }
  const row: PlanRow = {
    subject,
    effect: 'change',
    fields: [
      { name: 'name', from: subject.name, to: null },
      ...Object.entries(inside).flatMap(([name, count]) => (count ? [{ name, from: String(count), to: null }] : [])),
    ],
    version,
    before: { ...before, ...inside },
    after: null,
  }
  return { rows: [row] }
}
