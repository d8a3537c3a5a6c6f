/** The time configuration kind on the server (domain §5.7). */
import type { DeviceTime } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { type TimeValue, timeErrors } from '#contracts/time-value'
import { recordedValue } from '~/features/configuration/shared/kind'
import type { ConfigurationKind, SettingsInput } from '~/features/configuration/shared/kind.server'
import { parseSettingsInput, settingsFormSchema } from '~/features/configuration/shared/settings-form-schema'
import { timeView as view } from './view'

const problemsOf = (value: TimeValue) =>
  Object.entries(timeErrors(value)).map(([path, key]) => [path, [key].flat()[0]?.replace('.', ':') ?? ''] as const)

const TimeSettings = settingsFormSchema(view).transform((posted, context): SettingsInput<TimeValue> => {
  const typed = parseSettingsInput(view, posted)
  const value = normalizeTime(typed.value)
  for (const [path, message] of problemsOf(value)) context.addIssue({ code: 'custom', path: [path], message })
  return { ...typed, value }
})

/** Sends `dateTime` as null for a clock that uses time servers, because the services clear it. */
function normalizeTime({ dateTime, ...value }: TimeValue): TimeValue {
  const own = dateTime?.replace(' ', 'T') ?? (value.autoTime ? null : dateTime)
  return own === undefined ? value : { ...value, dateTime: own }
}

export const timeKind: ConfigurationKind<TimeValue, DeviceTime> = {
  view,
  read: deviceConfiguration.getTime,
  readMany: deviceConfiguration.timeOfMany,
  save: deviceConfiguration.saveTime,
  logs: deviceConfiguration.timeSendLogs,
  form: TimeSettings,
  supports: ({ hasSettings }) => hasSettings !== false,
  problems: ({ dateTime, ...value }, { timeZone, autoTime, ntpServers, ...current }) => {
    const usesServers = value.autoTime ?? autoTime
    const time = dateTime === undefined ? (usesServers ? null : current.dateTime) : dateTime
    return Object.fromEntries(problemsOf({ timeZone, ntpServers, ...value, autoTime: usesServers, dateTime: time }))
  },
  valueFrom: (kept) => recordedValue(view, kept),
  async options(call) {
    const zones = await call(deviceConfiguration.listTimeZones)
    return { timeZone: zones.map(({ id, label }) => ({ value: id, label: label === id ? id : `${id} (${label})` })) }
  },
  facts: ({ currentDeviceTime, nextDstTransition, lastNtpSync }) => [
    { term: 'main:time.clock', clock: currentDeviceTime },
    { term: 'main:time.lastSync', moment: lastNtpSync },
    { term: 'main:time.nextChange', moment: nextDstTransition },
  ],
}
