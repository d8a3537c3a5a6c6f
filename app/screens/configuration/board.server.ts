/** The data of a configuration board, for a customer, a site group or a site. */

import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { capabilitiesFor, flagsFor } from '~/changes'
import { isLive } from '~/screens/frame/refreshing'
import { notUnderstood } from '~/screens/list/not-understood'
import { refreshSeconds } from '~/ui/refresh'
import { type BoardFilter, filterIn } from './choice'
import { controllerStates, type StatesPage } from './controller-states.server'
import { type Followed, followed } from './followed.server'
import { heldBack } from './held-back.server'
import { saveOf } from './kind'
import { leftOut } from './left-out.server'
import { lostOf } from './lost.server'
import type { ConfigurationPlace } from './place'
import { shownKinds } from './place.server'
import { canCancel } from './waiting-sends.server'

/** Returns one page of rows, the query it answers, and the actions the reader may use. */
export async function boardOf(made: Reader, at: ConfigurationPlace, request: Request) {
  const { may, features } = made
  const search = new URL(request.url).searchParams
  const filter = filterIn(search)
  const shown = {
    ...filter,
    change: search.get('change') || null,
    after: search.get('after') || null,
    auto: search.get('auto') === String(refreshSeconds) ? refreshSeconds : null,
  }
  const { states, progress } = await statesOf(made, at, { ...shown, ...filter })
  const rows = states.ok ? states.value.rows : []
  const [held, left, lost, mayCancel] = await Promise.all([
    shown.change ? heldBack(made, { tenantId: at.tenantId, changeId: shown.change, rows }) : null,
    shown.change ? asPanel(leftOut(made, at, { changeId: shown.change })) : null,
    lostOf(made, at, rows),
    may('config.send') && rows.some(({ sendState }) => sendState === 'queued') && canCancel(made.ask, at),
  ])
  return {
    at,
    held,
    /** Null where nothing was skipped, or where that is unknown. */
    left: left?.ok ? left.value : null,
    lost,
    states,
    progress,
    unclear: notUnderstood(request, { state: filter.state, q: filter.search, change: shown.change }),
    shown,
    /** The page follows a send that has just started; one that waits for a controller may run for a day. */
    isAuto: shown.auto !== null || (shown.change !== null && isLive(search, progress?.isUnderWay === true)),
    mayChange: capabilitiesFor(saveOf[at.kind]).some(may),
    maySend: may('config.send'),
    /** A send waits here, and the backend can cancel it. */
    mayCancel,
    mayReadLog: may('config.log'),
    forMany: flagsFor('configuration.send', 2).every((flag) => features[flag]),
    kinds: shownKinds(made),
  }
}

interface Asked extends BoardFilter {
  change: string | null
  after: string | null
}

/** Returns the states at the place, or those of the followed change with its progress. */
async function statesOf(
  made: Reader,
  at: ConfigurationPlace,
  { change, after, state, search }: Asked,
): Promise<{ states: Panel<StatesPage>; progress: Omit<Followed, 'page'> | null }> {
  if (change === null) {
    const asked = { ...at, state, search, after: after ?? undefined }
    return { states: await asPanel(controllerStates(made.ask, asked)), progress: null }
  }
  const found = await followed(made, at, { changeId: change, state, search, after })
  if (!found.ok) return { states: found, progress: null }
  const { page, ...progress } = found.value
  return { states: { ok: true, value: page }, progress }
}

export type BoardData = Awaited<ReturnType<typeof boardOf>> & { timeZone: string | null }
