/** The test-only control plane of the controllers: inspect, inject, remove (domain §12.3). */
import { z } from 'zod'
import { fail } from '../../kit/api-error'
import { timestamp } from '../../kit/clock'
import type { DeviceControl } from '../../kit/control'
import { seedOf } from '../../kit/deterministic'
import { fieldErrorsOf } from '../../kit/field-errors'
import type { World } from '../../kit/world'
import { wakeMonitoring } from '../../link/changes'
import { isConnected } from '../../link/presence'
import type { SimulatedController } from '../fleet/controller'
import { parseWork, readController, runningNetwork } from '../fleet/controller'
import { hvacFaultNames } from '../fleet/hvac-faults'
import type { Injection } from '../fleet/injections'
import { activeInjection, injectionKinds, storeInjection } from '../fleet/injections'
import { packagesOn } from '../fleet/packages'
import { startFlood } from './flood'
import { reportLicence } from './licence-report'
import { dropLink, raiseLink } from './link'
import { changeOnController } from './schedule-run'

const Order = z.object({
  kind: z.enum(injectionKinds),
  /** When it begins; now by default. */
  at: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .optional(),
  /** How long it lasts; until removed by default. */
  durationSec: z
    .number()
    .positive()
    .max(365 * 86_400)
    .optional(),
  params: z.record(z.string(), z.unknown()).default({}),
})

/** Returns the control plane; it throws 4005 for an unknown host id and 4000 for a kind that is not available. */
export function createDeviceControl(world: World): DeviceControl {
  const { store, clock, jobs } = world
  return {
    inspect(hostId) {
      const controller = controllerOf(world, hostId)
      return {
        hostId,
        deviceId: controller.device_id,
        onBoarded: controller.onboarded === 1,
        connected: isConnected(controller, clock.now()),
        lastHeartbeat: timestamp(lastHeartbeat(controller, clock.now())),
        offlineSince: controller.offline_since === null ? null : timestamp(controller.offline_since),
        address: controller.address,
        network: runningNetwork(controller),
        work: parseWork(controller),
        stalled: controller.stalled === null ? null : (JSON.parse(controller.stalled) as unknown),
        packages: packagesOn(world, controller.device_id),
        injections: store
          .all<Injection>('SELECT * FROM injection WHERE device_id = ? ORDER BY from_at, id', controller.device_id)
          .map(view),
      }
    },

    inject(hostId, order) {
      const controller = controllerOf(world, hostId)
      const parsed = Order.safeParse(order, { reportInput: true })
      if (!parsed.success) return fail(4000, { errors: fieldErrorsOf(parsed.error) })
      const { kind, at, durationSec, params } = parsed.data
      return store.transaction(() => {
        const from = at ?? clock.now()
        const until = durationSec ? from + durationSec * 1000 : null
        const id = nextInjectionId(world, hostId)
        storeInjection(world, {
          id,
          device_id: controller.device_id,
          kind,
          params: JSON.stringify(params),
          from_at: from,
          until_at: until,
        })
        if (kind === 'offline') {
          if (from <= clock.now()) dropLink(world, controller.device_id)
          else jobs.schedule('controller.injection', from, { deviceId: controller.device_id, edge: 'begin' })
          if (until !== null)
            jobs.schedule('controller.injection', until, { deviceId: controller.device_id, edge: 'end' })
        }
        if (kind === 'deviceSideChange') {
          const key = typeof params.schedule === 'string' ? params.schedule : undefined
          if (from > clock.now())
            jobs.schedule('controller.scheduleChange', from, { deviceId: controller.device_id, key })
          else if (!changeOnController(world, controller.device_id, key)) {
            fail(4000, { errors: { 'params.schedule': 'errors.field.choice' } })
          }
        }
        if (isHvacFault(kind)) wakeMonitoring(world, controller.device_id, Math.max(from, clock.now()))
        if (kind === 'licenceExceeded') reportLicence(world, controller.device_id)
        if (kind === 'alarmFlood') startFlood(world, controller.device_id, Math.max(from, clock.now()))
        return { id }
      })
    },

    remove(hostId, id) {
      const controller = controllerOf(world, hostId)
      store.transaction(() => {
        const row = store.get<Injection>(
          'SELECT * FROM injection WHERE id = ? AND device_id = ?',
          id,
          controller.device_id,
        )
        if (!row) fail(4005)
        if (isHvacFault(row.kind)) {
          // The fault stays in the trends of its time.
          store.run('UPDATE injection SET until_at = ? WHERE id = ?', clock.now(), id)
          wakeMonitoring(world, controller.device_id)
          return
        }
        store.run('DELETE FROM injection WHERE id = ?', id)
        if (row.kind === 'licenceExceeded') reportLicence(world, controller.device_id)
        if (row.kind === 'offline') raiseLink(world, controller.device_id)
      })
    },
  }
}

const isHvacFault = (kind: string) => hvacFaultNames.some((name) => name === kind)

/** Registers the jobs at which an `offline` injection begins later or ends. */
export function registerInjections(world: World): void {
  world.jobs.on<{ deviceId: string; edge: 'begin' | 'end' }>('controller.injection', ({ deviceId, edge }) => {
    if (edge === 'end') raiseLink(world, deviceId)
    else if (activeInjection(world, deviceId, 'offline')) dropLink(world, deviceId)
  })
}

/** Heartbeats arrive every 30 s, at a phase of each controller's own. */
function lastHeartbeat(controller: SimulatedController, now: number): number {
  if (controller.offline_since !== null) return controller.offline_since
  const rhythm = seedOf(controller.host_id) % 30_000
  return Math.floor((now - rhythm) / 30_000) * 30_000 + rhythm
}

function controllerOf(world: World, hostId: string): SimulatedController {
  const device = world.store.get<{ id: string }>(`SELECT id FROM device WHERE host_id = ? AND host_id <> ''`, hostId)
  return (device && readController(world, device.id)) ?? fail(4005)
}

function nextInjectionId({ store }: World, hostId: string): string {
  const { last } = store.get<{ last: number }>('SELECT coalesce(max(rowid), 0) AS last FROM injection') ?? { last: 0 }
  return `${hostId}.${last + 1}`
}

function view(row: Injection) {
  return {
    id: row.id,
    kind: row.kind,
    params: JSON.parse(row.params) as unknown,
    from: timestamp(row.from_at),
    until: row.until_at === null ? null : timestamp(row.until_at),
  }
}
