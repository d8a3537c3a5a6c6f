/**
 * Thousands of random sequences of events over a fleet, without HTTP: whatever happens in whatever order, sends,
 * builds, deployments, onboardings and tunnels only ever move as their tables say (domain §5.1, §6, §7.2, §12.4).
 * Triggers of the test write every move down, so that none between two looks is missed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../services/contracts/endpoint'
import type { ProcessState, SendState } from '../../services/contracts/site'
import { handlers as configuration } from '../../services/device-configuration'
import { isBuildTransition, isSendTransition } from '../../services/device-configuration/send-states'
import { ApiError } from '../../services/kit/api-error'
import type { LinkedWrite, ServiceCall } from '../../services/kit/call'
import type { Caller } from '../../services/kit/caller'
import { prng, seedOf } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { createDeviceControl } from '../../services/simulation/controllers'
import { handlers as site } from '../../services/site'
import { type DeploymentOperationStatus, isOperationTransition } from '../../services/site/deployments/status'
import { isOnboardingTransition as mayOnboard } from '../../services/site/onboarding/records'
import { isTunnelTransition as mayTunnel } from '../../services/site/tunnels/records'
import { type Services, startTestServices } from '../harness/services'
import { size } from '../promises/size'

const sequences = size({ smoke: 2_000, full: 10_000 })

let services: Services
beforeAll(async () => {
  services = await startTestServices()
  services.world.store.exec(`PRAGMA synchronous = OFF; ${watching}`)
})
afterAll(() => services.close())

const watched = [
  ['send', 'configuration_state', 'send_state', 'type'],
  ['build', 'configuration_state', 'process_state', 'type'],
  ['deployment', 'deployment_operation', 'status', 'type'],
  ['onboarding', 'onboarding', 'status', 'host_id'],
  ['tunnel', 'tunnel', 'status', 'service'],
] as const
type Machine = (typeof watched)[number][0]

const watching = `CREATE TABLE seen (machine TEXT, kind TEXT, old TEXT, new TEXT, PRIMARY KEY (machine, kind, old, new)) WITHOUT ROWID;
${watched
  .map(
    ([machine, table, column, kind]) => `
    CREATE TRIGGER seen_${machine} AFTER UPDATE OF ${column} ON ${table} WHEN OLD.${column} IS NOT NEW.${column} BEGIN
      INSERT OR IGNORE INTO seen VALUES ('${machine}', NEW.${kind}, coalesce(OLD.${column}, ''), NEW.${column});
    END;`,
  )
  .join('\n')}`

interface Move {
  machine: Machine
  kind: string
  old: string
  new: string
}
const isLegal: Record<Machine, (move: Move) => boolean> = {
  send: (move) => isSendTransition(move.old as SendState, move.new as SendState),
  build: (move) => isBuildTransition((move.old || null) as ProcessState | null, move.new as ProcessState),
  deployment: (move) =>
    isOperationTransition(
      move.kind as 'Install',
      move.old as DeploymentOperationStatus,
      move.new as DeploymentOperationStatus,
    ),
  onboarding: (move) => mayOnboard(move.old as 'pending', move.new as 'pending'),
  tunnel: (move) => mayTunnel(move.old as 'open', move.new as 'open'),
}

it(`leads through legal states only, ${sequences} times`, { timeout: 120_000 }, async () => {
  const { world } = services
  const { store, clock } = world
  const random = prng(seedOf('legal-moves'))
  const pick = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)] as Thing
  const tenantId = tenantIdOf(world, 'boreal')
  const caller: Caller = {
    personId: null,
    issuer: '',
    subject: 'test',
    fullName: 'Test',
    records: new Map([[tenantId, userIdOf('amelie')]]),
    disabledTenants: new Set(),
    tenantRoles: new Map(),
    customerRoles: new Map(),
    requestedScope: {},
    adminRoleId: '',
    isGuest: false,
    isSuper: true,
  }
  const done = { performed: 0, refused: 0 }
  /** One call as the service would perform it: all of it or, refused, nothing. */
  const perform = async (handler: unknown, params: object, body: unknown): Promise<unknown> => {
    const consulted = { refusals: new Map() }
    const call = {
      params,
      body,
      query: {},
      headers: {},
      caller,
      world,
      consulted,
      require: () => {},
      touched: () => {},
    }
    try {
      const result =
        typeof handler === 'function' ? store.transaction(() => handler(call)) : await performLinked(handler, call)
      done.performed++
      return result
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      done.refused++
      return undefined
    }
  }
  /** One that asks the link of the controller between two transactions. */
  const performLinked = async (handler: unknown, call: object) => {
    const { prepare, perform: ask, complete } = handler as LinkedWrite<AnyEndpoint>
    const work = store.transaction(() => prepare(call as ServiceCall<AnyEndpoint>))
    const answer = await ask(world, work, { mayHaveRun: false, mayRepeat: true })
    return store.transaction(() => complete(call as ServiceCall<AnyEndpoint>, work, answer))
  }
  const control = createDeviceControl(world)
  const devices = store.all<{ id: string; host_id: string }>(
    'SELECT id, host_id FROM device WHERE customer_id = ? AND onboarded = 1 ORDER BY id',
    customerIdOf('CUS1004'),
  )
  const packages = store.all<{ name: string; version: string }>('SELECT name, version FROM package ORDER BY key')
  const kinds = ['time', 'bacnet', 'network', 'users', 'gfx']
  const faults = ['offline', 'rejectConfig', 'failUpload', 'failInstall', 'unreachable', 'slow', 'corruptGfx']

  const events: ((device: { id: string; host_id: string }) => unknown)[] = [
    ({ id }) => perform(configuration.send, {}, { deviceIds: [id], configurationTypes: [pick(kinds), pick(kinds)] }),
    ({ id }) => {
      const { name, version } = pick(packages)
      const operation = { deviceId: id, type: random() < 0.8 ? 'Install' : 'Uninstall', packageName: name, version }
      return perform(site.deploy, {}, { operations: [operation], scheduledAt: null, allowDowngrade: true })
    },
    ({ id }) =>
      perform(site.openTunnel, { id }, { deleteAfterMin: 5, service: 'https', targetPort: 443, reason: 'test' }),
    ({ id }) => {
      const tunnel = store.get<{ id: string }>('SELECT id FROM tunnel WHERE device_id = ? AND closed_at IS NULL', id)
      return tunnel && perform(site.closeTunnel, { id, tunnelId: tunnel.id }, undefined)
    },
    ({ id }) => {
      return random() < 0.2 && perform(site.removeOnboarding, { id }, undefined)
    },
    ({ id, host_id }) => {
      const device = store.get<{ code: string | null }>(
        `SELECT properties ->> '$."$activationCode"' AS code FROM device WHERE id = ?`,
        id,
      )
      return perform(site.onboardDevice, { id }, { hostId: host_id, activationCode: device?.code ?? 'WRONG' })
    },
    ({ host_id }) => {
      try {
        control.inject(host_id, { kind: pick(faults), durationSec: 60, params: {} })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
    },
  ]

  for (let run = 0; run < sequences; run++) {
    const device = pick(devices)
    const length = 1 + Math.floor(random() * 4)
    for (let step = 0; step < length; step++) await pick(events)(device)
    clock.advance(random() < 0.01 ? 120_000 : Math.floor(random() * 1_500))
  }
  clock.advance(3_600_000)

  const moves = store.all<Move>('SELECT * FROM seen')
  expect(moves.filter((move) => !isLegal[move.machine](move))).toEqual([])
  expect(store.all('SELECT kind FROM job WHERE attempts > 0')).toEqual([])
  // What was seen is most of what there is to see.
  expect(new Set(moves.map(({ machine }) => machine)).size).toBeGreaterThanOrEqual(4)
  expect(done.performed).toBeGreaterThan(sequences / 4)
})
