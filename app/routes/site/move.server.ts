/** Moves sites between groups: selection, plan and calls (spec §7, design §7). */
import { site as contract, type Site } from '#contracts/site'
import { type Chosen, chosen } from '~/backend/chosen.server'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import type { Desk, WorkDesk } from '~/change/desk'
import { changedIn, inChunks } from '~/change/in-chunks.server'
import type { Plan } from '~/change/plan'
import { mostFor } from '~/changes'
import { selectionOf } from '~/domain/selection'
import { noGroup, type ParamsFor } from '~/paths'
import { filterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'
import { siteAt } from '~/screens/place/own-place.server'
import { siteFields } from '~/things/site/filter'
import { everySite } from '~/things/site/find-sites.server'

/** Sites per call (contract). */
const mostInOne = 500

export interface MoveChoice {
  site: readonly string[]
  /** Selects everything that matches `filter`, the query of the list. */
  all?: boolean | string | undefined
  filter: string
}

type At = Pick<ParamsFor<'customer'>, 'customerId'>

/** Returns the selected sites as they are now. Responds 404 to "all matching" with unknown filters. */
export function chosenSites(
  read: Reader['ask'],
  { customerId }: At,
  { site: ids, all, filter }: MoveChoice,
): Promise<Chosen<Site>> {
  const query = new URLSearchParams(filter)
  const wanted = all ? filterIn(query, siteFields) : null
  if (wanted) refuseUnknown(query, ['site', 'all'], wanted)
  return chosen(selectionOf({ ids, filter: wanted }), {
    of: 'sites',
    service: 'site',
    most: mostFor('site.move'),
    keyOf: ({ id }: Site) => id,
    named: (own) => inParallel(own, 10, (siteId) => siteAt(read, { customerId, siteId })),
    async matching(asked) {
      const { sites, isCut } = await everySite(read, { customerId, filter: asked })
      return { things: sites, next: null, total: { count: sites.length, isCapped: isCut }, isPartial: isCut }
    },
  })
}

interface MoveForm extends MoveChoice {
  to: string
}

/** Returns a row per site with its present and its new group. */
export async function planMove({ form, read }: Desk<MoveForm>, at: At): Promise<Plan> {
  const [{ things: sites, tooMany }, groups] = await Promise.all([
    chosenSites(read, at, form),
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
export async function carryOutMove(desk: WorkDesk<MoveForm>): Promise<void> {
  const { to } = desk.form
  const ids = changedIn(desk.plan)
  if (to === noGroup)
    await inChunks(desk, contract.ungroupSites, ids, { most: mostInOne, input: (some) => ({ body: some }) })
  else
    await inChunks(desk, contract.moveSites, ids, {
      most: mostInOne,
      input: (some) => ({ query: { siteGroupId: to }, body: some }),
    })
}
