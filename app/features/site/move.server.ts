/** Moves sites between groups: selection, plan and calls (spec §7, design §7). */
import { site as contract, type Site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { type LoadedSelection, loadSelection } from '~/backend/load-selection.server'
import type { Reader } from '~/backend/reader.server'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { selectionOf } from '~/domain/selection'
import { parseFilter } from '~/kit/list/filter'
import { rejectUnknownParams } from '~/kit/list/unknown-params'
import { siteAt } from '~/kit/place/own-place.server'
import { noGroup, type ParamsFor } from '~/paths'
import { siteFilterFields } from './filter'
import { everySite } from './shared/find-sites.server'

/** Sites per call (contract). */
const maxSitesPerCall = 500

export interface SiteSelection {
  site: readonly string[]
  /** Selects everything that matches `filter`, the query of the list. */
  all?: boolean | string | undefined
  filter: string
}

type At = Pick<ParamsFor<'customer'>, 'customerId'>

/** Returns the selected sites as they are now. Responds 404 to "all matching" with unknown filters. */
export function selectedSites(
  read: Reader['call'],
  { customerId }: At,
  { site: ids, all, filter }: SiteSelection,
): Promise<LoadedSelection<Site>> {
  const query = new URLSearchParams(filter)
  const parsedFilter = all ? parseFilter(query, siteFilterFields) : null
  if (parsedFilter) rejectUnknownParams(query, ['site', 'all'], parsedFilter)
  return loadSelection(selectionOf({ ids, filter: parsedFilter }), {
    of: 'sites',
    service: 'site',
    max: limitFor('site.move'),
    keyOf: ({ id }: Site) => id,
    byIds: (own) => inParallel(own, 10, (siteId) => siteAt(read, { customerId, siteId })),
    async matchPage(criteria) {
      const { sites, isCut } = await everySite(read, { customerId, filter: criteria })
      return { things: sites, next: null, total: { count: sites.length, isCapped: isCut }, incomplete: isCut }
    },
  })
}

interface SiteMoveForm extends SiteSelection {
  to: string
}

/** Returns a row per site with its present and its new group. */
export async function planSiteMove({ form, read }: PlanContext<SiteMoveForm>, at: At): Promise<Plan> {
  const [{ things: sites, tooMany }, groups] = await Promise.all([
    selectedSites(read, at, form),
    read(contract.listSiteGroups, { path: { id: at.customerId } }),
  ])
  if (tooMany) return { rows: [], tooMany }
  if (sites.length === 0) return { rows: [], errors: { to: ['errors:nothingChosen'] } }
  const target = groups.find(({ id }) => id === form.to)
  if (!target && form.to !== noGroup) return { rows: [], errors: { to: ['errors:field.choice'] } }
  const nameOf = (id: string | null | undefined) => groups.find((group) => group.id === id)?.name ?? id ?? null
  return {
    rows: sites.map((one) => {
      const from = one.siteGroupId ?? null
      const to = target?.id ?? null
      return {
        subject: { kind: 'site', id: one.id, name: one.name, path: one.path },
        effect: from === to ? 'same' : 'change',
        fields: [{ name: 'siteGroupId', from: nameOf(from), to: nameOf(to) }],
        version: one.eTag,
        customerId: one.customerId,
        before: { siteGroupId: from },
        after: { siteGroupId: to },
      }
    }),
  }
}

/** Moves the planned sites in chunks of 500; a failure does not stop the others. */
export async function carryOutSiteMove(context: WorkContext<SiteMoveForm>): Promise<void> {
  const { to } = context.form
  const ids = changedIds(context.plan)
  if (to === noGroup)
    await writeInChunks(context, contract.ungroupSites, ids, {
      maxPerCall: maxSitesPerCall,
      input: (some) => ({ body: some }),
    })
  else
    await writeInChunks(context, contract.moveSites, ids, {
      maxPerCall: maxSitesPerCall,
      input: (some) => ({ query: { siteGroupId: to }, body: some }),
    })
}
