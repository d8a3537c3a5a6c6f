/** A controller as it is unpacked: reachable by DHCP, nothing configured, nothing sent (domain §12). */
import type { InterfaceSettings, NetworkSettings } from '../../contracts/network-settings'
import type { World } from '../../kit/world'
import { readController } from './controller'
import { reportsOf } from './reports'

export interface NewController {
  id: string
  building_id: string
  model_type: string
}

/** The interfaces of each model besides `primary`. */
const morePorts: Readonly<Record<string, readonly ('secondary' | 'auxiliary')[]>> = {
  ECY303: ['secondary'],
  ECY600: ['secondary'],
  ECYS1000: ['secondary'],
  ECYAPEX: ['secondary', 'auxiliary'],
}

/** Creates a controller on the network of its building, and reports the settings that it has. */
export function unpackController(world: World, device: NewController): void {
  const { store } = world
  const network = factoryNetwork(device.model_type)
  const lan = store.get<{ lan_id: string | null }>(
    `SELECT lan_id FROM controller JOIN device ON device.id = controller.device_id
     WHERE device.building_id = ? AND lan_id IS NOT NULL LIMIT 1`,
    device.building_id,
  )
  store.run(
    'INSERT INTO controller (device_id, lan_id, network) VALUES (?,?,?)',
    device.id,
    lan?.lan_id ?? null,
    JSON.stringify(network),
  )
  reportsOf(world).newSettings(device.id, { network })
}

/**
 * Returns the address of a controller when it joins the network of its building; by DHCP, the first free one. Null when
 * there is none.
 */
export function joinNetwork(world: World, deviceId: string): string | null {
  const { store } = world
  const controller = readController(world, deviceId)
  if (!controller?.lan_id || controller.address) return controller?.address ?? null
  const network =
    store.get<{ network: string }>('SELECT network FROM lan WHERE id = ?', controller.lan_id)?.network ?? ''
  const usedAddresses = new Set(
    store
      .all<{ address: string | null }>('SELECT address FROM controller WHERE lan_id = ?', controller.lan_id)
      .map((row) => row.address),
  )
  const address = Array.from({ length: 100 }, (_, host) => network.replace(/\.\d+$/, `.${host + 150}`)).find(
    (candidate) => !usedAddresses.has(candidate),
  )
  store.run('UPDATE controller SET address = ? WHERE device_id = ?', address ?? null, deviceId)
  return address ?? null
}

function factoryNetwork(model: string): NetworkSettings {
  const on = (enabled: boolean): InterfaceSettings => ({
    enabled,
    ipv4: {
      dhcpEnabled: enabled,
      ipAddress: null,
      subnetPrefixLength: null,
      gateway: null,
      primaryDns: null,
      secondaryDns: null,
    },
  })
  const others = morePorts[model] ?? []
  return {
    ...(others.length > 0 && { bridge: { ...on(false), interfaces: ['primary', 'secondary'] } }),
    primary: on(true),
    ...Object.fromEntries(others.map((port) => [port, on(false)])),
  }
}
