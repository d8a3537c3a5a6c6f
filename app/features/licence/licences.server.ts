/** The licences of a customer or a site: by the extension, or from each controller's onboarding record (domain §17). */
import type { PlacedLicence } from '#contracts/onboarding'
import { site } from '#contracts/site'
import { anyOfParam } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { toWalker, type WalkReader, walkDevices } from '~/backend/walk-devices.server'
import { countInReply, type TotalCount } from '~/domain/count'
import { type FilterOf, matchesAny } from '~/kit/list/filter'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { ListSource } from '~/kit/list/source.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { licenceFields } from './columns'
import { type LicenceListRow, licenceListRow } from './row'

export const licences: ListSource<typeof licenceFields, LicenceListRow, PlaceParams> = {
  fields: licenceFields,
  sorts: ['-used', 'name'],
  async find(reader, query) {
    const { matches, ...page } = await findLicences(reader, query)
    const now = Date.now()
    return { ...page, rows: matches.map((one) => licenceListRow(query.at, one, now)) }
  },
  presetViews: { exceeded: { state: 'exceeded' }, expired: { state: 'expired' }, missing: { state: 'missing' } },
  async count(reader, { at, filter }) {
    const { total, isPartial } = await findLicences(reader, { at, filter, pageSize: 1 })
    return isPartial ? null : total
  },
}

interface LicencesQuery {
  at: PlaceParams
  filter: FilterOf<typeof licenceFields>
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

interface LicencePage {
  matches: PlacedLicence[]
  total: TotalCount
  next: string | null
  isPartial: boolean
}

/** The fallback: the maximum number of onboarding records read, and how many in parallel. */
const maxRead = 500
const concurrency = 16

function findLicences(reader: WalkReader, licencesQuery: LicencesQuery): Promise<LicencePage> {
  const { at, filter, sort, after, pageSize } = licencesQuery
  return withFallback<LicencePage>(
    site.findLicences,
    async () => {
      const { customerId } = at
      const { state, feature, ...place } = scopeFilter(at, filter)
      const narrowed = { customerId, ...place, state: anyOfParam(state), feature: anyOfParam(feature) }
      const query = { ...narrowed, ...(sort && { sort }), pageSize, continuationToken: after }
      const reply = await reader.call(site.findLicences, { query })
      return {
        matches: reply.data,
        total: countInReply(reply),
        next: reply.continuationToken ?? null,
        isPartial: false,
      }
    },
    async () => {
      const { matches, isCut } = await findByWalk(reader, licencesQuery)
      const from = startIndexAfter(matches, after, ({ device }) => device.id)
      const page = matches.slice(from, from + pageSize)
      const next = from + pageSize < matches.length ? (page.at(-1)?.device.id ?? null) : null
      return { matches: page, total: { count: matches.length, isCapped: isCut }, next, isPartial: isCut }
    },
  )
}

async function findByWalk(reader: WalkReader, { at, filter, sort = '-used' }: LicencesQuery) {
  const { siteId, state, feature } = scopeFilter(at, filter)
  const walker = toWalker(reader)
  const all = await walkDevices(walker, at.customerId, { siteId, onboarded: 'true' })
  const devices = all.devices.slice(0, maxRead)
  const records = await inParallel(devices, concurrency, ({ id }) => walker.read(site.getOnboarding, { path: { id } }))
  const matches = devices.flatMap((device, index): PlacedLicence[] =>
    (records[index]?.licenses ?? []).map((licence) => ({ device, licence })),
  )
  const direction = sort.startsWith('-') ? -1 : 1
  const share = ({ licence: { usedPoints, maxPoints } }: PlacedLicence) => (maxPoints > 0 ? usedPoints / maxPoints : -1)
  const order = (one: PlacedLicence, other: PlacedLicence) =>
    sort.endsWith('name')
      ? one.device.name.localeCompare(other.device.name, 'en', { numeric: true })
      : share(one) - share(other)
  return {
    matches: matches
      .filter(
        ({ licence }) =>
          matchesAny(state, licence.state) && (!feature || feature.some((one) => licence.features.includes(one))),
      )
      .sort((one, other) => direction * order(one, other)),
    isCut: all.isCut || devices.length < all.devices.length,
  }
}
