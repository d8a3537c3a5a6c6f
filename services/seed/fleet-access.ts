/** The activation codes of controllers that are not onboarded yet, and two tunnels (domain §11.1). */
import type { World } from '../kit/world'
import { carryOpenTunnel } from '../simulation/controllers/tunnel-run'
import { issueActivationCode } from '../site/onboarding/activation-codes'
import { expiryOf } from '../site/tunnels/records'
import { deviceIdOf, insert } from './fleet-write'
import { userIdOf } from './people'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Writes them; expiries count from the clock, so that nothing has expired when someone looks. */
export function writeAccess(world: World, epoch: number): void {
  const labelled = world.store.all<{ id: string; code: string }>(
    `SELECT id, properties ->> '$."$activationCode"' AS code FROM device
     WHERE onboarded = 0 AND properties ->> '$."$activationCode"' IS NOT NULL ORDER BY id`,
  )
  for (const { id, code } of labelled) issueActivationCode(world, id, code)

  const now = world.clock.now()
  const handler = deviceIdOf('story-1')
  const id = `${handler.slice(0, 8)}^01KKB8F2Q0PLANTR00MSEED001`
  tunnel(world, {
    id,
    device_id: handler,
    reason: 'Look at the sequence of the supply fan.',
    created_at: now - 25 * minute,
    opened_at: now - 25 * minute + 2_000,
    expires_at: now + 6 * hour - 25 * minute,
  })
  world.jobs.schedule('tunnel.expire', now + 6 * hour - 25 * minute, { id }, expiryOf(id))
  tunnel(world, {
    id: 'tun-4711-08f2',
    device_id: deviceIdOf('story-6'),
    reason: null,
    created_at: epoch - 210 * day,
    opened_at: epoch - 210 * day,
    expires_at: null,
  })
}

interface SeededTunnel {
  id: string
  device_id: string
  reason: string | null
  created_at: number
  opened_at: number
  expires_at: number | null
}

function tunnel(world: World, row: SeededTunnel): void {
  const owner = world.store.get<{ tenant_id: string; customer_id: string }>(
    'SELECT tenant_id, customer_id FROM device WHERE id = ?',
    row.device_id,
  )
  if (!owner) throw new Error(`No controller ${row.device_id}`)
  insert(world, 'tunnel', {
    ...row,
    ...owner,
    service: 'https',
    target_port: 443,
    status: 'open',
    created_by_id: userIdOf('amelie'),
    created_by_name: 'Amélie Tremblay',
  })
  carryOpenTunnel(world, row.device_id, row.id, row.opened_at)
}
