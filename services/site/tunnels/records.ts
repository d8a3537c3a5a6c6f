/** Tunnels as stored: every change of status is made here (domain §6.4). */
import { randomBytes } from 'node:crypto'
import type { Tunnel, TunnelStatus } from '../../contracts/tunnels'
import { timestamp } from '../../kit/clock'
import { prng, seedOf } from '../../kit/deterministic'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'

export const tunnelSchema = `
CREATE TABLE IF NOT EXISTS tunnel (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  service TEXT NOT NULL,
  target_port INTEGER NOT NULL,
  reason TEXT,
  status TEXT NOT NULL,
  created_by_id TEXT,
  created_by_name TEXT,
  created_at INTEGER NOT NULL,
  opened_at INTEGER,
  -- null for a legacy tunnel, which stays until somebody deletes it
  expires_at INTEGER,
  closed_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS tunnel_by_device ON tunnel (device_id, created_at, id);
CREATE INDEX IF NOT EXISTS tunnel_by_customer ON tunnel (customer_id, created_at, id);
CREATE INDEX IF NOT EXISTS tunnel_live ON tunnel (customer_id, created_by_id) WHERE closed_at IS NULL;
`

export interface TunnelRecord {
  id: string
  tenant_id: string
  customer_id: string
  device_id: string
  service: string
  target_port: number
  reason: string | null
  status: TunnelStatus
  created_by_id: string | null
  created_by_name: string | null
  created_at: number
  opened_at: number | null
  expires_at: number | null
  closed_at: number | null
}

const moves: Record<TunnelStatus, readonly TunnelStatus[]> = {
  requested: ['opening', 'closing', 'failed'],
  opening: ['open', 'closing', 'failed'],
  open: ['closing', 'failed'],
  closing: ['closed'],
  closed: [],
  failed: [],
}

/** Tunnels that have not ended; they count towards the limits. */
export const liveSql = 'tunnel.closed_at IS NULL'

export function readTunnel(store: Store, id: string): TunnelRecord | undefined {
  return store.get<TunnelRecord>('SELECT * FROM tunnel WHERE id = ?', id)
}

export const isTunnelTransition = (from: TunnelStatus, to: TunnelStatus) => moves[from].includes(to)

/** Moves a tunnel to a status. Throws on an illegal transition. */
export function moveTunnel({ store, clock }: World, row: TunnelRecord, to: TunnelStatus): TunnelRecord {
  if (!isTunnelTransition(row.status, to)) throw new Error(`A tunnel cannot go from ${row.status} to ${to}`)
  const moved: TunnelRecord = {
    ...row,
    status: to,
    opened_at: to === 'open' ? clock.now() : row.opened_at,
    closed_at: to === 'closed' || to === 'failed' ? clock.now() : null,
  }
  store.run(
    'UPDATE tunnel SET status = ?, opened_at = ?, closed_at = ? WHERE id = ?',
    to,
    moved.opened_at,
    moved.closed_at,
    row.id,
  )
  return moved
}

/** Closes a tunnel; one that has ended is unchanged. */
export function closeTunnelNow(world: World, row: TunnelRecord): void {
  world.jobs.cancel(stepOf(row.id))
  world.jobs.cancel(expiryOf(row.id))
  const closing = isTunnelTransition(row.status, 'closing') ? moveTunnel(world, row, 'closing') : row
  if (closing.status === 'closing') moveTunnel(world, closing, 'closed')
}

/** Closes every tunnel to a controller. */
export function closeTunnelsTo(world: World, deviceId: string): void {
  for (const row of liveTunnelsTo(world.store, deviceId)) closeTunnelNow(world, row)
}

/** Fails every tunnel to a controller that left the network. */
export function failTunnelsTo(world: World, deviceId: string): void {
  for (const row of liveTunnelsTo(world.store, deviceId)) {
    world.jobs.cancel(stepOf(row.id))
    world.jobs.cancel(expiryOf(row.id))
    moveTunnel(world, row, 'failed')
  }
}

function liveTunnelsTo(store: Store, deviceId: string): TunnelRecord[] {
  return store.all<TunnelRecord>(`SELECT * FROM tunnel WHERE device_id = ? AND ${liveSql}`, deviceId)
}

export const stepOf = (id: string) => `tunnel.step:${id}`
export const expiryOf = (id: string) => `tunnel.expire:${id}`

/** Whether a tunnel id is legacy: it has no `^` (spec §3). */
export const isLegacy = (id: string) => !id.includes('^')

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns 26 characters that sort by time: 48 bits of milliseconds, 80 random bits (ULID). */
export function ulid(at: number): string {
  const bits = (BigInt(at) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`)
  return Array.from({ length: 26 }, (_, place) => alphabet[Number((bits >> BigInt((25 - place) * 5)) & 31n)]).join('')
}

/** Returns a tunnel as the service returns it; its address is not stored. */
export function toTunnel({ clock }: World, row: TunnelRecord): Tunnel {
  const openSec = row.opened_at === null ? 0 : Math.floor(((row.closed_at ?? clock.now()) - row.opened_at) / 1000)
  const random = prng(seedOf(`${row.id}/traffic`))
  return {
    tunnelId: row.id,
    isLegacy: isLegacy(row.id),
    deviceId: row.device_id,
    service: row.service,
    targetPort: row.target_port,
    reason: row.reason,
    status: row.status,
    createdBy: row.created_by_id ? { id: row.created_by_id, fullName: row.created_by_name ?? '' } : null,
    createdAt: timestamp(row.created_at),
    expiresAt: at(row.expires_at),
    closedAt: at(row.closed_at),
    bytesIn: Math.floor(openSec * (20 + random() * 200)),
    bytesOut: Math.floor(openSec * (200 + random() * 4000)),
  }
}

const at = (moment: number | null) => (moment === null ? null : timestamp(moment))
