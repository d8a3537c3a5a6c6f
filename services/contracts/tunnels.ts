/** Tunnels: temporary connections to a controller (spec §3, §7, domain §6.4). */
import { z } from 'zod'
import { read, write } from './endpoint'
import { ExcludedProducts, freeText, Id, Key, Paging, PathNode, page, Timestamp } from './scalars'

export const TunnelService = z.enum(['https', 'ssh', 'bacnet'])
export type TunnelService = z.infer<typeof TunnelService>

export const TunnelStatus = z.enum(['requested', 'opening', 'open', 'closing', 'closed', 'failed'])
export type TunnelStatus = z.infer<typeof TunnelStatus>

/** `url` is only in the reply to its creator. */
export const Tunnel = z.looseObject({
  tunnelId: Key,
  /** Whether its id has no `^` (spec §3): it can only be listed and deleted. */
  isLegacy: z.boolean().optional(),
  deviceId: Id.optional(),
  service: z.string().nullish(),
  targetPort: z.number().int().nullish(),
  reason: z.string().nullish(),
  url: z.string().optional(),
  status: TunnelStatus.optional().catch(undefined),
  createdBy: z.looseObject({ id: z.string(), fullName: z.string() }).nullish(),
  createdAt: Timestamp.nullish(),
  expiresAt: Timestamp.nullish(),
  closedAt: Timestamp.nullish(),
  /** Absent while they are not known. */
  bytesIn: z.number().int().optional(),
  bytesOut: z.number().int().optional(),
  /** In lists across controllers: its controller. */
  device: z
    .looseObject({ id: Id, name: z.string(), hostId: z.string().nullish(), path: z.array(PathNode).optional() })
    .optional(),
})
export type Tunnel = z.infer<typeof Tunnel>

const lifetime = { error: 'errors.tunnels.deleteAfterMin' }

export const tunnelCalls = {
  openTunnel: write('POST /devices/{id}/tunnels', {
    area: 'tunnels',
    capability: 'tunnel.manage',
    status: 201,
    body: z.object({
      deleteAfterMin: z.number(lifetime).int(lifetime).min(5, lifetime).max(1440, lifetime).default(360),
      service: TunnelService.default('https'),
      targetPort: z.number().int().min(1).max(65_535).nullish(),
      reason: freeText(200).nullish(),
    }),
    reply: Tunnel,
    errors: [4202, 4303, 4304, 4305, 4308, 4310, 4406, 4606],
    meaning: 'Open a tunnel to a controller; its address is returned once, to the user who opened it.',
  }),
  listTunnels: read('GET /devices/{id}/tunnels', {
    area: 'tunnels',
    capability: 'tunnel.read',
    reply: z.array(Tunnel),
    meaning: 'List the tunnels of a controller, newest first, including those that have ended.',
  }),
  closeTunnel: write('DELETE /devices/{id}/tunnels/{tunnelId}', {
    area: 'tunnels',
    capability: 'tunnel.manage',
    status: 204,
    reply: z.unknown(),
    errors: [4202],
    meaning: 'Close a tunnel immediately; a closed tunnel stays closed.',
  }),
  findTunnels: read('GET /x/tunnels', {
    area: 'tunnels',
    capability: 'tunnel.read',
    extension: true,
    query: z.object({ ...Paging, ...ExcludedProducts, customerId: Id.optional(), status: TunnelStatus.optional() }),
    reply: page(Tunnel),
    meaning: 'List the tunnels of a customer, newest first; only those open or opening, unless a status is given.',
  }),
}
