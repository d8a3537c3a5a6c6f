/** A settings board as a CSV file: the send states of all controllers of a customer, a site group or a site. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import { boardHeadings, boardLine } from '~/screens/configuration/board-lines'
import { filterIn } from '~/screens/configuration/choice'
import { controllerStates } from '~/screens/configuration/controller-states.server'
import { configurationAt } from '~/screens/configuration/place.server'
import { csvAnswer } from '~/screens/file/csv.server'
import { fileBudget } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { groupAt, siteAt } from '~/screens/place/own-place.server'

/** The page limit of the call. */
const pageSize = 200

export async function loader(args: LoaderFunctionArgs) {
  const at = configurationAt(args)
  const made = await reader(args, { view: at.kind, budget: fileBudget })
  const search = new URL(args.request.url).searchParams
  const groupId = search.get('groupId') || undefined
  const siteId = search.get('siteId') || undefined
  await Promise.all([
    ownCustomer(made.read, at),
    siteId && siteAt(made.read, { ...at, siteId }),
    groupId && groupAt(made.read, { ...at, groupId }),
  ])
  const t = translator(made.language)
  const filter = filterIn(search)
  const { kind, customerId } = at
  return csvAnswer({
    name: `configuration-${kind}`,
    t,
    request: args.request,
    known: { state: filter.state, q: filter.search, groupId, siteId },
    columns: boardHeadings(t, kind),
    async linesAfter(after) {
      const found = await controllerStates(made.ask, { ...filter, kind, customerId, groupId, siteId, after, pageSize })
      return {
        lines: found.rows.map((row) => boardLine(t, row)),
        next: found.next,
        isPartial: found.isCut,
      }
    },
  })
}
