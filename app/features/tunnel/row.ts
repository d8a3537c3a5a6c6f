/** A tunnel in a list (domain §6.4). */
import type { Tunnel, TunnelStatus } from '#contracts/tunnels'
import { isLegacy, isTunnelLive } from '~/domain/tunnel'
import { href, type Place, placeParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'

export interface TunnelListRow {
  tunnelId: string
  /** Its page, where it can be closed; null where the backend returns no place for the controller. */
  href: string | null
  device: { name: string; hostId: string; location: string; href: string | null } | null
  service: string
  /** The port on the controller; null where the backend does not return it. */
  port: number | null
  status: TunnelStatus | null
  isLive: boolean
  isLegacy: boolean
  by: string
  why: string
  openedAt: string | null
  endsAt: string | null
  closedAt: string | null
}

/** Without `url`: the address is shown once, elsewhere. */
export function tunnelRow(place: Place, tunnel: Tunnel): TunnelListRow {
  const { tunnelId, device, service, status, createdBy, reason, createdAt, expiresAt, closedAt } = tunnel
  const params: Record<string, string> = {
    ...placeParams(place, device?.path ?? []),
    deviceId: device?.id ?? tunnel.deviceId ?? '',
  }
  const hasPlace = Boolean(params.spaceId && params.deviceId)
  return {
    tunnelId,
    href: hasPlace ? href('deviceTunnel', { ...params, tunnelId } as ParamsFor<'deviceTunnel'>) : null,
    device: device
      ? {
          name: device.name,
          hostId: device.hostId ?? '',
          location: (device.path ?? [])
            .slice(1)
            .map(({ name }) => name)
            .join(' / '),
          href: hasPlace ? href('deviceTunnels', params as ParamsFor<'deviceTunnels'>) : null,
        }
      : null,
    service: service ?? '',
    port: tunnel.targetPort ?? null,
    status: status ?? null,
    isLive: isTunnelLive(status),
    isLegacy: isLegacy(tunnel),
    by: createdBy?.fullName ?? '',
    why: reason ?? '',
    openedAt: createdAt ?? null,
    endsAt: expiresAt ?? null,
    closedAt: closedAt ?? null,
  }
}
