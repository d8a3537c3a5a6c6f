/** The calls about the time of controllers (spec §7, domain §5.7). */
import type { deviceConfiguration } from '../contracts/device-configuration'
import { timeErrors } from '../contracts/time-value'
import type { Call, Handlers } from '../kit/call'
import { answer } from '../kit/call'
import { requireSomewhere } from '../kit/caller'
import { languageFrom } from '../kit/messages'
import { refuse } from '../kit/refusal'
import { scopeOfDevice } from '../kit/scope'
import { under } from './field-names'
import { logAnswer } from './log-answer'
import { ofMany } from './of-many'
import { saveEach } from './save-each'
import { contentChanged } from './sends'
import { keepTime, readTime, type TimeSettings, timeSettingsOf, toDeviceTime } from './time-records'
import { timeZones } from './zones'

type Time = Pick<
  Handlers<typeof deviceConfiguration>,
  'listTimeZones' | 'getTime' | 'timeOfMany' | 'timeSendLogs' | 'saveTime'
>
type Save = Call<typeof deviceConfiguration.saveTime>

export const time: Time = {
  listTimeZones({ caller, headers, world }) {
    requireSomewhere(caller, 'config.read')
    const zones = timeZones(languageFrom(headers['accept-language']), world.clock.now())
    return answer(zones, { headers: { 'x-time-zone-data': process.versions.tz ?? '' } })
  },

  getTime({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return toDeviceTime(world, readTime(world, params.id))
  },

  timeOfMany: (call) => ofMany(call, (id) => toDeviceTime(call.world, readTime(call.world, id))),

  timeSendLogs: (call) => logAnswer(call, 'time'),

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
  contentChanged(world.store, deviceId, 'time')
  return toDeviceTime(world, keepTime(world, row, after))
}

function refuseWrong(errors: ReturnType<typeof timeErrors>): void {
  if (Object.keys(errors).length > 0) refuse(4508, { errors: under('value', errors) })
}
