/**
 * Checks a network change for each controller before it is saved (domain §5.5): finds valid settings that can still
 * disconnect a controller.
 */
import type { Network, NetworkValue } from '#contracts/device-configuration'
import { deviceConfiguration } from '#contracts/device-configuration'
import { type InterfaceName, interfaceNames } from '#contracts/network-names'
import { mergeNetwork } from '#contracts/network-rules'
import { site } from '#contracts/site'
import { byIds } from '~/backend/by-ids.server'
import { withFallback } from '~/backend/fallback'
import { requestDevices } from '~/backend/find-devices.server'
import { ServiceError } from '~/backend/service-error'
import type { Preflight } from '~/features/configuration/shared/kind.server'

/** `main:network.preflight.<…>`, most important first. */
type Finding = 'twiceHere' | 'twiceOnSite' | 'tunnel' | 'noNames' | 'wayChanges'

/** Maximum number of other controllers whose addresses are read. */
const maxChecked = 500

export const preflight: Preflight<NetworkValue, Network> = async (context, { customerId, controllers }) => {
  const after = controllers.map(({ id, saved, value }) => ({ id, before: saved, after: mergeNetwork(saved, value) }))
  const changed = after.filter((one) => addressesOf(one.after).some((own) => !addressesOf(one.before).includes(own)))
  const siteOf = new Map(controllers.map(({ id, siteId }) => [id, siteId]))
  const changedSiteIds = [...new Set(changed.map(({ id }) => siteOf.get(id)))]
  const [siteAddresses, tunnels] = await Promise.all([
    addressesAt(context, {
      customerId,
      siteIds: changedSiteIds,
      selectedIds: new Set(controllers.map(({ id }) => id)),
    }),
    tunnelsOf(context, customerId),
  ])
  const uses = new Map<string, number>()
  for (const address of after.flatMap((one) => addressesOf(one.after))) uses.set(address, (uses.get(address) ?? 0) + 1)
  const findings: Record<Finding, (one: (typeof after)[number]) => boolean> = {
    twiceHere: (one) => addressesOf(one.after).some((address) => (uses.get(address) ?? 0) > 1),
    twiceOnSite: (one) => {
      const others = changed.includes(one) ? siteAddresses.bySite.get(siteOf.get(one.id)) : undefined
      return addressesOf(one.after).some((address) => others?.has(address))
    },
    tunnel: ({ id }) => tunnels.open.has(id),
    noNames: (one) => canResolveNames(one.before) && !canResolveNames(one.after),
    wayChanges: (one) => routeOf(one.before) !== routeOf(one.after),
  }
  const messages = after.flatMap((one) => {
    const finding = (Object.keys(findings) as Finding[]).find((name) => findings[name](one))
    return finding ? [[one.id, `main:network.preflight.${finding}`] as const] : []
  })
  return {
    warnings: new Map(messages),
    notes: [
      ...(siteAddresses.isComplete ? [] : ['main:network.preflight.addressesNotChecked']),
      ...(tunnels.isComplete ? [] : ['main:network.preflight.tunnelsNotChecked']),
    ],
  }
}

const enabledInterfaces = (settings: NetworkValue): InterfaceName[] =>
  interfaceNames.filter((name) => settings[name]?.enabled === true)

/** Returns the fixed addresses of a controller. */
function addressesOf(settings: NetworkValue): string[] {
  return enabledInterfaces(settings).flatMap((name) => {
    const { dhcpEnabled, ipAddress } = settings[name]?.ipv4 ?? {}
    return dhcpEnabled !== true && ipAddress ? [ipAddress] : []
  })
}

/** Returns how a controller is reached, as far as its settings say: interface, address and gateway. */
function routeOf(settings: NetworkValue): string {
  const on = enabledInterfaces(settings)
  const route = on.find((name) => settings[name]?.ipv4?.gateway || settings[name]?.ipv4?.dhcpEnabled) ?? on[0]
  if (!route) return ''
  const { dhcpEnabled, ipAddress, subnetPrefixLength, gateway } = settings[route]?.ipv4 ?? {}
  return [route, Boolean(dhcpEnabled), ipAddress, subnetPrefixLength, gateway].join()
}

