/**
 * Calls for many things at once, in chunks: the one table of their outcomes (design §7).
 *
 * | reply | of the call | the next call |
 * |---|---|---|
 * | done | done for all of it | is sent |
 * | 4100 | those it names failed, the others are done | is sent |
 * | refused | failed for all of it | is sent |
 * | refused, and it was the only call | thrown to `mutate`, which returns the form | – |
 * | unknown | unknown for all of it | is not sent |
 * | the service is down, or the session has ended | failed, or unknown | is not sent |
 */
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { Told } from '~/backend/write-answer'
import type { WorkDesk } from './desk'
import { amongOurs, refusedIn } from './ledger'
import type { Plan } from './plan'

/** Sends calls and sets the outcome of each subject. */
export type Sender = Pick<WorkDesk<unknown>, 'write' | 'ended'>

export interface Call<E extends WriteEndpoint> {
  ids: readonly string[]
  input: Input<E>
}

export interface Telling<E extends WriteEndpoint> {
  /** Detail for each subject that is done, from the reply or from the data beside a 4100. */
  noteOf?(told: Partial<Told<ReplyOf<E>>>, id: string): Record<string, unknown> | undefined
  /** Detail for each refused subject: the part of it that was done all the same. */
  leftOf?(told: Partial<Told<ReplyOf<E>>>, id: string): Record<string, unknown> | undefined
  /** Other calls of the same change follow whatever the outcome: a refusal is then set per subject. */
  isPart?: boolean
}

/** Returns the ids of the things that a plan changes. */
export function changedIn({ rows }: Plan): string[] {
  return [...new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))]
}

/** Sends one call per `maxPerCall` ids. */
export function inChunks<E extends WriteEndpoint>(
  sender: Sender,
  endpoint: E,
  ids: readonly string[],
  { most, input, ...telling }: Telling<E> & { most: number; input: (ids: string[]) => Input<E> },
): Promise<void> {
  const calls = partsOf(ids, most).map((some) => ({ ids: some, input: input(some) }))
  return inCalls(sender, endpoint, calls, telling)
}

/** Splits ids into chunks of at most that many, in order. */
export function partsOf(ids: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, at) => ids.slice(at * most, (at + 1) * most))
}

/** Sends prepared calls, one after the other. */
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

/**
 * Returns the refused ids with their reasons: those the error names, or all. Null when the outcome is unknown, or
 * when the next call would fail alike.
 */
function refusedOf(error: unknown, ids: readonly string[]): Map<string, Record<string, unknown>> | null {
  if (!(error instanceof ServiceError) || error.isDown || error.mayHaveHappened || error.status === 401) return null
  const named = refusedIn(error)
  const { code, service } = error
  if (named.size === 0) return new Map(ids.map((id) => [id, { code, service }]))
  // An error that names none of our ids says nothing about them.
  const ours = amongOurs(named, ids)
  return ours.size > 0 ? ours : null
}
