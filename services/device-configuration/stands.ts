/** The saved, sent and running settings of a controller (domain §17). */
import { maxControllersPerReply, SettingType, type Stand } from '../contracts/configuration-kinds'
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { ConfigurationType } from '../contracts/site'
import { fail } from '../kit/api-error'
import type { Handlers } from '../kit/call'
import type { Caller } from '../kit/caller'
import { timestamp } from '../kit/clock'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { readBacnet } from './bacnet-records'
import { readNetwork } from './network-records'
import { readable } from './read-many'
import { readTime } from './time-records'

type Stands = Pick<Handlers<typeof deviceConfiguration>, 'configurationStand' | 'configurationStands'>

export const configurationComparisons: Stands = {
  async configurationStand({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const kind = kindOf(params.kind)
    return comparisonOf(world, params.id, { kind, running: await runningOf(world, [params.id], kind) }) ?? fail(4005)
  },

  async configurationStands({ params, query, caller, world }) {
    const deviceIds = query.deviceIds.split(',').filter(Boolean)
    if (deviceIds.length > maxControllersPerReply) fail(4000, { errors: { deviceIds: 'errors.field.tooLong' } })
    const kind = kindOf(params.kind)
    const ids = readable({ body: { deviceIds }, caller, world })
    const running = await runningOf(world, ids, kind)
    return { data: ids.flatMap((id) => comparisonOf(world, id, { kind, running }) ?? []) }
  },
}

function kindOf(word: string): SettingType {
  const kind = SettingType.safeParse(word)
  return kind.success ? kind.data : fail(4005)
}

/** The network settings that controllers run on, by id. */
type RunningNetworks = ReadonlyMap<string, string | null>

/** Returns what the controllers state that they run, where the store does not know it. */
async function runningOf(world: World, deviceIds: readonly string[], kind: SettingType): Promise<RunningNetworks> {
  if (kind !== 'network') return new Map()
  const infos = await world.links.infos(deviceIds)
  return new Map([...infos].map(([id, { network }]) => [id, network]))
}

function comparisonOf(
  world: World,
  deviceId: string,
  { kind, running }: { kind: SettingType; running: RunningNetworks },
): Stand | undefined {
  const current = settings[kind](world, deviceId, running)
  if (!current) return undefined
  const change = world.store.get<{ changed_by: string; changed_at: number }>(
    'SELECT changed_by, changed_at FROM configuration_change WHERE device_id = ? AND type = ?',
    deviceId,
    kind,
  )
  return {
    deviceId,
    saved: settingsIn(current.saved),
    sent: current.sent === null ? null : settingsIn(current.sent),
    running: current.running === null ? null : settingsIn(current.running),
    changedBy: change?.changed_by ?? null,
    changedAt: change ? timestamp(change.changed_at) : null,
  }
}

/** The stored JSON of a row. */
interface StoredSettings {
  saved: string
  sent: string | null
  running: string | null
}

const settings: Record<
  SettingType,
  (world: World, deviceId: string, running: RunningNetworks) => StoredSettings | undefined
> = {
  network(world, deviceId, running) {
    const row = readNetwork(world.store, deviceId)
    return row && { ...row, running: running.get(deviceId) ?? null }
  },
  time: readTime,
  bacnet: readBacnet,
}

const settingsIn = (text: string) => JSON.parse(text) as Stand['saved']

/** Records who saved the settings last. */
export function recordChange(
  { store, clock }: World,
  { caller, deviceId, type }: { caller: Caller; deviceId: string; type: ConfigurationType },
): void {
  store.run(
    `INSERT INTO configuration_change (device_id, type, changed_by, changed_at) VALUES (?,?,?,?)
     ON CONFLICT (device_id, type) DO UPDATE SET changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    deviceId,
    type,
    caller.fullName,
    clock.now(),
  )
}
