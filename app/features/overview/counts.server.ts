/** The counts of a place by state: the counters of a customer, otherwise counted with one call each. */
import { type Counts, site } from '#contracts/site'
import { countDevices } from '~/backend/count-devices.server'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import { isCutShort } from '~/backend/whole-lists'
import { isCount, type TotalCount } from '~/domain/count'
import { searchOf } from '~/features/device/shared/filter'
import type { DeviceStateFilter } from './shared/find-devices-in-state.server'
import { deviceScopeQuery, type OverviewScope } from './shared/scope'

const keys = ['devices', 'notOnboarded', 'outdated', 'deploying', 'waiting', 'offline', 'alarms', 'faults'] as const
type Key = (typeof keys)[number]

/** Unknown counts are left out. */
export interface OverviewCounts extends Partial<Record<Key, TotalCount>> {
  sites?: number
  buildings?: number
  openTunnels?: number
  /** The number of sites the counts were summed over, if the customer has more; otherwise null. */
  ofSites: number | null
}

export function loadOverviewCounts(reader: Reader, scope: OverviewScope): Promise<OverviewCounts> {
  return scope.level === 'customer' ? customerCounts(reader, scope.at.customerId) : countsOfPlace(reader, scope)
}

const exactly = (count: number): TotalCount => ({ count, isCapped: false })

function customerCounts({ call }: Reader, id: string): Promise<OverviewCounts> {
  return withFallback<OverviewCounts>(
    site.overview,
    async () => {
      const { data } = await call(site.overview, { path: { id } })
      const { sites, buildings, openTunnels, waitingSends: waiting, ...counts } = data
      const counted = keys.flatMap((key) => {
        const count = key === 'waiting' ? waiting : counts[key]
        return isCount(count) ? [[key, exactly(count)]] : []
      })
      return { ...Object.fromEntries(counted), sites, buildings, openTunnels, ofSites: null }
    },
    async () => {
      const sites = await call(site.listSites, { path: { id } })
      const isCut = isCutShort(sites)
      return { ...sumOfSites(sites.map(({ counts }) => counts ?? {})), ofSites: isCut ? sites.length : null }
    },
  )
}

const summedKeys = ['devices', 'offline', 'alarms', 'faults'] as const

function sumOfSites(counts: readonly Counts[]): Partial<OverviewCounts> {
  return Object.fromEntries(
    summedKeys.flatMap((key) => {
      const values = counts.flatMap((one) => (isCount(one[key]) ? [one[key]] : []))
      return values.length > 0 ? [[key, exactly(values.reduce((sum, count) => sum + count, 0))]] : []
    }),
  )
}

/** Returns no counts where the backend cannot search controllers. */
async function countsOfPlace(reader: Reader, scope: OverviewScope): Promise<OverviewCounts> {
  const count = async (key: Key, filter: DeviceStateFilter) => {
    const counted = await countDevices(reader, { ...deviceScopeQuery(scope), ...searchOf(filter) })
    return counted ? { [key]: counted } : {}
  }
  const counts = await Promise.all([
    count('devices', {}),
    count('notOnboarded', { onboarded: ['false'] }),
    count('outdated', { packageStatus: ['outdated'] }),
    ...(reader.may('deploy.read') ? [count('deploying', { work: ['deploying'] })] : []),
    ...(reader.may('config.read') ? [count('waiting', { work: ['sendWaiting'] })] : []),
  ])
  return Object.assign({ ofSites: null }, ...counts)
}
