/** The header of a site's pages: its state, tabs and actions. */
import type { ReactNode } from 'react'
import type { Site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type PlaceCounts, placeCounts } from '~/kit/place/place-counts'
import { viewLinks, viewTabs } from '~/kit/place/tabs'
import type { ParamsFor } from '~/paths'
import { Badge } from '~/ui/badge'
import { actionLink, Head } from '~/ui/head'
import type { ViewName } from '~/views'

export type SiteView = ViewName | 'settings'

/** Returns the links to views and changes that the person may open. */
function siteLinks(
  reader: Pick<Reader, 'may' | 'features'>,
  at: ParamsFor<'site'>,
  { archived: isArchived, counts, projects }: Pick<Site, 'archived' | 'counts' | 'projects'>,
) {
  const { may } = reader
  const mayWrite = may('hierarchy.write')
  return {
    overview: href('site', at),
    // Most sites have no designer project; the tab is shown if there is one, or if the backend does not say.
    views: viewLinks('site', reader, at).filter(({ name }) => name !== 'designer' || projects?.length !== 0),
    deploy:
      may('deploy.run') && counts?.devices !== 0 ? href('newDeployment', at, { all: 1, siteId: at.siteId }) : null,
    edit: mayWrite ? href('siteSettings', at) : null,
    history: may('trail.read') ? href('trail', at, { kind: 'site', id: at.siteId }) : null,
    csv: href('siteCsv', at),
    archiving: mayWrite && !isArchived ? href('siteArchiving', at) : null,
    restoring: mayWrite && isArchived ? href('siteRestoring', at) : null,
    deletion: mayWrite ? href('siteDeletion', at) : null,
  }
}

/** Returns the data of the header, for a loader. */
export function siteHeading(
  reader: Pick<Reader, 'may' | 'features'>,
  at: ParamsFor<'site'>,
  { name, archived, city, counts, projects }: Pick<Site, 'name' | 'archived' | 'city' | 'counts' | 'projects'>,
) {
  const links = siteLinks(reader, at, { archived, counts, projects })
  return { name, archived, city: city ?? null, counts: placeCounts(reader, counts), links }
}

export interface SiteHeading {
  name: string
  archived: boolean
  city: string | null
  counts: PlaceCounts
  links: ReturnType<typeof siteLinks>
}

/** `view` is the current view, or `settings`; `wallHref` is the wall view of the site. */
export function SiteHeader({
  site,
  view,
  wallHref = null,
  actions,
}: {
  site: SiteHeading
  view: SiteView
  wallHref?: string | null
  actions?: ReactNode
}) {
  const t = useT()
  const { links, counts, city } = site
  const isOverview = view === 'place'
  return (
    <Head
      name={site.name}
      facts={[
        site.archived && <Badge tone="info">{t('main:site.archived')}</Badge>,
        t('entity.site'),
        city && <bdi>{city}</bdi>,
        isOverview && counts.buildings !== undefined && t('count.buildings', { count: counts.buildings }),
        isOverview && counts.devices !== undefined && t('count.devices', { count: counts.devices }),
      ]}
      tabs={viewTabs(t, links.views, view)}
      actions={actions}
      primary={isOverview && actionLink(t('main:site.deploy'), links.deploy)}
      others={[
        isOverview && actionLink(t('action.edit'), links.edit),
        actionLink(t('main:overview.wall.open'), wallHref),
      ]}
      more={[
        !isOverview && view !== 'settings' && actionLink(t('action.edit'), links.edit),
        actionLink(t('main:trail.history'), links.history),
        actionLink(t('main:import.export'), links.csv),
      ]}
      danger={[
        actionLink(t('main:change.site.archive'), links.archiving),
        actionLink(t('main:change.site.restore'), links.restoring),
        actionLink(t('main:change.site.delete'), links.deletion),
      ]}
    />
  )
}
