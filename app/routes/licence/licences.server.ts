/** The licences of a customer or a site: by the extension, or from each controller's onboarding record (domain §17). */
import type { PlacedLicence } from '#contracts/onboarding'
import { site } from '#contracts/site'
import { anyOf } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { type Walking, walkDevices, walkerOf } from '~/backend/walk-devices.server'
import { type Counted, countedIn } from '~/domain/counted'
import { type FilterOf, isAmong } from '~/screens/list/filter'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Source } from '~/screens/list/source.server'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'
import { licenceFields } from './columns'
import { type LicenceListRow, licenceListRow } from './row'

export const licences: Source<typeof licenceFields, LicenceListRow, PlaceParams> = {
  fields: licenceFields,
  sorts: ['-used', 'name'],
  async find(reader, asked) {
    const { found, ...page } = await findLicences(reader, asked)
    const now = Date.now()
    return { ...page, rows: found.map((one) => licenceListRow(asked.at, one, now)) }
  },
  standing: { exceeded: { state: 'exceeded' }, expired: { state: 'expired' }, missing: { state: 'missing' } },
  async count(reader, { at, filter }) {
    const { total, isPartial } = await findLicences(reader, { at, filter, pageSize: 1 })
    return isPartial ? null : total
  },
}

interface Asked {
  at: PlaceParams
  filter: FilterOf<typeof licenceFields>
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

interface LicencePage {
  found: PlacedLicence[]
  total: Counted
  next: string | null
  isPartial: boolean
}

/** The fallback: the maximum number of onboarding records read, and how many in parallel. */
const mostRead = 500
const atOnce = 16

function findLicences(reader: Walking, asked: Asked): Promise<LicencePage> {
  const { at, filter, sort, after, pageSize } = asked
  return withFallback<LicencePage>(
    site.findLicences,
    async () => {
      const { customerId } = at
      const { state, feature, ...place } = within(at, filter)
      const narrowed = { customerId, ...place, state: anyOf(state), feature: anyOf(feature) }
      const query = { ...narrowed, ...(sort && { sort }), pageSize, continuationToken: after }
      const found = await reader.ask(site.findLicences, { query })
      return {
        found: found.data,
        total: countedIn(found),
        next: found.continuationToken ?? null,
        isPartial: false,
      }
    },
    async () => {
      const { found, isCut } = await walked(reader, asked)
      const from = startAfter(found, after, ({ device }) => device.id)
      const page = found.slice(from, from + pageSize)
      const next = from + pageSize < found.length ? (page.at(-1)?.device.id ?? null) : null
      return { found: page, total: { count: found.length, isCapped: isCut }, next, isPartial: isCut }
    },
  )
}

async function walked(reader: Walking, { at, filter, sort = '-used' }: Asked) {
  const { siteId, state, feature } = within(at, filter)
  const walker = walkerOf(reader)
  const all = await walkDevices(walker, at.customerId, { siteId, onboarded: 'true' })
  const devices = all.devices.slice(0, mostRead)
  const records = await inParallel(devices, atOnce, ({ id }) => walker.read(site.getOnboarding, { path: { id } }))
  const found = devices.flatMap((device, index): PlacedLicence[] =>
    (records[index]?.licenses ?? []).map((licence) => ({ device, licence })),
  )
  const direction = sort.startsWith('-') ? -1 : 1
  const share = ({ licence: { usedPoints, maxPoints } }: PlacedLicence) => (maxPoints > 0 ? usedPoints / maxPoints : -1)
  const order = (one: PlacedLicence, other: PlacedLicence) =>
    sort.endsWith('name')
      ? one.device.name.localeCompare(other.device.name, 'en', { numeric: true })
      : share(one) - share(other)
  return {
    found: found
      .filter(
        ({ licence }) =>
          isAmong(state, licence.state) && (!feature || feature.some((one) => licence.features.includes(one))),
      )
      .sort((one, other) => direction * order(one, other)),
    isCut: all.isCut || devices.length < all.devices.length,
  }
}
