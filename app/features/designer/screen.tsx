/** A screen of the designer project of a site, drawn with the values of its points, and their table. */
import './screen.css'
import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { config } from '~/config.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { LiveMarker } from '~/features/point/shared/live-marker'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { reloadLinks } from '~/kit/frame/refresh'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { AutoReload, Refresh, refreshSeconds } from '~/ui/refresh'
import { Time } from '~/ui/time'
import { mayOpen } from '~/views'
import { projectFacts, readProject } from './project.server'
import { loadScreen, type Screen } from './screen.server'
import { ScreenDrawing } from './screen-drawing'
import { ScreenTable, screenRows } from './screen-table'

export const handle = {
  title: (data, t) => t('main:designer.of', { name: data.place.name }),
  menu: 'designer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'designer')
  const at = address('siteDesigner', args.params)
  const reader = await readerFor(args, { view: 'designer' })
  const [place, { project, problem, pages, current, ignored }] = await Promise.all([
    loadMountedPlace(reader, mount),
    readProject(reader, at.siteId, args.request),
  ])
  const words = { site: place.name }
  const screen = project && current ? await loadScreen(reader, at, { project, path: current.path, words }) : null
  return {
    place,
    problem,
    project: project && projectFacts(project),
    screens: pages.map((page) => ({
      path: page.path,
      title: page.title,
      isCurrent: page === current,
      href: href('siteDesigner', at, { page: page.path }),
    })),
    screen,
    mayReadPoints: reader.may('point.read'),
    viewerHref: config().designerAssets === null ? null : href('siteDesignerViewer', at, { page: current?.path }),
    allHref: href('customerDesigner', at),
    equipmentHref: mayOpen('allEquipment', reader) ? href('siteEquipment', at) : null,
    refresh: reloadLinks(args),
    ignored,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

type ScreenData = SerializeFrom<typeof loader>

export default function ScreenPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { place, problem, screens, screen, refresh } = data
  const current = screens.find(({ isCurrent }) => isCurrent)
  const rows = screen?.ok ? screenRows(screen.screen as Screen) : []
  return (
    <Stack>
      {refresh.isAuto && <AutoReload seconds={refreshSeconds} />}
      <PlaceHead place={place} />
      {problem && <Unavailable detail={serviceProblemText(t, problem)} />}
      {!problem && !current && <NoScreens data={data} />}
      {current && screen && (
        <>
          <CurrentScreen data={data} title={current.title} screen={screen} />
          {rows.length > 0 && (
            <Section title={t('main:designer.values')} flush>
              <ScreenTable rows={rows} caption={t('main:designer.valuesOf', { title: current.title })} />
            </Section>
          )}
          <About data={data} />
        </>
      )}
    </Stack>
  )
}

/** A place without graphics: where they are drawn, and what shows the same without them. */
function NoScreens({ data: { project, viewerHref, allHref, equipmentHref } }: { data: ScreenData }) {
  const t = useT()
  return (
    <Section>
      <EmptyState
        title={t(project ? 'main:designer.noPages' : 'main:designer.none')}
        offers={[
          { label: t('main:designer.openEmpty'), href: viewerHref ?? undefined },
          { label: t('main:designer.toEquipment'), href: equipmentHref ?? undefined },
          { label: t('main:designer.all'), href: allHref },
        ]}
      >
        {t('main:designer.noneText')}
      </EmptyState>
    </Section>
  )
}

function CurrentScreen({
  data,
  title,
  screen,
}: {
  data: ScreenData
  title: string
  screen: NonNullable<ScreenData['screen']>
}) {
  const t = useT()
  const { screens, refresh, viewerHref } = data
  return (
    <Section
      title={<bdi>{title}</bdi>}
      aside={
        <>
          {screen.ok && screen.screen.live && <LiveMarker href={screen.screen.live} />}
          <Refresh {...refresh} />
          {viewerHref && (
            <ButtonLink small look="quiet" href={viewerHref}>
              {t('main:designer.open')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Stack>
        {screens.length > 1 && <Screens screens={screens} />}
        <ScreenNotices data={data} screen={screen} />
        {screen.ok && (
          <div data-live-part="screen">
            <ScreenDrawing screen={screen.screen as Screen} label={t('main:designer.drawingOf', { title })} />
          </div>
        )}
      </Stack>
    </Section>
  )
}

/** The screens of the project, the current one marked. */
function Screens({ screens }: Pick<ScreenData, 'screens'>) {
  const t = useT()
  return (
    <nav aria-label={t('main:designer.screens')} className="screens no-print">
      <ul>
        {screens.map(({ path, title, href, isCurrent }) => (
          <li key={path}>
            <A href={href} aria-current={isCurrent ? 'page' : undefined}>
              <bdi>{title}</bdi>
            </A>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What of a screen is not shown, and why. */
function ScreenNotices({
  data: { mayReadPoints },
  screen,
}: {
  data: ScreenData
  screen: NonNullable<ScreenData['screen']>
}) {
  const t = useT()
  if (!screen.ok)
    return screen.problem === 'unreadable' ? (
      <Unavailable />
    ) : (
      <Notice tone="warn" quiet title={t(`main:designer.file.${screen.problem}`)}>
        {t('main:designer.fileText')}
      </Notice>
    )
  const { skipped } = screen.screen
  const count = (screen.screen as Screen).elements.filter(
    (element) => element.kind === 'value' && element.source.problem !== null,
  ).length
  return (
    <>
      {!mayReadPoints && (
        <Notice tone="info" quiet title={t('main:designer.noValues')}>
          {t('main:designer.noValuesText')}
        </Notice>
      )}
      {mayReadPoints && count > 0 && (
        <Notice tone="warn" quiet title={t('main:designer.unknownValues', { count })}>
          {t('main:designer.unknownValuesText')}
        </Notice>
      )}
      {skipped > 0 && (
        <Notice tone="warn" quiet title={t('main:designer.skipped', { count: skipped })}>
          {t('main:designer.skippedText')}
        </Notice>
      )}
    </>
  )
}

function About({ data: { project } }: { data: ScreenData }) {
  const t = useT()
  if (!project) return null
  const { name, version, updatedAt, updatedBy } = project
  return (
    <p className="text-sm text-soft">
      <bdi>{name}</bdi> {version} · {t('main:designer.updatedAt')} <Time at={updatedAt} />
      {updatedBy && (
        <>
          {' '}
          · <bdi>{updatedBy}</bdi>
        </>
      )}
    </p>
  )
}
