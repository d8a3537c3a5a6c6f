/**
 * Controllers that have not reconnected since network settings were sent to them. The time of a send is on record and
 * the services know who is connected, so the result is derived on each read and nothing has to watch.
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
  /** Ordered by name, as many as a page names. */
  controllers: { id: string; name: string; sentAt: string }[]
  /** The number of all lost controllers. */
  count: number
  /** The forms that send the previous settings again: the changes to revert, with their controllers. */
  back: { action: string; ids: string[] }[]
  /** Not every controller of the sends could be read. */
  isPart: boolean
}

/** The number of sends and saves to search. */
const mostRecords = 1_000
/** The search budget in ms: a day's records are at the top of a trail of any length. */
const patience = 100
/** An older send no longer explains a missing controller. */
const dayMs = 24 * 60 * 60_000
/** The number of controllers named. */
const mostNamed = 20

/**
 * Returns the lost controllers of every send at the place, independent of the page. Returns null if all are connected
 * or may still reconnect.
 */
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

/** Returns the network settings saved and sent, as far back as the search reaches. */
async function broughtBy(records: (mutation: string) => Promise<TrailEntry[]>) {
  const [sends, ...saves] = await Promise.all(
    ['configuration.send', 'network.save', 'template.apply'].map((mutation) => records(mutation)),
  )
  return { sends: (sends ?? []).filter((one) => isOfNetwork(one) && isSent(one)), saves: saves.flat() }
}

/**
 * Returns the sends whose controller is not connected and waits for no send. Without batch reads only the controllers
 * of the page are checked.
 */
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

/** Returns one form per combination of changes to revert. */
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

/** The settings were sent, whatever the controller answered. */
const isSent = ({ ending }: TrailEntry) => ending?.outcome === 'done' || ending?.outcome === 'failed'

function newestBySubject(entries: readonly TrailEntry[]): Map<string, TrailEntry> {
  const newest = new Map<string, TrailEntry>()
  for (const entry of entries) {
    const known = newest.get(entry.subject.id)
    if (!known || known.sequence < entry.sequence) newest.set(entry.subject.id, entry)
  }
  return newest
}
