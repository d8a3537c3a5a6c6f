/** What a board of settings shows, for a customer's as for a site's: the rows an address asks for. */

import { asPanel, type Reader } from '~/backend/reader.server'
import { capabilitiesFor, flagsFor, mostFor } from '~/changes'
import { isBuilding, isSending, isWaiting } from '~/domain/send-state'
import { isLive } from '~/screens/frame/refreshing'
import { notUnderstood } from '~/screens/list/not-understood'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { refreshSeconds } from '~/ui/refresh'
import { filterIn } from './choice'
import { type ControllerState, controllerStates } from './controller-states.server'
import { heldBack } from './held-back.server'
import { saveOf } from './kind'
import { lostOf } from './lost.server'
import type { ConfigurationPlace } from './place'
import { shownKinds } from './place.server'

/** The rows of one page, how they were asked for, and what may be done to them. */
export async function boardOf(made: Reader, at: ConfigurationPlace, request: Request) {
  const { ask, may, features } = made
  const search = new URL(request.url).searchParams
  const filter = filterIn(search)
  const shown = {
    ...filter,
    change: search.get('change') || null,
    after: search.get('after') || null,
    auto: search.get('auto') === String(refreshSeconds) ? refreshSeconds : null,
  }
  const touched = shown.change ? await touchedBy(made, at.tenantId, shown.change) : undefined
  const ids = touched?.ids
  const found = await asPanel(controllerStates(ask, { ...at, ...filter, ids, after: shown.after ?? undefined }))
  const states = found.ok && ids ? { ...found, value: { ...found.value, rows: failedFirst(found.value.rows) } } : found
  const rows = states.ok ? states.value.rows : []
  const [held, lost] = await Promise.all([
    shown.change ? heldBack(made, { tenantId: at.tenantId, changeId: shown.change, rows }) : null,
    lostOf(made, at, rows),
  ])
  return {
    at,
    held,
    lost,
    states,
    /** The change that is followed was an upload: how far its file is built is told. */
    isOfUpload: touched?.mutation === 'graphics.upload',
    unclear: notUnderstood(request, { state: filter.state, q: filter.search, change: shown.change }),
    shown,
    /** A send that was just made is followed by itself; one that waits for a controller may do so for a day. */
    isAuto:
      shown.auto !== null || (ids !== undefined && isLive(search, states.ok && states.value.rows.some(isUnderWay))),
    mayChange: capabilitiesFor(saveOf[at.kind]).some(may),
    maySend: may('config.send'),
    mayReadLog: may('config.log'),
    forMany: flagsFor('configuration.send', 2).every((flag) => features[flag]),
    kinds: shownKinds(made),
  }
}

const isUnderWay = ({ sendState, isConnected, processState }: ControllerState) =>
  (isSending(sendState) && !isWaiting(sendState, isConnected)) || isBuilding(processState)

function failedFirst(rows: readonly ControllerState[]): ControllerState[] {
  const rank = ({ sendState, processState }: ControllerState) =>
    sendState === 'failed' || processState === 'failed' ? 0 : 1
  return [...rows].sort((one, other) => rank(one) - rank(other))
}

/** The controllers one change touched, as far as the person sees the trail. */
async function touchedBy(made: Reader, tenantId: string, changeId: string) {
  const { entries } = await findEntries({
    tenantId,
    changeId,
    visibleTo: visibleTo(made),
    limit: mostFor('configuration.send'),
  })
  return { ids: new Set(entries.map(({ subject }) => subject.id)), mutation: entries[0]?.mutation }
}

export type BoardData = Awaited<ReturnType<typeof boardOf>> & { timeZone: string | null }
