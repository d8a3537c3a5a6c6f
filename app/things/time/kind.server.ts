/** Time settings, declared (domain §5.7). */
import { z } from 'zod'
import type { DeviceTime } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { type TimeValue, timeErrors } from '#contracts/time-value'
import { DeviceIds } from '~/screens/configuration/device-ids'
import type { ConfigurationKind, Settings } from '~/screens/configuration/kind.server'
import { time as view } from './view'

const Kept = z.object({
  timeZone: z.string().optional(),
  autoTime: z.string().optional(),
  ntpServers: z.string().optional(),
  dateTime: z.string().optional(),
})

const Posted = z.object({
  device: DeviceIds.min(1, { error: 'errors:nothingChosen' }),
  eTag: z.string().max(500).optional(),
  shown: z.array(z.string().max(100)).max(100).optional(),
  timeZone: z.string().max(100).optional(),
  autoTime: z.enum(['on', 'off']).optional(),
  ntpServers: z.string().max(2_000).optional(),
  dateTime: z.string().max(40).optional(),
  keep: Kept.default({}),
  was: Kept.default({}),
})
type Posted = z.infer<typeof Posted>

/** What is not kept as it is. An empty input arrives as nothing at all: only what the form showed was emptied on purpose. */
function valueIn({ keep, shown = [], timeZone, autoTime, ntpServers, dateTime }: Posted): TimeValue {
  const isLeft = (name: 'ntpServers' | 'dateTime', typed?: string) =>
    Boolean(keep[name]) || (typed === undefined && !shown.includes(name))
  // A clock that asks time servers keeps no time of its own: the services clear it, so it is said.
  const isAuto = !keep.autoTime && autoTime === 'on'
  const typed = isLeft('dateTime', dateTime) ? undefined : dateTime?.trim().replace(' ', 'T') || null
  const own = typed ?? (isAuto ? null : typed)
  return {
    ...(keep.timeZone || !timeZone ? {} : { timeZone }),
    ...(keep.autoTime || !autoTime ? {} : { autoTime: autoTime === 'on' }),
    ...(isLeft('ntpServers', ntpServers) ? {} : { ntpServers: linesIn(ntpServers ?? '') }),
    ...(own === undefined ? {} : { dateTime: own }),
  }
}

const linesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

const problemsOf = (value: TimeValue) =>
  Object.entries(timeErrors(value)).map(([path, key]) => [path, [key].flat()[0]?.replace('.', ':') ?? ''] as const)

const TimeSettings = Posted.transform((posted, context): Settings<TimeValue> => {
  const value = valueIn(posted)
  for (const [path, message] of problemsOf(value)) context.addIssue({ code: 'custom', path: [path], message })
  const { keep, was } = posted
  const overlooked = (['timeZone', 'autoTime', 'ntpServers', 'dateTime'] as const).filter(
    (name) => keep[name] && posted[name] && posted[name] !== (was[name] ?? ''),
  )
  return { ids: [...new Set(posted.device)], eTag: posted.eTag ?? null, value, overlooked }
})

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
  /** Only a time of its own can be nothing: what else was not set before stays as it is. */
  valueFrom: (kept) =>
    Object.fromEntries(
      Object.entries(kept).filter(([name, value]) => value !== null || name === 'dateTime'),
    ) as TimeValue,
  async options(ask) {
    const zones = await ask(deviceConfiguration.listTimeZones)
    return { timeZone: zones.map(({ id, label }) => ({ value: id, label: label === id ? id : `${id} (${label})` })) }
  },
  facts: ({ currentDeviceTime, nextDstTransition, lastNtpSync }) => [
    { term: 'main:time.clock', text: currentDeviceTime?.replace('T', ' ') },
    { term: 'main:time.lastSync', moment: lastNtpSync },
    { term: 'main:time.nextChange', moment: nextDstTransition },
  ],
}
