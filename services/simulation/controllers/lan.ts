/** The simulated networks: whether a controller would be reachable with new settings (domain §12.2). */
import { addressOf, boundsOf } from '../../contracts/ipv4'
import type { InterfaceSettings, NetworkSettings } from '../../contracts/network-settings'
import type { World } from '../../kit/world'
import type { SimulatedController } from '../fleet/controller'
import { activeInjection } from '../fleet/injections'

interface Lan {
  id: string
  name: string
  network: string
  prefix: number
  routers: string
}

export type Reachability = { address: string | null } | { code: string; message: string }

/** Returns the interface of outgoing traffic: the bridge, else primary, else the first that is enabled. */
export function defaultRoute(settings: NetworkSettings): InterfaceSettings | undefined {
  return [settings.bridge, settings.primary, settings.secondary, settings.auxiliary].find((one) => one?.enabled)
}

/** Returns the address at which the controller would respond, or why it would be unreachable. */
export function reachWith(world: World, controller: SimulatedController, settings: NetworkSettings): Reachability {
  if (activeInjection(world, controller.device_id, 'unreachable')) {
    return { code: 'NO_ANSWER', message: 'No device responds at the new address.' }
  }
  const lan = controller.lan_id ? world.store.get<Lan>('SELECT * FROM lan WHERE id = ?', controller.lan_id) : undefined
  const ipv4 = defaultRoute(settings)?.ipv4
  if (!ipv4) return { code: 'NO_ANSWER', message: 'No interface is on.' }
  if (!lan || ipv4.dhcpEnabled) return { address: controller.address }

  const address = addressOf(ipv4.ipAddress ?? '')
  if (address === null || boundsOf({ address, prefix: lan.prefix }).network !== addressOf(lan.network)) {
    return {
      code: 'ADDRESS_OUTSIDE',
      message: `Address ${ipv4.ipAddress} is not in the network ${lan.network}/${lan.prefix}.`,
    }
  }
  if (!(JSON.parse(lan.routers) as string[]).includes(ipv4.gateway ?? '')) {
    return {
      code: 'GATEWAY_UNREACHABLE',
      message: `Gateway ${ipv4.gateway} does not answer in the network ${lan.network}/${lan.prefix}.`,
    }
  }
  const other = world.store.get<{ device_id: string }>(
    'SELECT device_id FROM controller WHERE lan_id = ? AND address = ? AND device_id <> ?',
    lan.id,
    ipv4.ipAddress,
    controller.device_id,
  )
  if (other) return { code: 'ADDRESS_IN_USE', message: `Address ${ipv4.ipAddress} is already in use.` }
  return { address: ipv4.ipAddress }
}
