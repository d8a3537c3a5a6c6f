/** The calls about the time of controllers (spec §7, domain §5.7). */
import type { deviceConfiguration } from '../contracts/device-configuration'
import { timeErrors } from '../contracts/time-value'
import { fail } from '../kit/api-error'
import type { Handlers, ServiceCall } from '../kit/call'
import { replyWith } from '../kit/call'
import { requireSomewhere } from '../kit/caller'
import { languageFrom } from '../kit/messages'
import { scopeOfDevice } from '../kit/scope'
import { prefixFields } from './field-names'
import { logReply } from './log-reply'
import { readMany } from './read-many'
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

  getTime({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return toDeviceTime(world, readTime(world, params.id))
  },

  timeOfMany: (call) => readMany(call, (id) => toDeviceTime(call.world, readTime(call.world, id))),

  timeSendLogs: (call) => logReply(call, 'time'),

  saveTime(call) {
    const { body, world } = call
    return saveEach(call, {
      type: 'time',
      capability: 'config.write',
      read: (deviceId) => toDeviceTime(world, readTime(world, deviceId)),
      check: () => refuseWrong(timeErrors(body.value)),
      save: (deviceId) => saveOne(call, deviceId),
    })
  },
}

function saveOne({ body, world }: Save, deviceId: string) {
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
  if (JSON.stringify(before) === JSON.stringify(after)) return toDeviceTime(world, row)
  markContentChanged(world.store, deviceId, 'time')
  return toDeviceTime(world, storeTime(world, row, after))
}

function refuseWrong(errors: ReturnType<typeof timeErrors>): void {
  if (Object.keys(errors).length > 0) fail(4508, { errors: prefixFields('value', errors) })
}
