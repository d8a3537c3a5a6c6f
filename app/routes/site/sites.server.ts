/** The sites of a customer as a list. */
import { site } from '#contracts/site'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { noGroup } from '~/paths'
import type { Source } from '~/screens/list/source.server'
import { siteFields } from '~/things/site/filter'
import { findSites } from '~/things/site/find-sites.server'
import { type SiteRow, siteRow } from './row'

export const sites: Source<typeof siteFields, SiteRow, Place> = {
  fields: siteFields,
  others: ['site', 'changed'],
  async find(reader, { at, filter, after, pageSize }) {
    const found = await findSites(reader, { customerId: at.customerId, filter, after, pageSize })
    return { ...found, rows: found.sites.map((one) => siteRow(reader, at, one)) }
  },
  async options({ panel, language }, at) {
    const groups = await panel(site.listSiteGroups, { path: { id: at.customerId }, query: { withoutCounts: true } })
    const ungrouped = { value: noGroup, label: translator(language)('main:site.list.noGroup') }
    return {
      groupId: [ungrouped, ...(groups.ok ? groups.value.map(({ id, name }) => ({ value: id, label: name })) : [])],
    }
  },
  moves: ({ may }, at) => ({ move: may('hierarchy.write') ? href('siteMoves', at) : null }),
}
