/**
 * Calls for many things at once, so many to a call: the one table of how such calls end (design §7).
 *
 * | answer | of the call | the next call |
 * |---|---|---|
 * | done | done for all of it | goes out |
 * | 4100 | those it names failed, the others are done | goes out |
 * | refused | failed for all of it | goes out |
 * | refused, and it was the only call | left to `mutate`: the form comes back | – |
 * | nobody knows | unknown for all of it | is not tried |
 * | the service is down, or the session ended | failed, or unknown | is not tried |
 */
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { Told } from '~/backend/write-answer'
import type { WorkDesk } from './desk'
import { amongOurs, refusedIn } from './ledger'
import type { Plan } from './plan'

/** Who sends, and who is told how it ended for each. */
export type Sender = Pick<WorkDesk<unknown>, 'write' | 'ended'>

export interface Call<E extends WriteEndpoint> {
  ids: readonly string[]
  input: Input<E>
}

export interface Telling<E extends WriteEndpoint> {
  /** What is written beside each that is done: of the reply, or of what stands beside a 4100. */
  noteOf?(told: Partial<Told<ReplyOf<E>>>, id: string): Record<string, unknown> | undefined
  /** What is written beside each that is refused: what of it was done all the same. */
  leftOf?(told: Partial<Told<ReplyOf<E>>>, id: string): Record<string, unknown> | undefined
  /** Whether other calls of the same change follow whatever becomes of these: a refusal is told of each then. */
  isPart?: boolean
}

/** The things a plan changes, by their ids. */
export function changedIn({ rows }: Plan): string[] {
  return [...new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))]
}

/** Sends a call for each `most` of the ids. */
export function inChunks<E extends WriteEndpoint>(
  sender: Sender,
  endpoint: E,
  ids: readonly string[],
  { most, input, ...telling }: Telling<E> & { most: number; input: (ids: string[]) => Input<E> },
): Promise<void> {
  const calls = partsOf(ids, most).map((some) => ({ ids: some, input: input(some) }))
  return inCalls(sender, endpoint, calls, telling)
}

/** The ids in their order, so many to a part. */
export function partsOf(ids: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, at) => ids.slice(at * most, (at + 1) * most))
}

/** Sends calls that are made up already, one after the other. */
export async function inCalls<E extends WriteEndpoint>(
  { write, ended }: Sender,
  endpoint: E,
  calls: readonly Call<E>[],
  { noteOf, leftOf, isPart = false }: Telling<E> = {},
): Promise<void> {
  for (const { ids, input } of calls) {
    try {
      const reply = await write(endpoint, input, ids)
      for (const id of ids) ended(id, 'done', noteOf?.(reply, id))
    } catch (error) {
      const refused = refusedOf(error, ids)
      const isAlone = calls.length === 1 && !isPart
      if (!refused || (isAlone && refused.size === ids.length)) throw error
      const beside = { data: (error as ServiceError).body?.data } as unknown as Partial<Told<ReplyOf<E>>>
      for (const id of ids) {
        const told = refused.get(id)
        if (told) ended(id, 'failed', { ...told, ...leftOf?.(beside, id) })
        else ended(id, 'done', noteOf?.(beside, id))
      }
    }
  }
}

/** Those a call refused, and why: the ones it names, or all. Null where nobody knows, or the next call would meet the same. */
function refusedOf(error: unknown, ids: readonly string[]): Map<string, Record<string, unknown>> | null {
  if (!(error instanceof ServiceError) || error.isDown || error.mayHaveHappened || error.status === 401) return null
  const named = refusedIn(error)
  const { code, service } = error
  if (named.size === 0) return new Map(ids.map((id) => [id, { code, service }]))
  // Who names none of ours tells nothing of them.
  const ours = amongOurs(named, ids)
  return ours.size > 0 ? ours : null
}
