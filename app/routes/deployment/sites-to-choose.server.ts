/** The sites a deployment can be narrowed to. */
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import type { Place } from '~/hrefs'

/** More are not listed: a picker never lists everything, and the search finds a site by its name. */
const mostSites = 50

/** By name; none where there are many, or while they cannot be read. */
export async function sitesToChoose({ panel }: Pick<Reader, 'panel'>, { customerId }: Place) {
  const found = await panel(site.listSites, { path: { id: customerId }, query: { pageSize: mostSites + 1 } })
  if (!found.ok || found.value.length > mostSites) return []
  return found.value.map(({ id, name }) => ({ value: id, label: name }))
}
