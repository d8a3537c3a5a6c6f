/**
 * The subject of an alarm in plans and in the trail: its message and its controller, which is the last node of its
 * path.
 */
import type { Alarm } from '#contracts/alarms'
import type { Subject } from '~/trail/record'

export function alarmSubject({ id, messageText, eventType, deviceId, deviceName, path = [] }: Alarm): Subject {
  const device = deviceId ? [{ id: deviceId, name: deviceName ?? deviceId, type: 'device' }] : []
  return {
    kind: 'alarm',
    id,
    name: [messageText || eventType || id, deviceName].filter(Boolean).join(' · '),
    path: [...path.map(({ id, name, type }) => ({ id, name, type })), ...device],
  }
}
