/** The graphics of a customer or a site group: the designer project of each site, with its screens. */
import './screen.css'
import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Time } from '~/ui/time'
import { mayOpen } from '~/views'
import { type GraphicsRow, graphicsOfSites, projectsPerPage } from './graphics.server'
import { ScreenPreview } from './screen-drawing'

export const handle = {
  title: (data, t) => t('main:designer.of', { name: data.place.name }),
  menu: 'designer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'designer')
  const reader = await readerFor(args, { view: 'designer' })
  const start = startIn(new URL(args.request.url).searchParams)
  const [place, graphics] = await Promise.all([
    loadMountedPlace(reader, mount),
    graphicsOfSites(reader, mount.at, start ?? 0),
  ])
  const pageHref = (from: number) => mount.list({ after: from > 0 ? from : null })
  return {
    place,
    ...graphics,
    start: start ?? 0,
    pages: {
      previous: start ? pageHref(Math.max(0, start - projectsPerPage)) : undefined,
      next: (start ?? 0) + projectsPerPage < graphics.total ? pageHref((start ?? 0) + projectsPerPage) : undefined,
    },
    sitesHref: href('customerSites', mount.at),
    equipmentHref: mayOpen('allEquipment', reader) ? href('customerEquipment', mount.at) : null,
    ignored: unknownParams(args.request, {}),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

/** Returns the number of projects before the page; null for an address without one. */
function startIn(search: URLSearchParams): number | null {
  const after = search.get('after')
  if (after === null) return null
  if (!/^\d{1,4}$/.test(after)) throw new Response(null, { status: 422 })
  return Number(after)
}

type GraphicsData = SerializeFrom<typeof loader>

export default function GraphicsPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { place, rows, total, start, pages, isCut } = data
  const title = t('main:designer.of', { name: place.name })
  return (
    <Stack>
      <PlaceHead place={place} title={title} />
      {total === 0 ? (
        <NoGraphics data={data} />
      ) : (
        <>
          {isCut && <p className="text-soft">{t('main:designer.cut')}</p>}
          <ul className="graphics">
            {rows.map((row) => (
              <Card key={row.siteId} row={row as GraphicsRow} />
            ))}
          </ul>
          {total > rows.length && (
            <Section flush>
              <Pager
                caption={title}
                rowCount={rows.length}
                total={total}
                from={start + 1}
                previousHref={pages.previous}
                nextHref={pages.next}
              />
            </Section>
          )}
        </>
      )}
    </Stack>
  )
}

function NoGraphics({ data: { sitesHref, equipmentHref } }: { data: GraphicsData }) {
  const t = useT()
  return (
    <Section>
      <EmptyState
        title={t('main:designer.noneHere')}
        offers={[
          { label: t('main:designer.toEquipment'), href: equipmentHref ?? undefined },
          { label: t('main:designer.toSites'), href: sitesHref },
        ]}
      >
        {t('main:designer.noneText')}
      </EmptyState>
    </Section>
  )
}

/** Screens of a project that its card names; the others are on its page. */
const maxNamed = 12

function Card({ row: { site, siteHref, href: screenHref, project, picture, alarms } }: { row: GraphicsRow }) {
  const t = useT()
  return (
    <li className="panel">
      <h2>
        <A href={screenHref}>
          <bdi>{site}</bdi>
        </A>
      </h2>
      {picture ? (
        <A href={screenHref} tabIndex={-1} aria-hidden="true" className="picture">
          <ScreenPreview screen={picture} />
        </A>
      ) : (
        <span className="drawing blank">{t(project ? 'main:designer.noPicture' : 'main:designer.notRead')}</span>
      )}
      <p className="facts">
        {alarms && (
          <A href={alarms.href}>
            {alarms.count > 0 ? (
              <Badge tone="danger">{t('main:designer.alarms', { count: alarms.count })}</Badge>
            ) : (
              t('main:designer.alarms', { count: 0 })
            )}
          </A>
        )}{' '}
        {project && (
          <span>
            <bdi>{project.name}</bdi> · {t('main:designer.updatedAt')} <Time at={project.updatedAt} />
          </span>
        )}{' '}
        {siteHref && <A href={siteHref}>{t('main:designer.toSite')}</A>}
      </p>
      {project && project.screens.length > 1 && (
        <ul aria-label={t('main:designer.screens')}>
          {project.screens.slice(0, maxNamed).map(({ title, href }) => (
            <li key={href}>
              <A href={href}>
                <bdi>{title}</bdi>
              </A>
            </li>
          ))}
          {project.screens.length > maxNamed && (
            <li>
              <A href={screenHref}>{t('main:designer.moreScreens', { count: project.screens.length - maxNamed })}</A>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}
