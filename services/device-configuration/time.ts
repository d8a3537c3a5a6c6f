/** The calls about the time of controllers (spec §7, domain §5.7). */
import type { deviceConfiguration } from '../contracts/device-configuration'
import { timeErrors } from '../contracts/time-value'
import { fail } from '../kit/api-error'
import type { Handlers, ServiceCall } from '../kit/call'
import { replyWith } from '../kit/call'
import { requireSomewhere } from '../kit/caller'
import { languageFrom } from '../kit/messages'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import type { DeviceClock } from '../link/registry'
import { prefixFields } from './field-names'
import { logReply } from './log-reply'
import { readable } from './read-many'
import { saveEach } from './save-each'
import { markContentChanged } from './sends'
import { readTime, storeTime, type TimeSettings, timeSettingsOf, toDeviceTime } from './time-records'
import { timeZones } from './zones'

type Time = Pick<
  Handlers<typeof deviceConfiguration>,
  'listTimeZones' | 'getTime' | 'timeOfMany' | 'timeSendLogs' | 'saveTime'
>
type Save = ServiceCall<typeof deviceConfiguration.saveTime>

export const time: Time = {
  listTimeZones({ caller, headers, world }) {
    requireSomewhere(caller, 'config.read')
    const zones = timeZones(languageFrom(headers['accept-language']), world.clock.now())
    return replyWith(zones, { headers: { 'x-time-zone-data': process.versions.tz ?? '' } })
  },

  async getTime({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const clocks = await world.links.clocks([params.id])
    return timeOf(world, params.id, clocks)
  },

  async timeOfMany(call) {
    const ids = readable(call)
    const clocks = await call.world.links.clocks(ids)
    return { data: ids.map((id) => timeOf(call.world, id, clocks)) }
  },

  timeSendLogs: (call) => logReply(call, 'time'),

  saveTime(call) {
    const { body, world } = call
    return saveEach(call, {
      type: 'time',
      capability: 'config.write',
      read: (deviceId) => timeOf(world, deviceId, call.consulted.clocks),
      check: () => refuseWrong(timeErrors(body.value)),
      save: (deviceId) => saveOne(call, deviceId),
    })
  },
}

type Clocks = ReadonlyMap<string, DeviceClock>

const timeOf = (world: World, deviceId: string, clocks: Clocks | undefined) =>
  toDeviceTime(world, readTime(world, deviceId), clocks?.get(deviceId))

function saveOne({ body, world, consulted }: Save, deviceId: string) {
  const row = readTime(world, deviceId)
  const before = timeSettingsOf(row.saved)
  const { timeZone, autoTime, ntpServers, dateTime } = body.value
  const auto = autoTime ?? before.autoTime
  const after: TimeSettings = {
    timeZone: timeZone ?? before.timeZone,
    autoTime: auto,
    ntpServers: ntpServers ?? before.ntpServers,
    dateTime: dateTime === undefined ? (auto ? null : before.dateTime) : dateTime,
  }
  refuseWrong(timeErrors(after))
  if (JSON.stringify(before) === JSON.stringify(after)) return toDeviceTime(world, row, consulted.clocks?.get(deviceId))
  markContentChanged(world.store, deviceId, 'time')
  storeTime(world, row, after)
  return timeOf(world, deviceId, consulted.clocks)
}

function refuseWrong(errors: ReturnType<typeof timeErrors>): void {
  if (Object.keys(errors).length > 0) fail(4508, { errors: prefixFields('value', errors) })
}
