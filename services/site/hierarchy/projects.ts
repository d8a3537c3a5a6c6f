/** The designer projects of a site (spec §3, domain §8.3). */
import type { Site } from '../../contracts/site'
import type { Store } from '../../kit/store'

export function projectsOf(store: Store, siteId: string): NonNullable<Site['projects']> {
  return store.all<{ id: string; name: string }>(
    `SELECT project_id AS id, name FROM designer_project WHERE associated_id = ? AND associated_type = 'site' ORDER BY name`,
    siteId,
  )
}
