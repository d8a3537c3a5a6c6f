/**
 * Controllers that have not reconnected since network settings were sent to them. The time of a send is on record and
 * the services know who is connected, so the result is derived on each read and nothing has to watch.
 */

import { maxControllersPerCall } from '#contracts/configuration-kinds'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import { chunksOf } from '~/change/write-in-chunks.server'
import { settleMs } from '~/domain/lost-controllers'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { ControllerState } from './controller-states.server'
import { savesSentBy } from './saves-sent-by'
import { type ConfigurationPlace, configurationPlaceId, puttingBackHref } from './shared/place'

export interface LostControllers {
  /** Ordered by name, as many as a page names. */
  controllers: { id: string; name: string; sentAt: string }[]
  /** The number of all lost controllers. */
  count: number
  /** The forms that send the previous settings again: the changes to revert, with their controllers. */
  restoreForms: { action: string; ids: string[] }[]
  /** Not every controller of the sends could be read. */
  incomplete: boolean
}

/** The number of sends and saves to search. */
const maxRecords = 1_000
/** The search budget in ms: a day's records are at the top of a trail of any length. */
const patienceMs = 100
/** An older send no longer explains a missing controller. */
const dayMs = 24 * 60 * 60_000
/** The number of controllers named. */
const maxNamed = 20

/**
 * Returns the lost controllers of every send at the place, independent of the page. Returns null if all are connected
 * or may still reconnect.
 */
export async function findLostControllers(
  reader: Reader,
  at: ConfigurationPlace,
  rows: readonly ControllerState[],
): Promise<LostControllers | null> {
  if (at.kind !== 'network') return null
  const now = Date.now()
  const records = async (mutation: string, from?: string) => {
    const result = await findEntries({
      tenantId: at.tenantId,
      under: configurationPlaceId(at),
      mutation,
      visibleTo: visibleTo(reader),
      ...(from && { from }),
      limit: maxRecords,
      patienceMs,
    })
    return result.entries
  }
  const sends = (await records('configuration.send', new Date(now - dayMs).toISOString())).filter(isOfNetwork)
  const due = [...newestBySubject(sends).values()].filter(
    (send) => isSent(send) && now - Date.parse(send.at) >= settleMs,
  )
  const { disconnected, incomplete } = await findDisconnected(reader, due, rows)
  if (disconnected.length === 0) return null
  disconnected.sort((one, other) =>
    one.subject.name.localeCompare(other.subject.name, reader.language, { numeric: true }),
  )
  return {
    controllers: disconnected.slice(0, maxNamed).map(({ subject: { id, name }, at: sentAt }) => ({ id, name, sentAt })),
    count: disconnected.length,
    restoreForms: reader.may('config.write') ? restoreFormsFor(at, disconnected, await readSendsAndSaves(records)) : [],
    incomplete,
  }
}

/** Returns the network settings saved and sent, as far back as the search reaches. */
async function readSendsAndSaves(records: (mutation: string) => Promise<TrailEntry[]>) {
  const [sends, ...saves] = await Promise.all(
    ['configuration.send', 'network.save', 'template.apply'].map((mutation) => records(mutation)),
  )
  return { sends: (sends ?? []).filter((one) => isOfNetwork(one) && isSent(one)), saves: saves.flat() }
}

/**
 * Returns the sends whose controller is not connected and waits for no send. Without batch reads only the controllers
 * of the page are checked.
 */
async function findDisconnected(
  { call }: Reader,
  due: readonly TrailEntry[],
  rows: readonly ControllerState[],
): Promise<{ disconnected: TrailEntry[]; incomplete: boolean }> {
  const isDisconnected = new Map(rows.map((row) => [row.id, !row.isConnected && row.sendState !== 'queued']))
  const others = due.flatMap(({ subject: { id } }) => (isDisconnected.has(id) ? [] : [id]))
  const response = await asPanel(
    withFallback(
      site.namedDevices,
      () =>
        inParallel(chunksOf(others, maxControllersPerCall), 2, (deviceIds) =>
          call(site.namedDevices, { body: { deviceIds } }),
        ),
      async () => null,
    ),
  )
  const pages = response.ok ? response.value : null
  for (const { id, overallStatus, configStatus } of pages?.flatMap(({ data }) => data) ?? [])
    isDisconnected.set(id, overallStatus?.connected !== true && configStatus?.network?.sendState !== 'queued')
  return {
    disconnected: due.filter(({ subject: { id } }) => isDisconnected.get(id)),
    incomplete: pages === null && others.length > 0,
  }
}

/** Returns one form per combination of changes to revert. */
function restoreFormsFor(
  { tenantId, customerId }: ConfigurationPlace,
  disconnected: readonly TrailEntry[],
  history: { sends: readonly TrailEntry[]; saves: readonly TrailEntry[] },
): LostControllers['restoreForms'] {
  const idsByAction = new Map<string, string[]>()
  for (const send of disconnected) {
    const [changeId, ...also] = savesSentBy(send, history).map((save) => save.changeId)
    if (changeId === undefined) continue
    const action = puttingBackHref({ tenantId, customerId, changeId, kind: 'network' }, also)
    idsByAction.set(action, [...(idsByAction.get(action) ?? []), send.subject.id])
  }
  return [...idsByAction].map(([action, ids]) => ({ action, ids }))
}

const isOfNetwork = ({ after }: TrailEntry) => Object.hasOwn((after ?? {}) as object, 'network')

/** The settings were sent, whatever the controller answered. */
const isSent = ({ outcomeRecord }: TrailEntry) =>
  outcomeRecord?.outcome === 'done' || outcomeRecord?.outcome === 'failed'

function newestBySubject(entries: readonly TrailEntry[]): Map<string, TrailEntry> {
  const newest = new Map<string, TrailEntry>()
  for (const entry of entries) {
    const previous = newest.get(entry.subject.id)
    if (!previous || previous.sequence < entry.sequence) newest.set(entry.subject.id, entry)
  }
  return newest
}
