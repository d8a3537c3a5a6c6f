/** The controllers selected in an address, for pages whose form needs no saved settings. */
import type { Reader } from '~/backend/reader.server'
import { failedParam } from '~/change/change-forms.server'
import type { BulkChangeName } from '~/changes'
import { isId } from '~/hrefs'
import { unfinishedOf } from '~/trail/find-change.server'
import { visibleTo } from '~/trail/visible-to.server'
import { parseBoardSelection } from './board-selection'
import { readDeviceStates, selectedIds } from './shared/controllers.server'
import { boardHref, type ConfigurationPlace } from './shared/place'
import { refuseOtherCustomers, withProblemResponse } from './shared/settings.server'

/**
 * Returns the selected controllers. Throws a 404 for controllers of another customer. `named` repeats the selection as
 * an address, except for "all that match".
 */
export async function loadSelectedControllers(
  reader: Reader,
  at: ConfigurationPlace,
  { request, change, otherParams }: { request: Request; change: BulkChangeName; otherParams?: readonly string[] },
) {
  const search = new URL(request.url).searchParams
  const changeId = search.get(failedParam)
  const selection =
    changeId && isId(changeId) ? { kind: 'failedIn' as const, changeId } : parseBoardSelection(search, otherParams)
  const failedIn = (changeId: string) => unfinishedIn(reader, { tenantId: at.tenantId, changeId, change })
  const { things: ids, tooMany } = await withProblemResponse(() =>
    selectedIds(reader.call, at, { change, selection, failedIn }),
  )
  const lookups = await withProblemResponse(() => readDeviceStates(reader.call, at, ids))
  const matches = lookups.flatMap((one) => one.match ?? [])
  if (!at.siteId) await refuseOtherCustomers(reader, at, matches)
  return {
    ids: [...ids],
    found: matches,
    tooMany,
    named:
      selection?.kind === 'failedIn'
        ? { [failedParam]: selection.changeId }
        : { device: selection?.kind === 'these' ? selection.ids : [] },
    narrowHref: boardHref(at, selection?.kind === 'all' ? { state: search.getAll('state'), q: search.get('q') } : {}),
  }
}

/** Returns the controllers an earlier change left unfinished, as far as its records are visible to the reader. */
async function unfinishedIn(
  reader: Reader,
  { tenantId, changeId, change }: { tenantId: string; changeId: string; change: BulkChangeName },
): Promise<string[]> {
  const unfinished = await unfinishedOf({ tenantId, changeId, visibleTo: visibleTo(reader) })
  return unfinished.flatMap(({ id, mutation }) => (mutation === change ? id : []))
}
