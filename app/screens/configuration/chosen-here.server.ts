/** The controllers selected in an address, for pages whose form needs no saved settings. */
import type { Reader } from '~/backend/reader.server'
import { restOfName } from '~/change/change-forms.server'
import type { ChangeOfMany } from '~/changes'
import { isId } from '~/hrefs'
import { leftOf } from '~/trail/find-change.server'
import { visibleTo } from '~/trail/visible-to.server'
import { choiceIn } from './choice'
import { chosenIds, standingsOf } from './controllers.server'
import { boardHref, type ConfigurationPlace } from './place'
import { asAnswer, refuseStrays } from './settings.server'

/**
 * Returns the selected controllers. Throws a 404 for controllers of another customer. `named` repeats the selection as
 * an address, except for "all that match".
 */
export async function chosenHere(
  made: Reader,
  at: ConfigurationPlace,
  { request, change, besides }: { request: Request; change: ChangeOfMany; besides?: readonly string[] },
) {
  const search = new URL(request.url).searchParams
  const changeId = search.get(restOfName)
  const selection = changeId && isId(changeId) ? { kind: 'failedIn' as const, changeId } : choiceIn(search, besides)
  const failedIn = (changeId: string) => leftHere(made, { tenantId: at.tenantId, changeId, change })
  const { things: ids, tooMany } = await asAnswer(() => chosenIds(made.ask, at, { change, selection, failedIn }))
  const looked = await asAnswer(() => standingsOf(made.ask, at, ids))
  const found = looked.flatMap((one) => one.found ?? [])
  if (!at.siteId) await refuseStrays(made, at, found)
  return {
    ids: [...ids],
    found,
    tooMany,
    named:
      selection?.kind === 'failedIn'
        ? { [restOfName]: selection.changeId }
        : { device: selection?.kind === 'these' ? selection.ids : [] },
    narrowHref: boardHref(at, selection?.kind === 'all' ? { state: search.getAll('state'), q: search.get('q') } : {}),
  }
}

/** Returns the controllers an earlier change left unfinished, as far as its records are visible to the reader. */
async function leftHere(
  made: Reader,
  { tenantId, changeId, change }: { tenantId: string; changeId: string; change: ChangeOfMany },
): Promise<string[]> {
  const left = await leftOf({ tenantId, changeId, visibleTo: visibleTo(made) })
  return left.flatMap(({ id, mutation }) => (mutation === change ? id : []))
}
