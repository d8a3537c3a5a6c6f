/** What a board of settings shows, for a customer's as for a site's: the rows an address asks for. */

import { asPanel, type Reader } from '~/backend/reader.server'
import { flagFor, mostFor } from '~/changes'
import { notUnderstood } from '~/screens/list/not-understood'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { refreshSeconds } from '~/ui/refresh'
import { filterIn } from './choice'
import { controllerStates } from './controller-states.server'
import type { ConfigurationPlace } from './place'

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
  const ids = shown.change ? await touchedBy(made, at.tenantId, shown.change) : undefined
  const many = flagFor('configuration.send', 2)
  return {
    at,
    states: await asPanel(controllerStates(ask, { ...at, ...filter, ids, after: shown.after ?? undefined })),
    unclear: notUnderstood(request, { state: filter.state, q: filter.search, change: shown.change }),
    shown,
    isAuto: shown.auto !== null,
    mayChange: may('config.write'),
    maySend: may('config.send'),
    mayReadLog: may('config.log'),
    forMany: !many || features[many],
  }
}

/** The controllers one change touched, as far as the person sees the trail. */
async function touchedBy(made: Reader, tenantId: string, changeId: string): Promise<Set<string>> {
  const { entries } = await findEntries({
    tenantId,
    changeId,
    visibleTo: visibleTo(made),
    limit: mostFor('configuration.send'),
  })
  return new Set(entries.map(({ subject }) => subject.id))
}

export type BoardData = Awaited<ReturnType<typeof boardOf>> & { timeZone: string | null }
