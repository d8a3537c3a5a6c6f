/** The sites that the deployment form offers as filter. */
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import type { Place } from '~/hrefs'

/** Above this limit no sites are offered; the search finds a site by name. */
const maxSites = 50

/** Returns the options by name; none above the limit or when the sites cannot be read. */
export async function deploymentSiteOptions({ panel }: Pick<Reader, 'panel'>, { customerId }: Place) {
  const sites = await panel(site.listSites, { path: { id: customerId }, query: { pageSize: maxSites + 1 } })
  if (!sites.ok || sites.value.length > maxSites) return []
  return sites.value.map(({ id, name }) => ({ value: id, label: name }))
}
