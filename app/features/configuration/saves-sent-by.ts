/** The saves that a send delivered to its controller: those since the last send that succeeded. */
import type { TrailRecord } from '~/trail/record'

type RecordedChange = Pick<TrailRecord, 'sequence' | 'changeId' | 'before'> & {
  subject: Pick<TrailRecord['subject'], 'id'>
  outcomeRecord: Pick<TrailRecord, 'outcome'> | null
}

/**
 * Returns the saves of a send, newest first. The record of the next send has the result of an earlier one, as the send
 * state it found. Without such a record, only the newest save certainly belongs to this send.
 */
export function savesSentBy<Save extends RecordedChange>(
  send: RecordedChange,
  { sends, saves }: { sends: readonly RecordedChange[]; saves: readonly Save[] },
): Save[] {
  const before = <One extends RecordedChange>(all: readonly One[]) =>
    all
      .filter(({ subject, sequence }) => subject.id === send.subject.id && sequence < send.sequence)
      .toSorted((one, other) => other.sequence - one.sequence)
  const own = before(saves).filter(({ outcomeRecord }) => outcomeRecord?.outcome === 'done')
  const since = lastSucceededSend(send, before(sends))
  return since === null ? own.slice(0, 1) : own.filter(({ sequence }) => sequence > since)
}

/** Returns the sequence of the last earlier send that succeeded; 0 if none ever did, null if unknown. */
function lastSucceededSend(send: RecordedChange, earlier: readonly RecordedChange[]): number | null {
  let state = stateBefore(send)
  for (const one of earlier) {
    if (state === 'notSet') return 0
    if (state === 'succeed') return one.sequence
    state = stateBefore(one)
  }
  return state === 'notSet' ? 0 : null
}

/** Returns the send state of network settings at the time of a send. */
function stateBefore({ before }: RecordedChange): unknown {
  return (before as { network?: { sendState?: unknown } } | null)?.network?.sendState
}