/** Whether a controller can resolve names: it has a name server of its own, or DHCP. */
function canResolveNames(settings: NetworkValue): boolean {
  return enabledInterfaces(settings).some((name) => {
    const { dhcpEnabled, primaryDns } = settings[name]?.ipv4 ?? {}
    return Boolean(dhcpEnabled || primaryDns)
  })
}

type PreflightContext = Parameters<Preflight>[0]

/** Returns the saved addresses of the other controllers of each site; `isComplete` if all of them were read. */
async function addressesAt(
  context: PreflightContext,
  {
    customerId,
    siteIds,
    selectedIds,
  }: { customerId: string; siteIds: (string | undefined)[]; selectedIds: ReadonlySet<string> },
): Promise<{ bySite: Map<string | undefined, Set<string>>; isComplete: boolean }> {
  const bySite = new Map<string | undefined, Set<string>>()
  let isComplete = true
  let remaining = maxChecked
  for (const siteId of siteIds) {
    const siteResult =
      siteId && remaining > 0 ? await othersAt(context, { customerId, siteId, selectedIds, max: remaining }) : null
    isComplete &&= siteResult?.isComplete === true
    remaining -= siteResult?.networks.length ?? 0
    bySite.set(siteId, new Set(siteResult?.networks.flatMap(addressesOf)))
  }
  return { bySite, isComplete }
}

/** Returns the saved settings of the other controllers of one site; null if they cannot be read. */
function othersAt(
  { read, catalogues }: PreflightContext,
  {
    customerId,
    siteId,
    selectedIds,
    max,
  }: { customerId: string; siteId: string; selectedIds: ReadonlySet<string>; max: number },
): Promise<{ networks: Network[]; isComplete: boolean } | null> {
  return orFallback(async () => {
    const ids: string[] = []
    let after: string | undefined
    do {
      const search = { siteId, ...(after && { after }) }
      const page = await requestDevices({ call: read, catalogues }, { customerId, search, pageSize: 200 })
      ids.push(...page.devices.flatMap(({ id }) => (selectedIds.has(id) ? [] : [id])))
      after = page.next ?? undefined
    } while (after && ids.length < max)
    const checkedIds = ids.slice(0, max)
    const networks = await byIds<Network>(checkedIds, {
      extension: deviceConfiguration.networkOfMany,
      many: async (deviceIds) => (await read(deviceConfiguration.networkOfMany, { body: { deviceIds } })).data,
      one: (id) => read(deviceConfiguration.getNetwork, { path: { id } }),
      idOf: ({ deviceId }) => deviceId,
    })
    return { networks: [...networks.values()], isComplete: !after && checkedIds.length === ids.length }
  }, null)
}

interface Tunnels {
  open: ReadonlySet<string | undefined>
  /**
   * Whether all open tunnels are known; false without the permission to see tunnels, or without a list in the backend.
   */
  isComplete: boolean
}

/** Returns the controllers with an open tunnel. */
async function tunnelsOf({ read, may }: PreflightContext, customerId: string): Promise<Tunnels> {
  const unknown: Tunnels = { open: new Set(), isComplete: false }
  if (!may('tunnel.read')) return unknown
  const readTunnels = async () => {
    const { data, continuationToken } = await read(site.findTunnels, { query: { customerId, pageSize: 200 } })
    return { open: new Set(data.map(({ device }) => device?.id)), isComplete: !continuationToken }
  }
  return orFallback(() => withFallback<Tunnels>(site.findTunnels, readTunnels, async () => unknown), unknown)
}

async function orFallback<T>(work: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) return fallback
    throw error
  }
}
