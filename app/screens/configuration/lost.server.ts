/**
 * Controllers that have not come back since network settings were sent to them. A send is on record with its time, and
 * whether somebody is connected the board tells; so whoever looks sees the same, and nothing has to watch.
 */
import type { Reader } from '~/backend/reader.server'
import { settledAfter } from '~/domain/lost-controllers'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { ControllerState } from './controller-states.server'
import { type ConfigurationPlace, placeId, puttingBackHref } from './place'

export interface Lost {
  controllers: { id: string; name: string; sentAt: string }[]
  /** What sends back what was there before: a save a change that saved it, with the controllers it is of. */
  back: { action: string; ids: string[] }[]
}

/** Sends and saves that are looked through. */
const mostRecords = 1_000
/** A send that is older is no longer why somebody is gone. */
const dayMs = 24 * 60 * 60_000

/** Null where all that were sent to are there, or have still time to come back. */
export async function lostOf(
  made: Reader,
  at: ConfigurationPlace,
  rows: readonly ControllerState[],
): Promise<Lost | null> {
  const gone = rows.filter(({ isConnected, sendState }) => !isConnected && sendState !== 'queued')
  if (at.kind !== 'network' || gone.length === 0) return null
  const now = Date.now()
  const records = (mutation: string, from?: string) =>
    findEntries({
      tenantId: at.tenantId,
      under: placeId(at),
      mutation,
      visibleTo: visibleTo(made),
      ...(from && { from }),
      limit: mostRecords,
    })
  const { entries: sends } = await records('configuration.send', new Date(now - dayMs).toISOString())
  const newest = newestBySubject(sends.filter(({ after }) => Object.hasOwn((after ?? {}) as object, 'network')))
  const lost = gone.flatMap((row) => {
    const send = newest.get(row.id)
    return send && isSent(send) && now - Date.parse(send.at) >= settledAfter ? [{ row, send }] : []
  })
  if (lost.length === 0) return null
  const saves = made.may('config.write') ? (await records('network.save')).entries : []
  const back = new Map<string, string[]>()
  for (const { row, send } of lost) {
    const save = savedBefore(send, saves)
    if (save) back.set(save.changeId, [...(back.get(save.changeId) ?? []), row.id])
  }
  const { tenantId, customerId } = at
  return {
    controllers: lost.map(({ row: { id, name }, send }) => ({ id, name, sentAt: send.at })),
    back: [...back].map(([changeId, ids]) => ({
      action: puttingBackHref({ tenantId, customerId, changeId, kind: 'network' }),
      ids,
    })),
  }
}

/** It went out, however it ended on the controller. */
const isSent = ({ ending }: TrailEntry) => ending?.outcome === 'done' || ending?.outcome === 'failed'

/** What the send brought is the newest save before it: one of later was not sent yet. */
function savedBefore(send: TrailEntry, saves: readonly TrailEntry[]): TrailEntry | undefined {
  const isOwn = ({ subject, sequence, ending }: TrailEntry) =>
    subject.id === send.subject.id && sequence < send.sequence && ending?.outcome === 'done'
  return newestBySubject(saves.filter(isOwn)).get(send.subject.id)
}

function newestBySubject(entries: readonly TrailEntry[]): Map<string, TrailEntry> {
  const newest = new Map<string, TrailEntry>()
  for (const entry of entries) {
    const known = newest.get(entry.subject.id)
    if (!known || known.sequence < entry.sequence) newest.set(entry.subject.id, entry)
  }
  return newest
}
