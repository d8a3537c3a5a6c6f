/** The saves that a send brought its controller: those since the last one that it took. */
import type { TrailRecord } from '~/trail/record'

type OnRecord = Pick<TrailRecord, 'sequence' | 'changeId' | 'before'> & {
  subject: Pick<TrailRecord['subject'], 'id'>
  ending: Pick<TrailRecord, 'outcome'> | null
}

/**
 * The newest first. How an earlier send ended, the one after it tells: it has on record where the sending stood before.
 * Where no record tells what the controller had, only the newest save is known to be of this send.
 */
export function savesBrought<Save extends OnRecord>(
  send: OnRecord,
  { sends, saves }: { sends: readonly OnRecord[]; saves: readonly Save[] },
): Save[] {
  const before = <One extends OnRecord>(all: readonly One[]) =>
    all
      .filter(({ subject, sequence }) => subject.id === send.subject.id && sequence < send.sequence)
      .toSorted((one, other) => other.sequence - one.sequence)
  const own = before(saves).filter(({ ending }) => ending?.outcome === 'done')
  const since = lastTaken(send, before(sends))
  return since === null ? own.slice(0, 1) : own.filter(({ sequence }) => sequence > since)
}

/** The number of the send that the controller took last before this one; 0 where it never took any, null where that is not known. */
function lastTaken(send: OnRecord, earlier: readonly OnRecord[]): number | null {
  let state = stateBefore(send)
  for (const one of earlier) {
    if (state === 'notSet') return 0
    if (state === 'succeed') return one.sequence
    state = stateBefore(one)
  }
  return state === 'notSet' ? 0 : null
}

/** Where the sending of network settings stood as a send was made. */
function stateBefore({ before }: OnRecord): unknown {
  return (before as { network?: { sendState?: unknown } } | null)?.network?.sendState
}
