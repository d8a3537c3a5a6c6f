/** The graphics of a building: the drawings of its equipment with their values, by space, and the screens of its site. */
import './screen.css'
import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { EquipmentCards } from '~/features/equipment/shared/equipment-cards'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { LiveMarker } from '~/features/point/shared/live-marker'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { reloadLinks } from '~/kit/frame/refresh'
import { unknownParams } from '~/kit/list/unknown-params'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Unavailable } from '~/ui/panel'
import { AutoReload, Refresh, refreshSeconds } from '~/ui/refresh'
import { mayOpen } from '~/views'
import { type DrawnSpace, graphicsOfBuilding } from './building.server'

export const handle = {
  title: (data, t) => t('main:designer.of', { name: data.place.name }),
  menu: 'designer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'designer')
  const reader = await readerFor(args, { view: 'designer' })
  const at = address('buildingDesigner', args.params)
  const after = new URL(args.request.url).searchParams.get('after') || undefined
  const [place, graphics] = await Promise.all([
    loadMountedPlace(reader, mount),
    graphicsOfBuilding(reader, at, after?.slice(0, 500)),
  ])
  return {
    place,
    ...graphics,
    mayReadPoints: reader.may('point.read'),
    firstHref: after ? mount.list() : undefined,
    nextHref: graphics.next ? mount.list({ after: graphics.next }) : undefined,
    equipmentHref: mayOpen('allEquipment', reader) ? href('buildingEquipment', at) : undefined,
    siteHref: href('siteDesigner', at),
    refresh: reloadLinks(args),
    ignored: unknownParams(args.request, {}),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

type Graphics = SerializeFrom<typeof loader>

export default function BuildingGraphicsPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { place, spaces, live, refresh, total, firstHref, nextHref } = data
  const title = t('main:designer.of', { name: place.name })
  return (
    <Stack>
      {refresh.isAuto && <AutoReload seconds={refreshSeconds} />}
      <PlaceHead
        place={place}
        title={title}
        actions={
          <>
            <LiveMarker href={live} />
            <Refresh {...refresh} />
          </>
        }
      />
      {!spaces.ok ? (
        <Section>
          <Unavailable detail={serviceProblemText(t, spaces.problem)} />
        </Section>
      ) : spaces.value.length === 0 ? (
        <NoDrawings data={data} />
      ) : (
        spaces.value.map((space) => <SpaceDrawings key={space.id} space={space as DrawnSpace} />)
      )}
      {(firstHref || nextHref) && spaces.ok && (
        <Section flush>
          <Pager
            caption={title}
            rowCount={spaces.value.reduce((sum, { drawings }) => sum + drawings.length, 0)}
            total={total}
            firstHref={firstHref}
            nextHref={nextHref}
          />
        </Section>
      )}
      <Screens data={data} />
    </Stack>
  )
}

function SpaceDrawings({ space: { name, href, drawings } }: { space: DrawnSpace }) {
  const t = useT()
  const title = name === null ? t('main:designer.elsewhere') : <bdi>{name}</bdi>
  return (
    <Section title={href ? <A href={href}>{title}</A> : title}>
      <EquipmentCards drawings={{ ok: true, value: drawings }} />
    </Section>
  )
}

function NoDrawings({ data: { mayReadPoints, equipmentHref, siteHref, screens } }: { data: Graphics }) {
  const t = useT()
  return (
    <Section>
      <EmptyState
        title={t(mayReadPoints ? 'main:designer.noDrawings' : 'main:designer.noValues')}
        offers={[
          { label: t('main:designer.buildingEquipment'), href: equipmentHref },
          { label: t('main:designer.siteGraphics'), href: screens.length > 0 ? siteHref : undefined },
        ]}
      >
        {t(mayReadPoints ? 'main:designer.noDrawingsText' : 'main:designer.noBuildingValuesText')}
      </EmptyState>
    </Section>
  )
}

/** The screens of the site, which are not each of one building. */
function Screens({ data: { screens } }: { data: Graphics }) {
  const t = useT()
  if (screens.length === 0) return null
  return (
    <Section title={t('main:designer.siteScreens')}>
      <div className="graphics">
        <ul aria-label={t('main:designer.siteScreens')}>
          {screens.map(({ title, href }) => (
            <li key={href}>
              <A href={href}>
                <bdi>{title}</bdi>
              </A>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
