/** The time configuration kind on the server (domain §5.7). */
import type { DeviceTime } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { type TimeValue, timeErrors } from '#contracts/time-value'
import { keptValue } from '~/screens/configuration/kind'
import type { ConfigurationKind, Settings } from '~/screens/configuration/kind.server'
import { postedSchema, typedIn } from '~/screens/configuration/posted'
import { time as view } from './view'

const problemsOf = (value: TimeValue) =>
  Object.entries(timeErrors(value)).map(([path, key]) => [path, [key].flat()[0]?.replace('.', ':') ?? ''] as const)

const TimeSettings = postedSchema(view).transform((posted, context): Settings<TimeValue> => {
  const typed = typedIn(view, posted)
  const value = written(typed.value)
  for (const [path, message] of problemsOf(value)) context.addIssue({ code: 'custom', path: [path], message })
  return { ...typed, value }
})

/** Sends `dateTime` as null for a clock that uses time servers, because the services clear it. */
function written({ dateTime, ...value }: TimeValue): TimeValue {
  const own = dateTime?.replace(' ', 'T') ?? (value.autoTime ? null : dateTime)
  return own === undefined ? value : { ...value, dateTime: own }
}

export const time: ConfigurationKind<TimeValue, DeviceTime> = {
  view,
  read: deviceConfiguration.getTime,
  readMany: deviceConfiguration.timeOfMany,
  save: deviceConfiguration.saveTime,
  logs: deviceConfiguration.timeSendLogs,
  form: TimeSettings,
  supports: () => true,
  problems: ({ dateTime, ...value }, { timeZone, autoTime, ntpServers, ...current }) => {
    const auto = value.autoTime ?? autoTime
    const time = dateTime === undefined ? (auto ? null : current.dateTime) : dateTime
    return Object.fromEntries(problemsOf({ timeZone, ntpServers, ...value, autoTime: auto, dateTime: time }))
  },
  valueFrom: (kept) => keptValue(view, kept),
  async options(ask) {
    const zones = await ask(deviceConfiguration.listTimeZones)
    return { timeZone: zones.map(({ id, label }) => ({ value: id, label: label === id ? id : `${id} (${label})` })) }
  },
  facts: ({ currentDeviceTime, nextDstTransition, lastNtpSync }) => [
    { term: 'main:time.clock', clock: currentDeviceTime },
    { term: 'main:time.lastSync', moment: lastNtpSync },
    { term: 'main:time.nextChange', moment: nextDstTransition },
  ],
}
