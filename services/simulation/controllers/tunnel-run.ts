/** The tunnels to simulated controllers: open after two seconds, at an invented address, with invented traffic (domain §12.4). */
import { prng, seedOf } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import type { TunnelAddress, TunnelOrder, TunnelReport } from '../../link/port'
import { reportsOf } from '../fleet/reports'

const openingMs = 2_000
/** Traffic is reported whenever a tunnel is twice as old as at the report before, at least once an hour. */
const minTrafficMs = 60_000
const maxTrafficMs = 3_600_000

interface CarriedTunnel {
  id: string
  device_id: string
  opened_at: number | null
}

type Step = 'begin' | 'open' | 'traffic'

/** Begins to carry a tunnel, unless the controller does; returns its address. */
export function carryTunnel(world: World, deviceId: string, { id }: TunnelOrder): TunnelAddress {
  const added = world.store.run('INSERT OR IGNORE INTO carried_tunnel (id, device_id) VALUES (?,?)', id, deviceId)
  if (added > 0) schedule(world, id, 'begin', 0)
  return { url: `https://${id.split('^').at(-1)?.toLowerCase()}.tunnels.local/` }
}

/** Carries a tunnel that has been open since a moment, ms. */
export function carryOpenTunnel(world: World, deviceId: string, id: string, openedAt: number): void {
  world.store.run('INSERT INTO carried_tunnel (id, device_id, opened_at) VALUES (?,?,?)', id, deviceId, openedAt)
  schedule(world, id, 'traffic', 0)
}

/** Ends a tunnel, if there is one. */
export function dropTunnel(world: World, deviceId: string, id: string): void {
  const row = read(world, id)
  world.store.run('DELETE FROM carried_tunnel WHERE id = ?', id)
  world.jobs.cancel(jobOf(id))
  if (row?.opened_at != null) reportsOf(world).tunnelProgress(deviceId, trafficOf(world, row, row.opened_at))
  reportsOf(world).tunnelProgress(deviceId, { tunnelId: id, is: 'closed' })
}

/** Registers the job that opens a tunnel and reports its traffic. */
export function registerTunnelSteps(world: World): void {
  const { store, clock, jobs } = world
  jobs.on<{ id: string; step: Step }>('controller.tunnel', ({ id, step }) => {
    const row = read(world, id)
    if (!row) return
    const report = (one: TunnelReport) => reportsOf(world).tunnelProgress(row.device_id, one)
    if (step === 'begin') {
      report({ tunnelId: id, is: 'opening' })
      schedule(world, id, 'open', openingMs)
    } else if (step === 'open') {
      store.run('UPDATE carried_tunnel SET opened_at = ? WHERE id = ?', clock.now(), id)
      report({ tunnelId: id, is: 'open' })
      schedule(world, id, 'traffic', minTrafficMs)
    } else if (row.opened_at !== null) {
      report(trafficOf(world, row, row.opened_at))
      schedule(world, id, 'traffic', Math.min(clock.now() - row.opened_at, maxTrafficMs))
    }
  })
}

const read = ({ store }: World, id: string) => store.get<CarriedTunnel>('SELECT * FROM carried_tunnel WHERE id = ?', id)

const jobOf = (id: string) => `controller.tunnel:${id}`

function schedule({ jobs, clock }: World, id: string, step: Step, ms: number): void {
  jobs.schedule('controller.tunnel', clock.now() + ms, { id, step }, jobOf(id))
}

function trafficOf({ clock }: World, { id }: CarriedTunnel, openedAt: number): TunnelReport {
  const seconds = Math.floor((clock.now() - openedAt) / 1000)
  const random = prng(seedOf(`${id}/traffic`))
  return {
    ...{ tunnelId: id, is: 'traffic' },
    bytesIn: Math.floor(seconds * (20 + random() * 200)),
    bytesOut: Math.floor(seconds * (200 + random() * 4000)),
  }
}
