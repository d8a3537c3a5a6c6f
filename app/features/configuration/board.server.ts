/** The data of a configuration board, for a customer, a site group or a site. */

import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { capabilitiesFor, flagsFor } from '~/changes'
import { isLivePage } from '~/kit/frame/refresh'
import { unknownParams } from '~/kit/list/unknown-params'
import { watchedAt } from '~/kit/place/watched.server'
import { refreshSeconds } from '~/ui/refresh'
import { type BoardFilter, parseBoardFilter } from './board-selection'
import { controllerStates, type StatesPage } from './controller-states.server'
import { type FollowedChange, loadFollowedChange } from './followed-change.server'
import { findHeldBack } from './held-back.server'
import { findLostControllers } from './lost-controllers.server'
import { saveChangeOf } from './shared/kind'
import type { ConfigurationPlace } from './shared/place'
import { visibleKinds } from './shared/place.server'
import { findSkippedControllers } from './shared/skipped-controllers.server'
import { canCancel } from './waiting-sends.server'

/** Returns one page of rows, the query it answers, and the actions the reader may use. */
export async function loadBoard(reader: Reader, at: ConfigurationPlace, request: Request) {
  const { may, features } = reader
  const search = new URL(request.url).searchParams
  const filter = parseBoardFilter(search)
  const shown = {
    ...filter,
    change: search.get('change') || null,
    after: search.get('after') || null,
    auto: search.get('auto') === String(refreshSeconds) ? refreshSeconds : null,
  }
  const { states, progress } = await statesOf(reader, at, { ...shown, ...filter })
  const rows = states.ok ? states.value.rows : []
  const [held, skipped, lost, mayCancel] = await Promise.all([
    shown.change ? findHeldBack(reader, { tenantId: at.tenantId, changeId: shown.change, rows }) : null,
    shown.change ? asPanel(findSkippedControllers(reader, at, { changeId: shown.change })) : null,
    findLostControllers(reader, at, rows),
    may('config.send') && rows.some(({ sendState }) => sendState === 'queued') && canCancel(reader.call, at),
  ])
  return {
    at,
    held,
    /** Null where nothing was skipped, or where that is unknown. */
    skipped: skipped?.ok ? skipped.value : null,
    lost,
    states,
    watched: await watchedAt(reader, at, { rows, trouble: !states.ok }),
    progress,
    unclear: unknownParams(request, { state: filter.state, q: filter.search, change: shown.change }),
    shown,
    /** The page follows a send that has just started; one that waits for a controller may run for a day. */
    isAuto: shown.auto !== null || (shown.change !== null && isLivePage(search, progress?.isUnderWay === true)),
    mayChange: capabilitiesFor(saveChangeOf[at.kind]).some(may),
    maySend: may('config.send'),
    /** A send waits here, and the backend can cancel it. */
    mayCancel,
    mayReadLog: may('config.log'),
    forMany: flagsFor('configuration.send', 2).every((flag) => features[flag]),
    kinds: visibleKinds(reader),
  }
}

interface BoardQuery extends BoardFilter {
  change: string | null
  after: string | null
}

/** Returns the states at the place, or those of the followed change with its progress. */
async function statesOf(
  reader: Reader,
  at: ConfigurationPlace,
  { change, after, state, search }: BoardQuery,
): Promise<{ states: Panel<StatesPage>; progress: Omit<FollowedChange, 'page'> | null }> {
  if (change === null) {
    const query = { ...at, state, search, after: after ?? undefined }
    return { states: await asPanel(controllerStates(reader.call, query)), progress: null }
  }
  const result = await loadFollowedChange(reader, at, { changeId: change, state, search, after })
  if (!result.ok) return { states: result, progress: null }
  const { page, ...progress } = result.value
  return { states: { ok: true, value: page }, progress }
}

export type BoardData = Awaited<ReturnType<typeof loadBoard>> & { timeZone: string | null }
