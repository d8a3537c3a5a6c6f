/** A settings board as a CSV file: the send states of all controllers of a customer, a site group or a site. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import { csvResponse } from '~/kit/file/csv.server'
import { fileBudgetMs } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { groupAt, siteAt } from '~/kit/place/own-place.server'
import { boardHeadings, boardLine } from './board-lines'
import { parseBoardFilter } from './board-selection'
import { controllerStates } from './controller-states.server'
import { parseConfigurationPlace } from './shared/place.server'

/** The page limit of the call. */
const pageSize = 200

export async function loader(args: LoaderFunctionArgs) {
  const at = parseConfigurationPlace(args)
  const reader = await readerFor(args, { view: at.kind, budgetMs: fileBudgetMs })
  const search = new URL(args.request.url).searchParams
  const groupId = search.get('groupId') || undefined
  const siteId = search.get('siteId') || undefined
  await Promise.all([
    ownCustomer(reader.read, at),
    siteId && siteAt(reader.read, { ...at, siteId }),
    groupId && groupAt(reader.read, { ...at, groupId }),
  ])
  const t = translator(reader.language)
  const filter = parseBoardFilter(search)
  const { kind, customerId } = at
  return csvResponse({
    name: `configuration-${kind}`,
    reader,
    t,
    request: args.request,
    parsed: { state: filter.state, q: filter.search, groupId, siteId },
    columns: boardHeadings(t, kind),
    async linesAfter(after) {
      const states = await controllerStates(reader.call, {
        ...filter,
        kind,
        customerId,
        groupId,
        siteId,
        after,
        pageSize,
      })
      return {
        lines: states.rows.map((row) => boardLine(t, row)),
        next: states.next,
        incomplete: states.isCut,
      }
    },
  })
}
