/** The sites of a customer as a list. */
import { site } from '#contracts/site'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ListSource } from '~/kit/list/source.server'
import { noGroup } from '~/paths'
import { siteFilterFields } from './filter'
import { type SiteListRow, siteRow } from './row'
import { findSites } from './shared/find-sites.server'

export const sites: ListSource<typeof siteFilterFields, SiteListRow, Place> = {
  fields: siteFilterFields,
  others: ['site', 'changed'],
  async find(reader, { at, filter, after, pageSize }) {
    const matches = await findSites(reader, { customerId: at.customerId, filter, after, pageSize })
    return { ...matches, rows: matches.sites.map((one) => siteRow(reader, at, one)) }
  },
  async options({ panel, language }, at) {
    const groups = await panel(site.listSiteGroups, { path: { id: at.customerId }, query: { withoutCounts: true } })
    const ungrouped = { value: noGroup, label: translator(language)('main:site.list.noGroup') }
    return {
      groupId: [ungrouped, ...(groups.ok ? groups.value.map(({ id, name }) => ({ value: id, label: name })) : [])],
    }
  },
  bulkActions: ({ may }, at) => ({ move: may('hierarchy.write') ? href('siteMoves', at) : null }),
}
