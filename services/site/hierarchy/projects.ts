/** The designer projects of sites (spec §3, domain §8.3). */
import type { Site } from '../../contracts/site'
import type { Store } from '../../kit/store'

type Projects = NonNullable<Site['projects']>

/** Returns the projects of several sites by the site's id; those of a site without any are missing. */
export function projectsOf(store: Store, siteIds: readonly string[]): Map<string, Projects> {
  const rows = store.all<{ site_id: string; id: string; name: string }>(
    `SELECT associated_id AS site_id, project_id AS id, name FROM designer_project
     WHERE associated_id IN (SELECT value FROM json_each(?)) AND associated_type = 'site' ORDER BY name`,
    JSON.stringify(siteIds),
  )
  const projects = new Map<string, Projects>()
  for (const { site_id, ...project } of rows) projects.set(site_id, [...(projects.get(site_id) ?? []), project])
  return projects
}
