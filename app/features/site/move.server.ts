/** Moves sites between groups: selection, plan and calls (spec §7, design §7). */
import { z } from 'zod'
import { Id } from '#contracts/scalars'
import { site as contract, type Site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { maxSelectedIds } from '~/domain/selection'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Bulk } from '~/kit/bulk/bulk.server'
import { type ListSelection, listSelection } from '~/kit/bulk/selection.server'
import { siteAt } from '~/kit/place/own-place.server'
import { noGroup } from '~/paths'
import { siteFilterFields } from './filter'
import { everySite } from './shared/find-sites.server'

/** Sites per call (contract). */
const maxPerCall = 500

const MoveForm = z.object({
  site: z.array(Id).max(maxSelectedIds).default([]),
  all: z.literal('1').optional(),
  /** The query of the list, for "all matching". */
  filter: z.string().max(4000).default(''),
  /** A group, or the reserved word for no group. */
  to: Id,
})

export const moving: Bulk<'siteMoves', ListSelection, Site, z.infer<typeof MoveForm>> = {
  change: 'site.move',
  page: 'siteMoves',
  list: { href: (at, search) => href('customerSites', at, search), label: (t) => t('main:view.sites') },
  crumb: (t) => t('main:change.site.move'),
  selection: listSelection({
    change: 'site.move',
    of: 'sites',
    service: 'site',
    name: 'site',
    fields: siteFilterFields,
    keyOf: ({ id }: Site) => id,
    named: ({ read }, { customerId }: Place, ids) =>
      inParallel(ids, 10, (siteId) => siteAt(read, { customerId, siteId })),
    async matching({ read }, { customerId }, filter) {
      const { sites, isCut } = await everySite(read, { customerId, filter })
      return { things: sites, next: null, total: { count: sites.length, isCapped: isCut }, incomplete: isCut }
    },
  }),
  form: MoveForm,
  chosenIn: ({ site, all, filter }) => ({ ids: site, filter: all ? filter : null }),
  /** Each site with its present and its new group. */
  async plan({ things }, { form, read, language }, { customerId }) {
    if (things.length === 0) return { rows: [], errors: { to: ['errors:nothingChosen'] } }
    const groups = await read(contract.listSiteGroups, { path: { id: customerId }, query: { withoutCounts: true } })
    const target = groups.find(({ id }) => id === form.to)
    if (!target && form.to !== noGroup) return { rows: [], errors: { to: ['errors:field.choice'] } }
    const label = translator(language)('entity.group')
    const nameOf = (id: string | null | undefined) => groups.find((group) => group.id === id)?.name ?? id ?? null
    return {
      rows: things.map((one) => {
        const from = one.siteGroupId ?? null
        const to = target?.id ?? null
        return {
          subject: { kind: 'site', id: one.id, name: one.name, path: one.path },
          effect: from === to ? 'same' : 'change',
          fields: [{ name: 'siteGroupId', label, from: nameOf(from), to: nameOf(to) }],
          version: one.eTag,
          customerId: one.customerId,
          before: { siteGroupId: from },
          after: { siteGroupId: to },
        }
      }),
    }
  },
  async send(context, at) {
    const { to } = context.form
    const ids = changedIds(context.plan)
    if (to === noGroup)
      await writeInChunks(context, contract.ungroupSites, ids, { maxPerCall, input: (body) => ({ body }) })
    else
      await writeInChunks(context, contract.moveSites, ids, {
        maxPerCall,
        input: (body) => ({ query: { siteGroupId: to }, body }),
      })
    return href('customerSites', at, { groupId: to, changed: context.changeId })
  },
}
