/** The open alarms, faults and offline controllers of each site of a customer or a group, the worst sites first. */
import { site as contract, type Site } from '#contracts/site'
import type { Panel, Reader } from '~/backend/reader.server'
import { href, type Place } from '~/hrefs'
import { listsOf } from '~/kit/place/lists'
import { placeCounts } from '~/kit/place/place-counts'
import { noGroup } from '~/paths'
import type { OverviewScope } from './scope'
import { type SiteStateRow, type SiteStates, siteStateKeys } from './site-states'

/** The maximum number of sites that are compared, and of those that are listed. */
const maxRead = 100
const maxListed = 12

/** Returns null below a group, where there is one site only. */
export async function loadSiteStates(reader: Reader, { level, at }: OverviewScope): Promise<Panel<SiteStates> | null> {
  if (level !== 'customer' && level !== 'group') return null
  const query = { archived: false, siteGroupId: level === 'group' ? at.groupId : undefined, pageSize: maxRead }
  const sites = await reader.panel(contract.listSites, { path: { id: at.customerId }, query })
  if (!sites.ok) return sites
  const rows = sites.value
    .filter(({ archived }) => !archived)
    .slice(0, maxRead)
    .map((site) => stateRow(reader, at, site))
  const isPartial = sites.value.length >= maxRead
  return { ok: true, value: { rows: worstSites(rows).slice(0, maxListed), siteCount: rows.length, isPartial } }
}

function stateRow(
  reader: Reader,
  { tenantId, customerId }: Place,
  { id, name, siteGroupId, counts }: Site,
): SiteStateRow {
  const at = { tenantId, customerId, groupId: siteGroupId ?? noGroup, siteId: id }
  const known = placeCounts(reader, counts)
  const lists = listsOf(reader, { level: 'site', at })
  return {
    id,
    name,
    href: href('site', at),
    devices: known.devices ?? null,
    states: siteStateKeys.map((key) => ({ key, count: known[key] ?? null, href: lists?.[key] ?? null })),
  }
}

const weights = { offline: 3, alarms: 2, faults: 1 } as const

function worstSites(rows: readonly SiteStateRow[]): SiteStateRow[] {
  const weight = ({ states }: SiteStateRow) =>
    states.reduce((sum, { key, count }) => sum + weights[key] * (count ?? 0), 0)
  return [...rows].sort((one, other) => weight(other) - weight(one))
}
