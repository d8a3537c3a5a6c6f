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
import { askDevices } from '~/backend/find-devices.server'
import { ServiceError } from '~/backend/service-error'
import type { Preflight } from '~/screens/configuration/kind.server'

/** `main:network.preflight.<…>`, most important first. */
type Finding = 'twiceHere' | 'twiceOnSite' | 'tunnel' | 'noNames' | 'wayChanges'

/** Maximum number of other controllers whose addresses are read. */
const mostLookedAt = 500

export const preflight: Preflight<NetworkValue, Network> = async (desk, { customerId, controllers }) => {
  const after = controllers.map(({ id, saved, value }) => ({ id, before: saved, after: mergeNetwork(saved, value) }))
  const moves = after.filter((one) => addressesOf(one.after).some((own) => !addressesOf(one.before).includes(own)))
  const siteOf = new Map(controllers.map(({ id, siteId }) => [id, siteId]))
  const moved = [...new Set(moves.map(({ id }) => siteOf.get(id)))]
  const [near, tunnels] = await Promise.all([
    addressesAt(desk, { customerId, siteIds: moved, chosen: new Set(controllers.map(({ id }) => id)) }),
    tunnelsOf(desk, customerId),
  ])
  const times = new Map<string, number>()
  for (const address of after.flatMap((one) => addressesOf(one.after)))
    times.set(address, (times.get(address) ?? 0) + 1)
  const findings: Record<Finding, (one: (typeof after)[number]) => boolean> = {
    twiceHere: (one) => addressesOf(one.after).some((address) => (times.get(address) ?? 0) > 1),
    twiceOnSite: (one) => {
      const others = moves.includes(one) ? near.bySite.get(siteOf.get(one.id)) : undefined
      return addressesOf(one.after).some((address) => others?.has(address))
    },
    tunnel: ({ id }) => tunnels.open.has(id),
    noNames: (one) => hasNames(one.before) && !hasNames(one.after),
    wayChanges: (one) => wayOf(one.before) !== wayOf(one.after),
  }
  const told = after.flatMap((one) => {
    const found = (Object.keys(findings) as Finding[]).find((name) => findings[name](one))
    return found ? [[one.id, `main:network.preflight.${found}`] as const] : []
  })
  return {
    told: new Map(told),
    notes: [
      ...(near.isWhole ? [] : ['main:network.preflight.addressesNotChecked']),
      ...(tunnels.isWhole ? [] : ['main:network.preflight.tunnelsNotChecked']),
    ],
  }
}

const enabled = (settings: NetworkValue): InterfaceName[] =>
  interfaceNames.filter((name) => settings[name]?.enabled === true)

/** Returns the fixed addresses of a controller. */
function addressesOf(settings: NetworkValue): string[] {
  return enabled(settings).flatMap((name) => {
    const { dhcpEnabled, ipAddress } = settings[name]?.ipv4 ?? {}
    return dhcpEnabled !== true && ipAddress ? [ipAddress] : []
  })
}

/** Returns how a controller is reached, as far as its settings say: interface, address and gateway. */
function wayOf(settings: NetworkValue): string {
  const on = enabled(settings)
  const way = on.find((name) => settings[name]?.ipv4?.gateway || settings[name]?.ipv4?.dhcpEnabled) ?? on[0]
  if (!way) return ''
  const { dhcpEnabled, ipAddress, subnetPrefixLength, gateway } = settings[way]?.ipv4 ?? {}
  return [way, Boolean(dhcpEnabled), ipAddress, subnetPrefixLength, gateway].join()
}

/** Whether a controller can resolve names: it has a name server of its own, or DHCP. */
function hasNames(settings: NetworkValue): boolean {
  return enabled(settings).some((name) => {
    const { dhcpEnabled, primaryDns } = settings[name]?.ipv4 ?? {}
    return Boolean(dhcpEnabled || primaryDns)
  })
}

type Desk = Parameters<Preflight>[0]

/** Returns the saved addresses of the other controllers of each site; `isComplete` if all of them were read. */
async function addressesAt(
  desk: Desk,
  { customerId, siteIds, chosen }: { customerId: string; siteIds: (string | undefined)[]; chosen: ReadonlySet<string> },
): Promise<{ bySite: Map<string | undefined, Set<string>>; isWhole: boolean }> {
  const bySite = new Map<string | undefined, Set<string>>()
  let isWhole = true
  let left = mostLookedAt
  for (const siteId of siteIds) {
    const found = siteId && left > 0 ? await othersAt(desk, { customerId, siteId, chosen, most: left }) : null
    isWhole &&= found?.isWhole === true
    left -= found?.networks.length ?? 0
    bySite.set(siteId, new Set(found?.networks.flatMap(addressesOf)))
  }
  return { bySite, isWhole }
}

/** Returns the saved settings of the other controllers of one site; null if they cannot be read. */
function othersAt(
  { read, catalogues }: Desk,
  {
    customerId,
    siteId,
    chosen,
    most,
  }: { customerId: string; siteId: string; chosen: ReadonlySet<string>; most: number },
): Promise<{ networks: Network[]; isWhole: boolean } | null> {
  return orNothing(async () => {
    const ids: string[] = []
    let after: string | undefined
    do {
      const search = { siteId, ...(after && { after }) }
      const page = await askDevices({ ask: read, catalogues }, { customerId, search, pageSize: 200 })
      ids.push(...page.devices.flatMap(({ id }) => (chosen.has(id) ? [] : [id])))
      after = page.next ?? undefined
    } while (after && ids.length < most)
    const looked = ids.slice(0, most)
    const networks = await byIds<Network>(looked, {
      extension: deviceConfiguration.networkOfMany,
      many: async (deviceIds) => (await read(deviceConfiguration.networkOfMany, { body: { deviceIds } })).data,
      one: (id) => read(deviceConfiguration.getNetwork, { path: { id } }),
      idOf: ({ deviceId }) => deviceId,
    })
    return { networks: [...networks.values()], isWhole: !after && looked.length === ids.length }
  }, null)
}

interface Tunnels {
  open: ReadonlySet<string | undefined>
  /**
   * Whether all open tunnels are known; false without the permission to see tunnels, or without a list in the backend.
   */
  isWhole: boolean
}

/** Returns the controllers with an open tunnel. */
async function tunnelsOf({ read, may }: Desk, customerId: string): Promise<Tunnels> {
  const notKnown: Tunnels = { open: new Set(), isWhole: false }
  if (!may('tunnel.read')) return notKnown
  const asked = async () => {
    const { data, continuationToken } = await read(site.findTunnels, { query: { customerId, pageSize: 200 } })
    return { open: new Set(data.map(({ device }) => device?.id)), isWhole: !continuationToken }
  }
  return orNothing(() => withFallback<Tunnels>(site.findTunnels, asked, async () => notKnown), notKnown)
}

async function orNothing<T>(work: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) return nothing
    throw error
  }
}
