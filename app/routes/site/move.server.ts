/** Which sites a move is about, what will become of them, and moving them (spec §7, design §7). */
import { site as contract, type Site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Desk, WorkDesk } from '~/change/desk'
import { refusedIn } from '~/change/ledger'
import type { Plan } from '~/change/plan'
import { noGroup, type ParamsFor } from '~/paths'
import { filterIn } from '~/screens/list/filter'
import { siteAt } from '~/screens/place/own-place.server'
import { siteFields } from '~/things/site/filter'
import { everySite } from '~/things/site/find-sites.server'

/** As many as one call moves (contract); a choice of ticked rows is never larger. */
export const mostSites = 500

export interface MoveChoice {
  site: readonly string[]
  /** All that match `filter`, the query of the list. */
  all?: boolean | string | undefined
  filter: string
}

type At = Pick<ParamsFor<'customer'>, 'customerId'>

/** The chosen sites, read afresh; at most 2,000 of all that match. */
export async function chosenSites(
  read: Reader['ask'],
  { customerId }: At,
  choice: MoveChoice,
): Promise<{ sites: Site[]; isCut: boolean }> {
  if (choice.all)
    return everySite(read, { customerId, filter: filterIn(new URLSearchParams(choice.filter), siteFields) })
  const ids = [...new Set(choice.site)].slice(0, mostSites)
  return { sites: await inParallel(ids, 10, (siteId) => siteAt(read, { customerId, siteId })), isCut: false }
}

interface MoveForm extends MoveChoice {
  to: string
}

/** From which group to which, per site. */
export async function planMove({ form, read }: Desk<MoveForm>, at: At): Promise<Plan> {
  const [{ sites, isCut }, groups] = await Promise.all([
    chosenSites(read, at, form),
    read(contract.listSiteGroups, { path: { id: at.customerId } }),
  ])
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
    notes: isCut ? ['main:site.move.cut'] : [],
  }
}

/** Moves what the plan says, 500 at a time; a site that cannot be moved does not hold up the others. */
export async function carryOutMove({ form, plan, write, ended }: WorkDesk<MoveForm>): Promise<void> {
  const ids = plan.rows.filter(({ effect }) => effect === 'change').map(({ subject }) => subject.id)
  for (let from = 0; from < ids.length; from += mostSites) {
    const some = ids.slice(from, from + mostSites)
    try {
      if (form.to === noGroup) await write(contract.ungroupSites, { body: some }, some)
      else await write(contract.moveSites, { query: { siteGroupId: form.to }, body: some }, some)
      for (const id of some) ended(id, 'done')
    } catch (error) {
      if (!(error instanceof ServiceError) || error.entities.length === 0) throw error
      const failed = refusedIn(error)
      for (const id of some) {
        const told = failed.get(id)
        if (told) ended(id, 'failed', told)
        else ended(id, 'done')
      }
    }
  }
}
