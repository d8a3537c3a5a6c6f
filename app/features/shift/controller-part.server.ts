/** The controllers of a shift page. */
import type { Alarm } from '#contracts/alarms'
import { findDevicesInState } from '~/features/overview/shared/find-devices-in-state.server'
import { href, nodeHref } from '~/hrefs'
import { devicesHref } from '~/kit/place/lists'
import { maxPartRows, type PartContent, type ShiftRow } from './part'
import { type RaisedAlarms, readReconnected } from './raised-alarms.server'
import { line, type ShiftQuery, type ShiftScope, whereIn } from './shift-query.server'

/** Controllers that went offline since the moment and still are, and those that reconnected. */
export async function controllerPart(
  { reader, scope, since, t }: ShiftQuery,
  raisedAlarms: Promise<RaisedAlarms> | null,
): Promise<PartContent> {
  const filter = { connected: ['false'], onboarded: ['true'] } as const
  const [offline, raised, reconnected] = await Promise.all([
    findDevicesInState(reader, scope, filter, 1),
    raisedAlarms,
    raisedAlarms && readReconnected({ reader, scope, since }),
  ])
  const lostAlarms = raised?.alarms.filter(({ eventType, isActive }) => isActive && eventType === 'deviceOffline') ?? []
  const row = (alarm: Alarm, isReconnected: boolean): ShiftRow => ({
    state: t(isReconnected ? 'main:shift.state.back' : 'main:shift.state.lost'),
    tone: isReconnected ? 'ok' : 'danger',
    name: alarm.deviceName ?? '',
    text: '',
    where: whereIn(scope, alarm.path, alarm.siteName),
    at: isReconnected ? (alarm.normalAt ?? null) : alarm.raisedAt,
    href: controllerHref(scope, alarm),
  })
  return {
    lines: [line(t('main:shift.line.silent'), offline?.counted ?? null, devicesHref(scope, filter))],
    rows: [
      ...lostAlarms.slice(0, maxPartRows).map((alarm) => row(alarm, false)),
      ...(reconnected?.alarms ?? []).slice(0, maxPartRows).map((alarm) => row(alarm, true)),
    ],
    isPartial: Boolean(
      raised?.isCut ||
        reconnected?.isCut ||
        lostAlarms.length > maxPartRows ||
        (reconnected?.alarms.length ?? 0) > maxPartRows,
    ),
  }
}

/** Links to the controller of an alarm; to the alarm where it names none. */
function controllerHref({ at }: ShiftScope, { id, deviceId, path = [] }: Alarm): string {
  const own = deviceId && nodeHref(at, path, { id: deviceId, type: 'device' })
  return own || href('alarm', { ...at, alarmId: id })
}
