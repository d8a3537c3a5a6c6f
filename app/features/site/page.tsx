/** A site: its facts and its buildings. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { type Reader, readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { OverviewParts } from '~/features/overview/shared/overview'
import { loadOverview } from '~/features/overview/shared/overview.server'
import { offeredSeconds, overviewParams, wallQuery, wallSettings } from '~/features/overview/shared/wall'
import { loadWall } from '~/features/overview/shared/wall.server'
import { WallView } from '~/features/overview/shared/wall-view'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { crumbsOf } from '~/kit/place/crumbs'
import { listsOf } from '~/kit/place/lists'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { placeCounts } from '~/kit/place/place-counts'
import { PlaceTable, worstFirst } from '~/kit/place/place-table'
import type { ParamsFor } from '~/paths'
import { EmptyState } from '~/ui/empty-state'
import { type Fact, Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { useFormat } from '~/ui/use-format'
import { SiteHeader, siteHeading } from './shared/header'
import { usageText } from './shared/usage'

export const handle = {
  title: (data) => (data.wall ? data.wall.name : data.site.name),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('site', args.params)
  const reader = await readerFor(args, { view: 'place' })
  const settings = wallSettings(args.request)
  if (!settings || !reader.features.dashboard) return sitePage(reader, at, args.request)
  const [{ node }, customer] = await Promise.all([
    locateOrRedirect(
      { reader, name: 'site', at, request: args.request },
      reader.read(contract.getSite, { path: { id: at.siteId } }),
    ),
    ownCustomer(reader.read, at),
  ])
  const { name, timeZone } = node
  const place = { scope: { level: 'site', at }, settings, name, customerName: customer.name } as const
  return { wall: await loadWall(reader, { ...place, zone: timeZone ?? undefined }) }
}

async function sitePage(reader: Reader, at: ParamsFor<'site'>, request: Request) {
  const path = { id: at.siteId }
  const [located, buildings, overview] = await Promise.all([
    locateOrRedirect({ reader, name: 'site', at, request }, reader.read(contract.getSite, { path })),
    reader.panel(contract.listBuildings, { path }),
    loadOverview(reader, { level: 'site', at }),
  ])
  const { eTag: _, path: __, counts: ___, projects = [], projectIds, ...site } = located.node
  return {
    wall: null,
    wallHref: reader.features.dashboard ? href('site', at, wallQuery({ every: offeredSeconds, turn: null })) : null,
    tenantId: at.tenantId,
    site,
    projects: reader.may('designer.read') ? projects.map(({ id, name }) => ({ id, name })) : [],
    designer: href('siteDesigner', at),
    heading: siteHeading(reader, at, located.node),
    overview,
    buildings: buildings.ok
      ? {
          ok: true as const,
          rows: buildings.value.map((one) => ({
            id: one.id,
            name: one.name,
            usage: one.usage ?? null,
            href: href('building', { ...at, buildingId: one.id }),
            counts: placeCounts(reader, one.counts),
            lists: listsOf(reader, { level: 'building', at: { ...at, buildingId: one.id } }),
          })),
        }
      : buildings,
    newBuilding: reader.may('hierarchy.write') ? href('newBuilding', at) : null,
    now: new Date().toISOString(),
    ignored: unknownParams(request, overviewParams),
    crumbs: crumbsOf(at, located.path, { name: site.name, href: href('site', at) }),
    age: reader.age(),
  }
}

export default function SiteRoute() {
  const { wall } = useLoaderData<typeof loader>()
  return wall ? <WallView wall={wall} /> : <SitePage />
}

function SitePage() {
  const t = useT()
  const { tenantId, site, heading, overview, buildings, newBuilding, wallHref } = useLoaderData<typeof sitePage>()
  return (
    <Stack>
      <SiteHeader site={heading} view="place" wallHref={wallHref} />
      <ChangedNotice tenantId={tenantId} name={site.name} />
      {site.description && <p className="max-w-prose">{site.description}</p>}
      <OverviewParts overview={overview}>
        <Columns>
          <Section
            title={t('main:site.buildings')}
            aside={
              newBuilding && (
                <ButtonLink small href={newBuilding}>
                  {t('main:change.building.create')}
                </ButtonLink>
              )
            }
            flush
          >
            {buildings.ok ? (
              <PlaceTable
                caption={t('main:site.buildingsOf', { name: site.name })}
                rows={worstFirst(
                  buildings.rows.map(({ usage, ...row }) => ({ ...row, kind: usageText(t, usage) ?? undefined })),
                )}
                counted={['spaces', 'devices']}
                empty={
                  <EmptyState
                    title={t('main:site.emptyTitle')}
                    offers={[{ label: t('main:change.building.create'), href: newBuilding }]}
                  >
                    {t('main:site.emptyText')}
                  </EmptyState>
                }
              />
            ) : (
              <div className="p-4">
                <Unavailable detail={serviceProblemText(t, buildings.problem)} />
              </div>
            )}
          </Section>
          <Section title={t('main:site.about')}>
            <Facts facts={useFacts()} />
          </Section>
        </Columns>
      </OverviewParts>
    </Stack>
  )
}

/** Returns the facts of a site, in the reader's units, with its local time. */
function useFacts(): Fact[] {
  const t = useT()
  const format = useFormat()
  const { site, now, projects, designer } = useLoaderData<typeof sitePage>()
  const { address, postalCode, city, state, country, latitude, longitude, timeZone } = site
  const lines = [
    address,
    [city, state].filter(Boolean).join(', '),
    [postalCode, country].filter(Boolean).join(' '),
  ].filter((line): line is string => !!line)
  return [
    { term: t('main:site.address'), value: lines.length > 0 ? <AddressLines lines={lines} /> : null },
    { term: t('main:site.usageName'), value: usageText(t, site.usage) },
    { term: t('main:site.size'), value: typeof site.size === 'number' ? format.area(site.size, site.units) : null },
    {
      term: t('main:site.coordinates'),
      value: typeof latitude === 'number' && typeof longitude === 'number' ? coordinates(latitude, longitude) : null,
    },
    {
      term: t('main:site.timeZone'),
      value: timeZone ? t('main:site.timeThere', { zone: timeZone, time: format.time(now, timeZone) }) : null,
    },
    ...projects.map(({ name }) => ({
      term: t('main:designer.project'),
      value: (
        <A href={designer}>
          <bdi>{name}</bdi>
        </A>
      ),
    })),
  ]
}

/** Formats degrees with a decimal point in both languages, as maps accept them. */
function coordinates(north: number, east: number): string {
  return `${north.toFixed(4)}, ${east.toFixed(4)}`
}

function AddressLines({ lines }: { lines: readonly string[] }) {
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <bdi key={line} className="block">
          {line}
        </bdi>
      ))}
    </address>
  )
}
