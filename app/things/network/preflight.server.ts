/**
 * What to know of a network change before it is saved, controller by controller (domain §5.5): what the rules of the
 * settings allow, and what can lock everybody out all the same.
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

/** `main:network.preflight.<…>`, what matters most first. */
type Finding = 'twiceHere' | 'twiceOnSite' | 'tunnel' | 'noNames' | 'wayChanges'

/** Controllers of a site whose addresses are looked at. */
const mostLookedAt = 500

export const preflight: Preflight<NetworkValue, Network> = async (desk, { at, controllers }) => {
  const after = controllers.map(({ id, saved, value }) => ({ id, before: saved, after: mergeNetwork(saved, value) }))
  const moves = after.filter((one) => addressesOf(one.after).some((own) => !addressesOf(one.before).includes(own)))
  const [onSite, tunnelled] = await Promise.all([
    moves.length > 0 ? addressesAt(desk, at, new Set(controllers.map(({ id }) => id))) : new Set<string>(),
    tunnelsOf(desk, at.customerId),
  ])
  const times = new Map<string, number>()
  for (const address of after.flatMap((one) => addressesOf(one.after)))
    times.set(address, (times.get(address) ?? 0) + 1)
  const findings: Record<Finding, (one: (typeof after)[number]) => boolean> = {
    twiceHere: (one) => addressesOf(one.after).some((address) => (times.get(address) ?? 0) > 1),
    twiceOnSite: (one) => moves.includes(one) && addressesOf(one.after).some((address) => onSite.has(address)),
    tunnel: ({ id }) => tunnelled.has(id),
    noNames: (one) => hasNames(one.before) && !hasNames(one.after),
    wayChanges: (one) => wayOf(one.before) !== wayOf(one.after),
  }
  return new Map(
    after.flatMap((one) => {
      const found = (Object.keys(findings) as Finding[]).find((name) => findings[name](one))
      return found ? [[one.id, `main:network.preflight.${found}`] as const] : []
    }),
  )
}

const enabled = (settings: NetworkValue): InterfaceName[] =>
  interfaceNames.filter((name) => settings[name]?.enabled === true)

/** The fixed addresses of a controller. */
function addressesOf(settings: NetworkValue): string[] {
  return enabled(settings).flatMap((name) => {
    const { dhcpEnabled, ipAddress } = settings[name]?.ipv4 ?? {}
    return dhcpEnabled !== true && ipAddress ? [ipAddress] : []
  })
}

/** How it is reached, as far as its settings tell: the interface with the way out, its address and its gateway. */
function wayOf(settings: NetworkValue): string {
  const on = enabled(settings)
  const way = on.find((name) => settings[name]?.ipv4?.gateway || settings[name]?.ipv4?.dhcpEnabled) ?? on[0]
  if (!way) return ''
  const { dhcpEnabled, ipAddress, subnetPrefixLength, gateway } = settings[way]?.ipv4 ?? {}
  return [way, Boolean(dhcpEnabled), ipAddress, subnetPrefixLength, gateway].join()
}

/** Without a name server of its own, and none from DHCP, a controller finds no service by name. */
function hasNames(settings: NetworkValue): boolean {
  return enabled(settings).some((name) => {
    const { dhcpEnabled, primaryDns } = settings[name]?.ipv4 ?? {}
    return Boolean(dhcpEnabled || primaryDns)
  })
}

type Desk = Parameters<Preflight>[0]

/** The saved addresses of the other controllers of the site. Nothing where they cannot be read. */
async function addressesAt(
  { read, catalogues }: Desk,
  { customerId, siteId }: { customerId: string; siteId?: string | undefined },
  chosen: ReadonlySet<string>,
): Promise<Set<string>> {
  if (!siteId) return new Set()
  return orNothing(async () => {
    const ids: string[] = []
    let after: string | undefined
    do {
      const search = { siteId, ...(after && { after }) }
      const page = await askDevices({ ask: read, read, catalogues }, { customerId, search, pageSize: 200 })
      ids.push(...page.devices.flatMap(({ id }) => (chosen.has(id) ? [] : [id])))
      after = page.next ?? undefined
    } while (after && ids.length < mostLookedAt)
    const networks = await byIds<Network>(ids.slice(0, mostLookedAt), {
      extension: deviceConfiguration.networkOfMany,
      many: async (deviceIds) => (await read(deviceConfiguration.networkOfMany, { body: { deviceIds } })).data,
      one: (id) => read(deviceConfiguration.getNetwork, { path: { id } }),
      idOf: ({ deviceId }) => deviceId,
    })
    return new Set([...networks.values()].flatMap(addressesOf))
  }, new Set())
}

/** The controllers that a tunnel is open to; none for who may not see tunnels, and where a backend has no list of them. */
async function tunnelsOf({ read, may }: Desk, customerId: string): Promise<Set<string>> {
  if (!may('tunnel.read')) return new Set()
  const none = new Set<string>()
  const asked = async () => {
    const { data } = await read(site.findTunnels, { query: { customerId, pageSize: 200 } })
    return new Set(data.flatMap(({ device }) => device?.id ?? []))
  }
  return orNothing(() => withFallback(site.findTunnels, asked, async () => none), none)
}

async function orNothing<T>(work: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) return nothing
    throw error
  }
}
