/** The sites of a customer as a table file, with the filters of the page it stands beside (design §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { csvAnswer, headingsOf } from '~/screens/file/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { usageText } from '~/things/site/usage'
import { siteSearch, wordsOf } from './filter'
import { findSites } from './find-sites.server'

/** Milliseconds all sites may take; the file is written as its pages arrive. */
const budget = 120_000
const pageSize = 200

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerSitesCsv', args.params)
  const page = await reader(args, { capability: 'hierarchy.read', budget })
  await ownCustomer(page.read, at)
  const search = siteSearch(new URL(args.request.url).searchParams)
  const t = translator(page.language)
  return csvAnswer({
    name: 'sites',
    t,
    request: args.request,
    known: wordsOf(search),
    from: search.after,
    columns: headingsOf(columns, (name) => t(`main:site.csv.${name}`)),
    async linesAfter(after) {
      const found = await findSites(page, { customerId: at.customerId, search: { ...search, after }, pageSize })
      return { lines: found.sites.map((site) => lineOf(site, t)), next: found.next }
    },
  })
}

const columns = [
  'name',
  'group',
  'usage',
  'address',
  'city',
  'state',
  'postalCode',
  'country',
  'latitude',
  'longitude',
  'size',
  'units',
  'timeZone',
  'archived',
  'buildings',
  'spaces',
  'devices',
  'offline',
] as const

type Line = Record<(typeof columns)[number], string | number | null | undefined>

function lineOf(site: Site, t: Translate): Line {
  return {
    name: site.name,
    group: site.path?.find(({ type }) => type === 'group')?.name,
    usage: usageText(t, site.usage),
    address: site.address,
    city: site.city,
    state: site.state,
    postalCode: site.postalCode,
    country: site.country,
    latitude: site.latitude ?? null,
    longitude: site.longitude ?? null,
    size: site.size ?? null,
    units: site.size ? (site.units === 'us' || site.units === 'ft2' ? 'ft²' : 'm²') : '',
    timeZone: site.timeZone,
    archived: t(site.archived ? 'word.yes' : 'word.no'),
    buildings: site.counts?.buildings ?? null,
    spaces: site.counts?.spaces ?? null,
    devices: site.counts?.devices ?? null,
    offline: site.counts?.offline ?? null,
  }
}
