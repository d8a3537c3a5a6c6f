/**
 * Controllers that have not come back since network settings were sent to them. A send is on record with its time, and
 * whether somebody is connected the services tell; so whoever looks sees the same, and nothing has to watch.
 */

import { mostInOneCall } from '#contracts/configuration-kinds'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import { partsOf } from '~/change/in-chunks.server'
import { settledAfter } from '~/domain/lost-controllers'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { ControllerState } from './controller-states.server'
import { type ConfigurationPlace, placeId, puttingBackHref } from './place'
import { savesBrought } from './saves-brought'

export interface Lost {
  /** By their names; as many as a page names. */
  controllers: { id: string; name: string; sentAt: string }[]
  /** All of them. */
  count: number
  /** What sends back what was there before: the changes that saved what was sent, with the controllers they are of. */
  back: { action: string; ids: string[] }[]
  /** Not all that were sent to could be looked at. */
  isPart: boolean
}

/** Sends and saves that are looked through. */
const mostRecords = 1_000
/** Milliseconds for them: what was done in a day is at the top of a trail, however long that is. */
const patience = 100
/** A send that is older is no longer why somebody is gone. */
const dayMs = 24 * 60 * 60_000
/** As many are named. */
const mostNamed = 20

/** Of all that were sent to at the place, whatever page of it is shown. Null where they are there, or have still time to come back. */
export async function lostOf(
  made: Reader,
  at: ConfigurationPlace,
  rows: readonly ControllerState[],
): Promise<Lost | null> {
  if (at.kind !== 'network') return null
  const now = Date.now()
  const records = async (mutation: string, from?: string) => {
    const found = await findEntries({
      tenantId: at.tenantId,
      under: placeId(at),
      mutation,
      visibleTo: visibleTo(made),
      ...(from && { from }),
      limit: mostRecords,
      patience,
    })
    return found.entries
  }
  const sends = (await records('configuration.send', new Date(now - dayMs).toISOString())).filter(isOfNetwork)
  const due = [...newestBySubject(sends).values()].filter(
    (send) => isSent(send) && now - Date.parse(send.at) >= settledAfter,
  )
  const { gone, isPart } = await goneOf(made, due, rows)
  if (gone.length === 0) return null
  gone.sort((one, other) => one.subject.name.localeCompare(other.subject.name, made.language, { numeric: true }))
  return {
    controllers: gone.slice(0, mostNamed).map(({ subject: { id, name }, at: sentAt }) => ({ id, name, sentAt })),
    count: gone.length,
    back: made.may('config.write') ? backOf(at, gone, await broughtBy(records)) : [],
    isPart,
  }
}

/** All network settings that were saved, and sent, as far back as is looked. */
async function broughtBy(records: (mutation: string) => Promise<TrailEntry[]>) {
  const [sends, ...saves] = await Promise.all(
    ['configuration.send', 'network.save', 'template.apply'].map((mutation) => records(mutation)),
  )
  return { sends: (sends ?? []).filter((one) => isOfNetwork(one) && isSent(one)), saves: saves.flat() }
}

/** Who of those is not connected, and waits for no send; a backend that does not name many tells of those of the page. */
async function goneOf(
  { ask }: Reader,
  due: readonly TrailEntry[],
  rows: readonly ControllerState[],
): Promise<{ gone: TrailEntry[]; isPart: boolean }> {
  const isGone = new Map(rows.map((row) => [row.id, !row.isConnected && row.sendState !== 'queued']))
  const others = due.flatMap(({ subject: { id } }) => (isGone.has(id) ? [] : [id]))
  const looked = await asPanel(
    withFallback(
      site.namedDevices,
      () =>
        inParallel(partsOf(others, mostInOneCall), 2, (deviceIds) => ask(site.namedDevices, { body: { deviceIds } })),
      async () => null,
    ),
  )
  const found = looked.ok ? looked.value : null
  for (const { id, overallStatus, configStatus } of found?.flatMap(({ data }) => data) ?? [])
    isGone.set(id, overallStatus?.connected !== true && configStatus?.network?.sendState !== 'queued')
  return {
    gone: due.filter(({ subject: { id } }) => isGone.get(id)),
    isPart: found === null && others.length > 0,
  }
}

/** One form for those to whom the same changes were brought. */
function backOf(
  { tenantId, customerId }: ConfigurationPlace,
  gone: readonly TrailEntry[],
  known: { sends: readonly TrailEntry[]; saves: readonly TrailEntry[] },
): Lost['back'] {
  const back = new Map<string, string[]>()
  for (const send of gone) {
    const [changeId, ...also] = savesBrought(send, known).map((save) => save.changeId)
    if (changeId === undefined) continue
    const action = puttingBackHref({ tenantId, customerId, changeId, kind: 'network' }, also)
    back.set(action, [...(back.get(action) ?? []), send.subject.id])
  }
  return [...back].map(([action, ids]) => ({ action, ids }))
}

const isOfNetwork = ({ after }: TrailEntry) => Object.hasOwn((after ?? {}) as object, 'network')

/** It went out, however it ended on the controller. */
const isSent = ({ ending }: TrailEntry) => ending?.outcome === 'done' || ending?.outcome === 'failed'

function newestBySubject(entries: readonly TrailEntry[]): Map<string, TrailEntry> {
  const newest = new Map<string, TrailEntry>()
  for (const entry of entries) {
    const known = newest.get(entry.subject.id)
    if (!known || known.sequence < entry.sequence) newest.set(entry.subject.id, entry)
  }
  return newest
}
