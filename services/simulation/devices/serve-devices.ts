/** Serves simulated controllers as BACnet devices on ports of one loopback address, some of them behind a router. */
import type { IpEndpoint } from '../../bacnet/frames/bvlc'
import { type DatagramPort, openUdpPort } from '../../bacnet/network/udp-port'
import { DeviceHost } from '../../bacnet/server/device-host'
import { systemTimers } from '../../bacnet/timers'
import type { World } from '../../kit/world'
import { type BuildingDevice, buildingDevice, type DeviceLevels } from './building-device'

export interface ServingOptions {
  /** One for each controller that has an address of its own. */
  ports: readonly DatagramPort[]
  /** Those controllers. */
  deviceIds: readonly string[]
  held: DeviceLevels
  /** Controllers on a network behind the first device, which then is a router. */
  routed?: { network: number; deviceIds: readonly string[] }
}

export interface ServedAddress extends BuildingDevice {
  endpoint: IpEndpoint
  /** Behind a router. */
  station: { network: number; mac: number } | null
}

export interface RunningDevices {
  served: readonly ServedAddress[]
  close(): Promise<void>
}

/** Answers on every port. */
export function serveDevices(world: World, { ports, deviceIds, held, routed }: ServingOptions): RunningDevices {
  const stations = (routed?.deviceIds ?? []).map((id) => buildingDevice(world, id, { reach: 'line', held }))
  const served: ServedAddress[] = []
  const behind: ServedAddress[] = []
  const hosts = ports.slice(0, deviceIds.length).map((port, at) => {
    const device = buildingDevice(world, deviceIds[at] ?? '', { reach: 'ip', held })
    served.push({ ...device, endpoint: port.local, station: null })
    const isRouter = at === 0 && routed !== undefined
    if (isRouter)
      for (const [index, station] of stations.entries())
        behind.push({ ...station, endpoint: port.local, station: { network: routed.network, mac: index + 1 } })
    return new DeviceHost({
      ...{ port, timers: systemTimers, device },
      ...(isRouter && { routed: { network: routed.network, stations } }),
    })
  })
  return {
    served: [...served, ...behind],
    async close() {
      await Promise.all(hosts.map((host) => host.close()))
    },
  }
}

/** Opens ports one after the other. Rejects with the error of the first one that is taken; none is open then. */
export async function openDevicePorts(address: string, firstPort: number, count: number): Promise<DatagramPort[]> {
  const opened = await Promise.allSettled(
    Array.from({ length: count }, (_, at) => openUdpPort({ address, port: firstPort + at })),
  )
  const ports = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = opened.find((one) => one.status === 'rejected')
  if (!failed) return ports
  await Promise.all(ports.map((port) => port.close()))
  throw failed.reason
}
