/** The sites of a customer on a map, by region and then by site, with their list beside it (flag `treeMapView`). */
import './map.css'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { alarmsHref, devicesHref } from '~/kit/place/lists'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { isInside, parseBox } from './box'
import { mapOfRegions, mapOfSites, placementOf, siteHref } from './map-data.server'
import { MapPicture } from './picture'
import { regionsOf } from './regions'
import { sumHealth } from './site-health'
import { readSiteLocations } from './site-locations.server'
import { type PlaceOnMap, PlacesOnMap } from './table'

export const handle = {
  title: (data, t) => t('main:map.titleOf', { name: data.customer }),
  menu: 'map',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerMap', args.params)
  const reader = await readerFor(args, { view: 'map' })
  const query = new URL(args.request.url).searchParams
  const box = parseBox(query.get('box'))
  const from = Math.max(Math.trunc(Number(query.get('after'))) || 0, 0)
  const [customer, locations] = await Promise.all([
    ownCustomer(reader.read, at),
    readSiteLocations(reader, at.customerId),
  ])
  const t = translator(reader.language)
  const regions = regionsOf(locations.sites, reader.language)
  const region = regions.find(({ key }) => key === query.get('region')) ?? null
  const inRegion = region?.sites ?? locations.sites
  const sites = box ? inRegion.filter((one) => one.at && isInside(box, one.at)) : inRegion
  // One region alone is drawn as its sites.
  const isOverview = !region && !box && regions.length > 1
  const context = { t, at, region: region?.key ?? null }
  const drawing = await (isOverview ? mapOfRegions(context, regions) : mapOfSites(context, sites))
  const places: PlaceOnMap[] = isOverview
    ? regions.map(({ key, name, sites: own }) => ({
        id: key,
        name: name || t('main:map.noRegion'),
        href: href('customerMap', at, { region: key }),
        detail: countText(t, 'sites', { count: own.length, isCapped: false }),
        isPlaced: own.some((one) => one.at),
        offlineHref: null,
        criticalHref: null,
        ...sumHealth(own),
      }))
    : sites.map((one) => ({
        id: one.id,
        name: one.name,
        href: siteHref(at, one),
        detail: one.city,
        isPlaced: one.at !== null,
        offlineHref: devicesHref(placementOf(at, one), { connected: 'false', onboarded: 'true' }),
        criticalHref: alarmsHref(placementOf(at, one), { state: 'active', severity: 'critical' }),
        devices: one.devices,
        offline: one.offline,
        criticalAlarms: one.criticalAlarms,
      }))
  const isPart = region !== null || box !== null
  const keptQuery = { region: region?.key, box: box && query.get('box') }
  const regionName = region && (region.name || t('main:map.noRegion'))
  return {
    customer: customer.name,
    regionName,
    sitesHref: reader.may('hierarchy.write') ? href('customerSites', at) : null,
    newSite: reader.may('hierarchy.write') ? href('newSite', at) : null,
    isOverview,
    rows: places.slice(from, from + pageSize),
    rowCount: places.length,
    total: { ...locations.total, ...(isPart && { count: sites.length }) },
    ignored: unknownParams(args.request, { box, region: region?.key }),
    unplaced: sites.filter((one) => !one.at).length,
    drawing,
    allHref: isPart ? href('customerMap', at) : null,
    firstHref: from > 0 ? href('customerMap', at, keptQuery) : undefined,
    nextHref:
      from + pageSize < places.length ? href('customerMap', at, { ...keptQuery, after: from + pageSize }) : undefined,
    age: reader.age(),
    crumbs: [
      { name: t('main:view.map'), href: href('customerMap', at) },
      ...(region && regionName ? [{ name: regionName, href: href('customerMap', at, { region: region.key }) }] : []),
    ],
  }
}

const pageSize = 50

export default function MapPage() {
  const t = useT()
  const { regionName, total, unplaced, allHref, drawing, sitesHref, ...list } = useLoaderData<typeof loader>()
  const sites = countText(t, 'sites', total)
  return (
    <>
      <PageHeader
        name={regionName ?? t('main:view.map')}
        status={
          total.count > 0 && (
            <p className="text-soft">
              {unplaced > 0 ? t('main:map.sitesSome', { sites, count: unplaced }) : sites}
              {allHref && (
                <>
                  {' · '}
                  <A href={allHref}>{t('main:map.showAll')}</A>
                </>
              )}
            </p>
          )
        }
      />
      <div className="map-columns">
        <Section flush>
          <MapPicture drawing={drawing} sitesHref={sitesHref} />
          {drawing && <p className="map-legend">{t('main:map.legend')}</p>}
        </Section>
        <Section flush>
          <PlacesOnMap {...list} />
        </Section>
      </div>
    </>
  )
}
