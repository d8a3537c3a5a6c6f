/** The controllers that an address chooses, for a page whose form needs to know nothing else of them. */
import type { Reader } from '~/backend/reader.server'
import type { ChangeOfMany } from '~/changes'
import { choiceIn } from './choice'
import { chosenIds, standingsOf } from './controllers.server'
import { boardHref, type ConfigurationPlace } from './place'
import { asAnswer, refuseStrays } from './settings.server'

/** 404 for another customer's; `named` are those the address has by their ids. */
export async function chosenHere(
  made: Reader,
  at: ConfigurationPlace,
  { request, change, besides }: { request: Request; change: ChangeOfMany; besides?: readonly string[] },
) {
  const search = new URL(request.url).searchParams
  const selection = choiceIn(search, besides)
  const { things: ids, tooMany } = await asAnswer(() => chosenIds(made.ask, at, { change, selection }))
  const looked = await asAnswer(() => standingsOf(made.ask, at, ids))
  const found = looked.flatMap((one) => one.found ?? [])
  if (!at.siteId) await refuseStrays(made, at, found)
  return {
    ids: [...ids],
    found,
    tooMany,
    named: selection?.kind === 'these' ? selection.ids : [],
    narrowHref: boardHref(at, selection?.kind === 'all' ? { state: search.get('state'), q: search.get('q') } : {}),
  }
}
