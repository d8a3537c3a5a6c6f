/** The saved, sent and running settings of a controller (domain §17). */
import { mostStands, SettingType, type Stand } from '../contracts/configuration-kinds'
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { ConfigurationType } from '../contracts/site'
import { readController } from '../fleet/controller'
import type { Handlers } from '../kit/call'
import type { Caller } from '../kit/caller'
import { timestamp } from '../kit/clock'
import { refuse } from '../kit/refusal'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { readBacnet } from './bacnet-records'
import { readNetwork } from './network-records'
import { ofMany } from './of-many'
import { readTime } from './time-records'

type Stands = Pick<Handlers<typeof deviceConfiguration>, 'configurationStand' | 'configurationStands'>

export const stands: Stands = {
  configurationStand({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return standOf(world, params.id, kindOf(params.kind)) ?? refuse(4005)
  },

  configurationStands({ params, query, caller, world }) {
    const deviceIds = query.deviceIds.split(',').filter(Boolean)
    if (deviceIds.length > mostStands) refuse(4000, { errors: { deviceIds: 'errors.field.tooLong' } })
    return ofMany({ body: { deviceIds }, caller, world }, (id) => standOf(world, id, kindOf(params.kind)))
  },
}

function kindOf(word: string): SettingType {
  const kind = SettingType.safeParse(word)
  return kind.success ? kind.data : refuse(4005)
}

function standOf(world: World, deviceId: string, kind: SettingType): Stand | undefined {
  const found = settings[kind](world, deviceId)
  if (!found) return undefined
  const change = world.store.get<{ changed_by: string; changed_at: number }>(
    'SELECT changed_by, changed_at FROM configuration_change WHERE device_id = ? AND type = ?',
    deviceId,
    kind,
  )
  return {
    deviceId,
    saved: settingsIn(found.saved),
    sent: found.sent === null ? null : settingsIn(found.sent),
    running: found.running === null ? null : settingsIn(found.running),
    changedBy: change?.changed_by ?? null,
    changedAt: change ? timestamp(change.changed_at) : null,
  }
}

/** The stored JSON of a row. */
interface Kept {
  saved: string
  sent: string | null
  running: string | null
}

const settings: Record<SettingType, (world: World, deviceId: string) => Kept | undefined> = {
  network(world, deviceId) {
    const row = readNetwork(world.store, deviceId)
    const controller = readController(world, deviceId)
    return row && { ...row, running: controller?.network ?? null }
  },
  time: readTime,
  bacnet: readBacnet,
}

const settingsIn = (text: string) => JSON.parse(text) as Stand['saved']

/** Records who saved the settings last. */
export function noteChange(
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
