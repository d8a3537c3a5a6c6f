/** The health counts of the customers on a page, as far as the person may read them. */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { roleAt } from '~/backend/person.server'
import { asPanel, type Reader } from '~/backend/reader.server'
import { isCount } from '~/domain/count'
import type { Figure, PartKey } from '~/features/overview/shared/figures'
import { href, type QueryParams } from '~/hrefs'
import { type Capability, may } from '~/permissions'
import { type CustomerHealth, type CustomerListRow, type HealthKey, healthKeys } from './customer-columns'

/** The permission for each count, and the list of what it counts where there is one. */
const healthAccess: Record<HealthKey, { capability: Capability; list?: QueryParams }> = {
  devices: { capability: 'device.read', list: {} },
  offline: { capability: 'device.read', list: { connected: 'false', onboarded: 'true' } },
  alarms: { capability: 'alarm.read' },
  faults: { capability: 'fault.read' },
  failedSends: { capability: 'config.read', list: { work: 'sendFailed' } },
  failedDeployments: { capability: 'deploy.read', list: { work: 'deploymentFailed' } },
  waitingSends: { capability: 'config.read', list: { work: 'sendWaiting' } },
  deploying: { capability: 'deploy.read', list: { work: 'deploying' } },
}

export type CustomerWithHealth = CustomerListRow & { health: CustomerHealth | null }

/** Customers to read, and concurrent reads. */
const maxCustomers = 50
const concurrency = 8

/** Adds health counts to rows; null where they cannot be read, or beyond the limit of reads. */
export async function withHealth(
  reader: Reader,
  tenantId: string,
  rows: readonly CustomerListRow[],
): Promise<CustomerWithHealth[]> {
  const healths = await inParallel(rows.slice(0, maxCustomers), concurrency, ({ id }) =>
    healthOf(reader, { tenantId, customerId: id }),
  )
  return rows.map((row, at) => ({ ...row, health: healths[at] ?? null }))
}

async function healthOf(reader: Reader, at: { tenantId: string; customerId: string }): Promise<CustomerHealth | null> {
  const role = roleAt(reader.person, at)
  if (!reader.features.dashboard || !role || !may(role.role, 'hierarchy.read')) return null
  const counted = await asPanel(
    withFallback(
      site.overview,
      async () => (await reader.call(site.overview, { path: { id: at.customerId } })).data,
      async () => null,
    ),
  )
  const counts = counted.ok ? counted.value : null
  if (!counts) return null
  return Object.fromEntries(
    healthKeys.flatMap((key) => {
      const { capability, list } = healthAccess[key]
      const isHidden = !may(role.role, capability) || (key === 'faults' && !areFaultsCounted(reader))
      return isHidden || !isCount(counts[key])
        ? []
        : [[key, { count: counts[key], href: list ? href('customerDevices', at, list) : null }]]
    }),
  )
}

/** The counts include the faults of fan coils, which need their own feature. */
const areFaultsCounted = ({ features }: Reader) => features.faults && features.fanCoilUnitRules

/** Sorts customers by trouble, worst first; the sort is stable. */
export function sortByTrouble(rows: readonly CustomerWithHealth[]): CustomerWithHealth[] {
  const count = ({ health }: CustomerWithHealth, keys: readonly HealthKey[]) =>
    keys.reduce((sum, key) => sum + (health?.[key]?.count ?? 0), 0)
  const ranks: (readonly HealthKey[])[] = [['offline', 'failedSends', 'failedDeployments'], ['alarms'], ['faults']]
  return [...rows].sort((one, other) => {
    for (const keys of ranks) {
      const difference = count(other, keys) - count(one, keys)
      if (difference !== 0) return difference
    }
    return 0
  })
}

/** Returns the sums over the known customers. They have no links, because no list covers several customers. */
export function figuresOf(rows: readonly CustomerWithHealth[]): Figure[] {
  const healths = rows.flatMap(({ health }) => (health ? [health] : []))
  const sum = (key: HealthKey) => {
    const counts = healths.flatMap((health) => (health[key] ? [health[key].count] : []))
    return counts.length > 0 ? { count: counts.reduce((total, count) => total + count, 0), isCapped: false } : null
  }
  const part = (key: PartKey, of: HealthKey) => {
    const counted = sum(of)
    return counted && counted.count > 0 ? [{ key, counted, href: null }] : []
  }
  const [waiting, deploying] = [sum('waitingSends'), sum('deploying')]
  const underWay = [waiting, deploying].flatMap((one) => one ?? [])
  const figures: Figure[] = [
    { key: 'activeAlarms', counted: sum('alarms'), href: null, parts: [] },
    { key: 'offline', counted: sum('offline'), href: null, parts: part('ofDevices', 'devices') },
    { key: 'faults', counted: sum('faults'), href: null, parts: [] },
    {
      key: 'changes',
      counted: underWay.length > 0 ? { count: underWay.reduce((n, { count }) => n + count, 0), isCapped: false } : null,
      href: null,
      parts: [
        ...part('waiting', 'waitingSends'),
        ...part('deploying', 'deploying'),
        ...part('sendFailed', 'failedSends'),
        ...part('deploymentFailed', 'failedDeployments'),
      ],
    },
  ]
  return figures.filter(({ counted }) => counted !== null)
}
