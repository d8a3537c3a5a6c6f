/** What of a customer needs somebody, each with the list it counts (domain §17, flag dashboard). */
import { type Counts, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Panel, Reader } from '~/backend/reader.server'
import { asPanel } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { isCutShort } from '~/backend/whole-lists'
import { href, type Place } from '~/hrefs'
import { mostSeen, stalledOf } from '~/things/deployment/stalled.server'
import { type Counter, type CounterKey, counterKeys } from './counters'

export interface Overview {
  counters: Counter[]
  /** Added up from the counts of so many sites, of which there are more; null where every site is counted. */
  ofSites: number | null
}

/** Null while the flag is off; what the backend does not count is left out. */
export async function customerOverview(reader: Reader, at: Place): Promise<Panel<Overview> | null> {
  if (!reader.features.dashboard) return null
  return asPanel(overviewOf(reader, at))
}

async function overviewOf(reader: Reader, at: Place): Promise<Overview> {
  const path = { id: at.customerId }
  return withFallback<Overview>(
    site.overview,
    async () => {
      const { data } = await reader.ask(site.overview, { path })
      const stalled = await stalledIn(reader, at, data.deploying)
      return { counters: countersOf(reader, at, { ...data, stalled }), ofSites: null }
    },
    async () => {
      const sites = await reader.ask(site.listSites, { path })
      const counters = countersOf(reader, at, added(sites.map(({ counts }) => counts ?? {})))
      return { counters, ofSites: isCutShort(sites) ? sites.length : null }
    },
  )
}

/** Nothing while more are under way than can be looked at, or nobody may, or can, say. */
async function stalledIn(reader: Reader, at: Place, deploying: number): Promise<number | undefined> {
  if (!reader.may('deploy.read') || deploying > mostSeen) return undefined
  if (deploying === 0) return 0
  try {
    return (await stalledOf(reader, { customerId: at.customerId })).length
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

const summed = ['devices', 'offline', 'alarms', 'faults'] as const

function added(counts: readonly Counts[]): Partial<Record<CounterKey, number>> {
  return Object.fromEntries(
    summed.flatMap((key) => {
      const known = counts.flatMap((one) => (one[key] === undefined ? [] : [one[key]]))
      return known.length > 0 ? [[key, known.reduce((sum, count) => sum + count, 0)]] : []
    }),
  )
}

/** A count without a list of its own is told without a link; what the person may not see is left out. */
function countersOf(
  { may, features }: Pick<Reader, 'may' | 'features'>,
  at: Place,
  found: Partial<Record<CounterKey, number | undefined>>,
): Counter[] {
  const devices = (filter: Record<string, string>) => (may('device.read') ? href('customerDevices', at, filter) : null)
  const lists: Record<CounterKey, { href: string | null; isShown: boolean }> = {
    devices: { href: devices({}), isShown: may('device.read') },
    offline: { href: devices({ connected: 'false', onboarded: 'true' }), isShown: may('device.read') },
    notOnboarded: { href: devices({ onboarded: 'false' }), isShown: may('device.read') },
    outdated: { href: devices({ packageStatus: 'outdated' }), isShown: may('device.read') },
    deploying: { href: devices({ work: 'deploying' }), isShown: may('deploy.read') },
    stalled: {
      href: may('deploy.read') ? href('deployments', at, { status: 'stalled' }) : null,
      isShown: may('deploy.read'),
    },
    failedDeployments: { href: devices({ work: 'deploymentFailed' }), isShown: may('deploy.read') },
    failedSends: { href: devices({ work: 'sendFailed' }), isShown: may('config.read') },
    waitingSends: { href: devices({ work: 'sendWaiting' }), isShown: may('config.read') },
    openTunnels: { href: href('customerTunnels', at), isShown: may('tunnel.read') },
    alarms: { href: null, isShown: may('alarm.read') },
    faults: { href: null, isShown: may('fault.read') && features.faults },
  }
  return counterKeys.flatMap((key) => {
    const count = found[key]
    return count === undefined || !lists[key].isShown ? [] : [{ key, count, href: lists[key].href }]
  })
}
