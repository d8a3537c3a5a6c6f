/**
 * Calls for many things at once, in chunks: the one table of their outcomes (design §7).
 *
 * | reply | of the call | the next call |
 * |---|---|---|
 * | done | done for all of it | is sent |
 * | 4100 | those it names failed, the others are done | is sent |
 * | refused, by the service or by a controller | failed for all of it | is sent |
 * | refused, and it was the only call | thrown to `mutate`, which returns the form | – |
 * | unknown | unknown for all of it | is not sent |
 * | the service is down, or the session has ended | failed, or unknown | is not sent |
 */
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { PartialReply } from '~/backend/write-reply'
import { controllerAnswerIn, forOurIds, refusalsIn } from './ledger'
import type { Plan } from './plan'
import type { WorkContext } from './plan-context'

/** Sends calls and sets the outcome of each subject. */
export type WriteContext = Pick<WorkContext<unknown>, 'write' | 'setOutcome'>

export interface WriteCall<E extends WriteEndpoint> {
  ids: readonly string[]
  input: Input<E>
}

export interface OutcomeDetails<E extends WriteEndpoint> {
  /** Detail for each subject that is done, from the reply or from the data beside a 4100. */
  doneDetail?(reply: Partial<PartialReply<ReplyOf<E>>>, id: string): Record<string, unknown> | undefined
  /** Detail for each refused subject: the part of it that was done all the same. */
  failedDetail?(reply: Partial<PartialReply<ReplyOf<E>>>, id: string): Record<string, unknown> | undefined
  /** Other calls of the same change follow whatever the outcome: a refusal is then set per subject. */
  hasFurtherCalls?: boolean
}

/** Returns the ids of the things that a plan changes. */
export function changedIds({ rows }: Plan): string[] {
  return [...new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))]
}

/** Sends one call per `maxPerCall` ids. */
export function writeInChunks<E extends WriteEndpoint>(
  sender: WriteContext,
  endpoint: E,
  ids: readonly string[],
  { maxPerCall, input, ...details }: OutcomeDetails<E> & { maxPerCall: number; input: (ids: string[]) => Input<E> },
): Promise<void> {
  const calls = chunksOf(ids, maxPerCall).map((chunk) => ({ ids: chunk, input: input(chunk) }))
  return writeCalls(sender, endpoint, calls, details)
}

/** Splits ids into chunks of at most that many, in order. */
export function chunksOf(ids: readonly string[], maxPerCall: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / maxPerCall) }, (_, at) =>
    ids.slice(at * maxPerCall, (at + 1) * maxPerCall),
  )
}

/** Sends prepared calls, one after the other. */
export async function writeCalls<E extends WriteEndpoint>(
  { write, setOutcome }: WriteContext,
  endpoint: E,
  calls: readonly WriteCall<E>[],
  { doneDetail, failedDetail, hasFurtherCalls = false }: OutcomeDetails<E> = {},
): Promise<void> {
  for (const { ids, input } of calls) {
    try {
      const reply = await write(endpoint, input, ids)
      for (const id of ids) setOutcome(id, 'done', doneDetail?.(reply, id))
    } catch (error) {
      const refused = refusedAmong(error, ids)
      const isAlone = calls.length === 1 && !hasFurtherCalls
      if (!refused || (isAlone && refused.size === ids.length)) throw error
      const partialReply = { data: (error as ServiceError).body?.data } as unknown as Partial<PartialReply<ReplyOf<E>>>
      for (const id of ids) {
        const refusal = refused.get(id)
        if (refusal) setOutcome(id, 'failed', { ...refusal, ...failedDetail?.(partialReply, id) })
        else setOutcome(id, 'done', doneDetail?.(partialReply, id))
      }
    }
  }
}

/**
 * Returns the refused ids with their reasons: those the error names, or all. Null when the outcome is unknown, or
 * when the next call would fail alike.
 */
function refusedAmong(error: unknown, ids: readonly string[]): Map<string, Record<string, unknown>> | null {
  if (!(error instanceof ServiceError) || error.isDown || error.mayHaveHappened || error.status === 401) return null
  const named = refusalsIn(error)
  const { code, service } = error
  if (named.size === 0) return new Map(ids.map((id) => [id, { code, service, ...controllerAnswerIn(error) }]))
  // An error that names none of our ids says nothing about them.
  const ours = forOurIds(named, ids)
  return ours.size > 0 ? ours : null
}
