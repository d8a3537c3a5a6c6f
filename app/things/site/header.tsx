/** The head of every view of a site: what it is, its other views, and what can be done with it. */
import type { ReactNode } from 'react'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { ParamsFor } from '~/paths'
import { viewLinks, viewTabs } from '~/screens/place/tabs'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/link'
import { PageHeader } from '~/ui/page'
import type { ViewName } from '~/views'

export type SiteView = ViewName | 'settings'

/** Where a site's views and changes are, as far as the person may. */
export function siteLinks(reader: Pick<Reader, 'may' | 'features'>, at: ParamsFor<'site'>) {
  const { may } = reader
  return {
    overview: href('site', at),
    views: viewLinks('site', reader, at),
    deploy: may('deploy.run') ? href('newDeployment', at, { all: 1, siteId: at.siteId }) : null,
    edit: may('hierarchy.write') ? href('siteSettings', at) : null,
    history: may('trail.read') ? href('trail', at, { kind: 'site', id: at.siteId }) : null,
  }
}

export interface SiteHeading {
  name: string
  archived: boolean
  links: ReturnType<typeof siteLinks>
}

/** `view`: which of its views the page is, or that it is the page of its settings. */
export function SiteHeader({ site, view, actions }: { site: SiteHeading; view: SiteView; actions?: ReactNode }) {
  const t = useT()
  const { links } = site
  return (
    <PageHeader
      kind={t('entity.site')}
      name={site.name}
      status={site.archived && <Badge tone="neutral">{t('main:site.archived')}</Badge>}
      tabs={viewTabs(t, links.views, view)}
      actions={
        <>
          {actions}
          {links.deploy && view === 'place' && <ButtonLink href={links.deploy}>{t('main:site.deploy')}</ButtonLink>}
          {links.edit && view !== 'settings' && <ButtonLink href={links.edit}>{t('action.edit')}</ButtonLink>}
          {links.history && (
            <ButtonLink look="quiet" href={links.history}>
              {t('main:site.history')}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}
