/** Tunnels as stored: every change of status is made here (domain §6.4). */
import { randomBytes } from 'node:crypto'
import type { Tunnel, TunnelStatus } from '../../contracts/tunnels'
import { timestamp } from '../../kit/clock'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import type { TunnelReport } from '../../link/port'

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
  closed_at INTEGER,
  -- what its link reported last; null while that is not known
  bytes_in INTEGER,
  bytes_out INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS tunnel_by_device ON tunnel (device_id, created_at, id);
CREATE INDEX IF NOT EXISTS tunnel_by_customer ON tunnel (customer_id, created_at, id);
CREATE INDEX IF NOT EXISTS tunnel_live ON tunnel (customer_id, created_by_id) WHERE closed_at IS NULL;
`

/** Adds the columns of the traffic to a store that was created without them. */
export function addTrafficColumns(store: Store): void {
  if (store.get(`SELECT 1 FROM pragma_table_info('tunnel') WHERE name = 'bytes_in'`)) return
  for (const column of ['bytes_in', 'bytes_out']) store.exec(`ALTER TABLE tunnel ADD COLUMN ${column} INTEGER`)
}

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
  bytes_in: number | null
  bytes_out: number | null
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
function moveTunnel({ store, clock }: World, row: TunnelRecord, to: TunnelStatus): TunnelRecord {
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

/** How long a link has for its report that a tunnel is open, or closed (domain §10). */
const reportMs = 30_000
/** How often a link is notified that a tunnel is to be closed before its report is no longer awaited. */
const maxNotices = 20

/** Schedules the end of the wait for the report that a tunnel is open. */
export const awaitOpening = ({ jobs, clock }: World, id: string): void =>
  void jobs.schedule('tunnel.step', clock.now() + reportMs, { id }, stepOf(id))

/** Closes a tunnel, which its link confirms; one that is closing or has ended is unchanged. */
export function closeTunnel(world: World, row: TunnelRecord): void {
  if (!isTunnelTransition(row.status, 'closing')) return
  world.jobs.cancel(expiryOf(row.id))
  moveTunnel(world, row, 'closing')
  requestClosing(world, row, 1)
}

/** Closes every tunnel to a controller. */
export function closeTunnelsTo(world: World, deviceId: string): void {
  for (const row of liveTunnelsTo(world.store, deviceId)) closeTunnel(world, row)
}

/** Ends the tunnels to a controller that its connection broke, and closes what its link may still have of them. */
export function breakTunnelsTo(
  world: World,
  deviceId: string,
  statuses: readonly TunnelStatus[] = ['requested', 'opening', 'open', 'closing'],
): void {
  for (const row of liveTunnelsTo(world.store, deviceId)) if (statuses.includes(row.status)) breakTunnel(world, row)
}

/** Ends a tunnel that did not open or has broken; one that has ended is unchanged. */
export function breakTunnel(world: World, row: TunnelRecord): void {
  if (row.closed_at !== null) return
  endTunnel(world, row, row.status === 'closing' ? 'closed' : 'failed')
  world.links.of(row.device_id).tunnelAborted(row.device_id, row.id)
}

function endTunnel(world: World, row: TunnelRecord, to: 'closed' | 'failed'): void {
  world.jobs.cancel(stepOf(row.id))
  world.jobs.cancel(expiryOf(row.id))
  moveTunnel(world, row, to)
}

function requestClosing({ jobs, clock, links }: World, { id, device_id }: TunnelRecord, notice: number): void {
  jobs.schedule('tunnel.step', clock.now() + reportMs, { id, notice }, stepOf(id))
  links.of(device_id).tunnelAborted(device_id, id)
}

/** Ends the wait for the report of a link: what is not open has failed, and what is to be closed is requested again. */
export function endWait(world: World, id: string, notice = 1): void {
  const row = readTunnel(world.store, id)
  if (row?.status === 'requested' || row?.status === 'opening') return breakTunnel(world, row)
  if (row?.status !== 'closing') return
  if (notice < maxNotices) return requestClosing(world, row, notice + 1)
  world.log.error({ deviceId: row.device_id, tunnelId: id }, 'a link did not report that a tunnel is closed')
  endTunnel(world, row, 'closed')
}

/** Moves a tunnel as its link reports. Nothing goes back; of one that is over here, the link is notified again. */
export function recordTunnelReport(world: World, deviceId: string, report: TunnelReport): void {
  const row = readTunnel(world.store, report.tunnelId)
  if (row?.device_id !== deviceId) return
  const isOver = report.is === 'closed' || report.is === 'failed'
  if (row.closed_at !== null) {
    if (!isOver) world.links.of(deviceId).tunnelAborted(deviceId, row.id)
  } else if (report.is === 'traffic') {
    world.store.run(
      'UPDATE tunnel SET bytes_in = ?, bytes_out = ? WHERE id = ?',
      ...[report.bytesIn, report.bytesOut, row.id],
    )
  } else if (!isOver) {
    const opening = row.status === 'requested' ? moveTunnel(world, row, 'opening') : row
    if (report.is !== 'open' || opening.status !== 'opening') return
    world.jobs.cancel(stepOf(row.id))
    moveTunnel(world, opening, 'open')
  } else if (row.status === 'closing' || report.is === 'failed') {
    endTunnel(world, row, row.status === 'closing' ? 'closed' : 'failed')
  } else {
    endTunnel(world, moveTunnel(world, row, 'closing'), 'closed')
  }
}

function liveTunnelsTo(store: Store, deviceId: string): TunnelRecord[] {
  return store.all<TunnelRecord>(`SELECT * FROM tunnel WHERE device_id = ? AND ${liveSql}`, deviceId)
}

const stepOf = (id: string) => `tunnel.step:${id}`
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
export function toTunnel(row: TunnelRecord): Tunnel {
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
    ...(row.bytes_in !== null && { bytesIn: row.bytes_in }),
    ...(row.bytes_out !== null && { bytesOut: row.bytes_out }),
  }
}

const at = (moment: number | null) => (moment === null ? null : timestamp(moment))
