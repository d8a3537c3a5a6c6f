/** The counts of a place by state: the counters of a customer, otherwise counted with one call each. */
import { type Counts, site } from '#contracts/site'
import { countDevices } from '~/backend/count-devices.server'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import { isCutShort } from '~/backend/whole-lists'
import { type Counted, isCount } from '~/domain/counted'
import { searchOf } from '~/things/device/filter'
import type { StateFilter } from './find-in.server'
import { devicesIn, type Scope } from './scope'

const keys = ['devices', 'notOnboarded', 'outdated', 'deploying', 'waiting', 'offline', 'alarms', 'faults'] as const
type Key = (typeof keys)[number]

/** Unknown counts are left out. */
export interface Known extends Partial<Record<Key, Counted>> {
  sites?: number
  buildings?: number
  openTunnels?: number
  /** The number of sites the counts were summed over, if the customer has more; otherwise null. */
  ofSites: number | null
}

export function knownOf(reader: Reader, scope: Scope): Promise<Known> {
  return scope.level === 'customer' ? ofCustomer(reader, scope.at.customerId) : ofPlace(reader, scope)
}

const exactly = (count: number): Counted => ({ count, isCapped: false })

function ofCustomer({ ask }: Reader, id: string): Promise<Known> {
  return withFallback<Known>(
    site.overview,
    async () => {
      const { data } = await ask(site.overview, { path: { id } })
      const { sites, buildings, openTunnels, waitingSends: waiting, ...counts } = data
      const counted = keys.flatMap((key) => {
        const count = key === 'waiting' ? waiting : counts[key]
        return isCount(count) ? [[key, exactly(count)]] : []
      })
      return { ...Object.fromEntries(counted), sites, buildings, openTunnels, ofSites: null }
    },
    async () => {
      const sites = await ask(site.listSites, { path: { id } })
      const isCut = isCutShort(sites)
      return { ...added(sites.map(({ counts }) => counts ?? {})), ofSites: isCut ? sites.length : null }
    },
  )
}

const summed = ['devices', 'offline', 'alarms', 'faults'] as const

function added(counts: readonly Counts[]): Partial<Known> {
  return Object.fromEntries(
    summed.flatMap((key) => {
      const known = counts.flatMap((one) => (isCount(one[key]) ? [one[key]] : []))
      return known.length > 0 ? [[key, exactly(known.reduce((sum, count) => sum + count, 0))]] : []
    }),
  )
}

/** Returns no counts where the backend cannot search controllers. */
async function ofPlace(reader: Reader, scope: Scope): Promise<Known> {
  const count = async (key: Key, filter: StateFilter) => {
    const counted = await countDevices(reader, { ...devicesIn(scope), ...searchOf(filter) })
    return counted ? { [key]: counted } : {}
  }
  const found = await Promise.all([
    count('devices', {}),
    count('notOnboarded', { onboarded: ['false'] }),
    count('outdated', { packageStatus: ['outdated'] }),
    ...(reader.may('deploy.read') ? [count('deploying', { work: ['deploying'] })] : []),
    ...(reader.may('config.read') ? [count('waiting', { work: ['sendWaiting'] })] : []),
  ])
  return Object.assign({ ofSites: null }, ...found)
}
