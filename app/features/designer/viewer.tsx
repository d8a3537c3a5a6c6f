/** The embedded designer with the project of a site: the list of its pages, and the selected one where scripts run. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { config } from '~/config.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ticketSeconds } from '~/session/designer-ticket.server'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { DesignerFrame } from './frame'
import { type DesignerPageRow, Pages, Picture } from './pages'
import { previewOf, projectFacts, readProject } from './project.server'

export const handle = {
  title: (data, t) => t('main:designer.viewerOf', { name: data.place.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'designer')
  const at = address('siteDesignerViewer', args.params)
  const reader = await readerFor(args, { view: 'designer' })
  const [place, { project, problem, pages, current, ignored }] = await Promise.all([
    loadMountedPlace(reader, mount),
    readProject(reader, at.siteId, args.request),
  ])
  const rows = pages.map((page): DesignerPageRow => {
    const hasPicture = project !== null && previewOf(project, page.path) !== null
    return {
      path: page.path,
      title: page.title,
      width: page.width,
      height: page.height,
      isHome: page.isHome,
      isCurrent: page === current,
      href: href('siteDesignerViewer', at, { page: page.path }),
      picture: hasPicture ? href('siteDesignerPicture', at, { page: page.path }) : null,
    }
  })
  return {
    place,
    problem,
    project: project && { ...projectFacts(project), size: project.size },
    pages: rows,
    embedded: config().designerAssets !== null && {
      node: at.siteId,
      ticket: href('siteDesignerTicket', at, { auto: ticketSeconds }),
      parameters: { site: place.name },
      isPreview: !reader.features.subscriptions || !reader.may('point.subscribe'),
    },
    ignored,
    screensHref: href('siteDesigner', at, { page: current?.path }),
    crumbs: [
      ...place.crumbs,
      { name: translator(reader.language)('main:designer.viewer'), href: href('siteDesignerViewer', at) },
    ],
    age: reader.age(),
  }
}

export default function DesignerPage() {
  const t = useT()
  const { place, problem, project, pages, embedded, screensHref } = useLoaderData<typeof loader>()
  const current = pages.find(({ isCurrent }) => isCurrent)
  return (
    <Stack>
      <PlaceHead place={place} />
      {problem && <Unavailable detail={serviceProblemText(t, problem)} />}
      {!problem && !current && (
        <Section>
          <EmptyState title={t(project ? 'main:designer.noPages' : 'main:designer.none')}>
            {t('main:designer.noneText')}
          </EmptyState>
        </Section>
      )}
      {current && (
        <Section
          title={<bdi>{current.title}</bdi>}
          aside={
            <>
              {current.isHome && <Badge tone="info">{t('main:designer.home')}</Badge>}
              <ButtonLink small href={screensHref}>
                {t('main:designer.toScreens')}
              </ButtonLink>
            </>
          }
        >
          {embedded ? <DesignerFrame page={current} {...embedded} /> : <Picture page={current} />}
        </Section>
      )}
      {project && (
        <Columns>
          {pages.length > 0 && (
            <Section title={t('main:designer.pages')}>
              <Pages pages={pages} />
            </Section>
          )}
          <About project={project} />
        </Columns>
      )}
    </Stack>
  )
}

function About({ project }: { project: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['project']> }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section title={t('main:designer.about')}>
      <Facts
        facts={[
          { term: t('main:designer.name'), value: <bdi>{project.name}</bdi> },
          { term: t('main:designer.version'), value: project.version },
          { term: t('main:designer.updatedAt'), value: <Time at={project.updatedAt} /> },
          { term: t('main:designer.updatedBy'), value: project.updatedBy && <bdi>{project.updatedBy}</bdi> },
          { term: t('main:designer.size'), value: format.bytes(project.size) },
        ]}
      />
    </Section>
  )
}
