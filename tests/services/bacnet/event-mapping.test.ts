/** What the services are told of events: notifications and summaries of devices, in units and time zones of the site. */
import { describe, expect, test } from 'vitest'
import { decodeWhole } from '../../../services/bacnet/encoding/codec'
import { dateTimeIn, momentIn } from '../../../services/bacnet/encoding/zoned-date-time'
import {
  type EventSubject,
  eventOfNotification,
  eventStateNumber,
  eventsOfSummary,
  objectTypeName,
  objectTypeNumber,
  stampOf,
  stampText,
} from '../../../services/bacnet/link/event-mapping'
import { eventNotification, getEventInformationAck } from '../../../services/bacnet/messages/events'
import { fromHex } from '../../../services/bacnet/octets'

const fromFahrenheit = (value: number) => Math.round(((value - 32) / 1.8) * 100) / 100
const subject: EventSubject = {
  ...{ pointId: 'p1', name: 'ZN-T', timeZone: 'America/Toronto' },
  toUnit: (value) => value,
  toUnitDifference: (value) => value,
}
const octets = (hex: string) => fromHex(hex.replace(/\s/g, ''))
const notificationOf = (hex: string) => decodeWhole(eventNotification, octets(hex))
/** Annex F.1.4: an analog input above its limit. */
const example = (stamp: string, rest = 'b9 03 ce 5e 0c 42 a0 33 33 1a 04 80 2c 3f 80 00 00 3c 42 a0 00 00 5f cf') =>
  `09 01 1c 02 00 00 04 2c 00 00 00 02 3e ${stamp} 3f 49 04 59 64 69 05 89 00 99 01 a9 00 ${rest}`

describe('a notification', () => {
  test('says state, value, limit and deadband (annex F.1.4)', () => {
    const event = eventOfNotification(notificationOf(example('19 10')), subject)
    expect(event).toEqual({
      ...{ objectType: 'analogInput', objectInstance: 2, pointId: 'p1', objectName: 'ZN-T' },
      ...{ eventType: 'outOfRange', into: 'highLimit', controllerTime: null, priority: 100, notificationClass: 4 },
      ...{ text: null, isAckRequired: true, acknowledged: null },
      stamp: '{"kind":"sequenceNumber","value":16}',
      presentValue: expect.closeTo(80.1, 4),
      limit: { kind: 'high', value: 80, deadband: 1 },
    })
  })

  test('is in the unit of the services, differences without the offset', () => {
    const { presentValue, limit } = eventOfNotification(notificationOf(example('19 10')), {
      ...subject,
      toUnit: fromFahrenheit,
      toUnitDifference: (value) => value / 1.8,
    })
    expect(presentValue).toBe(26.72)
    expect(limit).toEqual({ kind: 'high', value: 26.67, deadband: expect.closeTo(0.5556, 4) })
  })

  test('of a loop or a counter has no values: they are of something else than its own value', () => {
    const floating = 'b9 03 ce 4e 0c 41 a8 00 00 1a 04 80 2c 41 a0 00 00 3c 3f 80 00 00 4f cf'
    const loop = example('19 10', floating).replace('1c 02 00 00 04 2c 00 00 00 02', '1c 02 00 00 04 2c 03 00 00 02')
    const event = eventOfNotification(notificationOf(loop), subject)
    expect(event).toMatchObject({ objectType: 'loop', eventType: 'outOfRange', presentValue: null, limit: null })
    const input = eventOfNotification(notificationOf(example('19 10', floating)), subject)
    expect(input).toMatchObject({ presentValue: 21, limit: { kind: 'high', value: 21 } })
  })

  test('has the time of the device in its zone, on both sides of a clock change', () => {
    // 7 March 2026 12:00:00.00 and 8 March 2026 12:00:00.00; the clocks change in between.
    const before = eventOfNotification(notificationOf(example('2e a4 7e 03 07 06 b4 0c 00 00 00 2f')), subject)
    const after = eventOfNotification(notificationOf(example('2e a4 7e 03 08 07 b4 0c 00 00 00 2f')), subject)
    expect([before.controllerTime, after.controllerTime].map((at) => new Date(at ?? 0).toISOString())).toEqual([
      '2026-03-07T17:00:00.000Z',
      '2026-03-08T16:00:00.000Z',
    ])
  })

  test('of a device without a clock has no stamp', () => {
    const event = eventOfNotification(notificationOf(example('2e a4 ff ff ff ff b4 ff ff ff ff 2f')), subject)
    expect([event.stamp, event.controllerTime]).toEqual(['', null])
  })

  test('of a vendor, or with a value that is no number, is an alarm without them', () => {
    const open = example('19 10', 'b9 50 ce 5e 0c 7f c0 00 00 1a 04 80 2c 3f 80 00 00 3c 42 a0 00 00 5f cf')
    expect(eventOfNotification(notificationOf(open), subject)).toMatchObject({ into: 'offnormal', presentValue: null })
  })
})

test('a stamp is read back as it was, octet for octet', () => {
  for (const hex of ['19 10', '2e a4 7e 03 07 06 b4 0c 00 00 05 2f', '0c 0d 1e 00 00']) {
    const { timeStamp } = notificationOf(example(hex))
    expect(stampOf(stampText(timeStamp))).toEqual(timeStamp)
  }
  expect(eventStateNumber('lowLimit')).toBe(4)
  expect(['loop', 'analogInput', 'vendor 300'].map(objectTypeNumber)).toEqual([12, 0, 300])
  expect([12, 300].map(objectTypeName)).toEqual(['loop', 'vendor 300'])
  expect(['toString', 'vendor', 'nothing'].map(objectTypeNumber)).toEqual([undefined, undefined, undefined])
})

describe('a summary', () => {
  const details = { notificationClass: 4, presentValue: 81, highLimit: 80, lowLimit: 60, deadband: 1 }
  /** Annex F.1.8, with one object: its state, its acknowledged transitions, and three sequence numbers. */
  const summaryOf = (state: string, acknowledged: string) => {
    const [summary] = decodeWhole(
      getEventInformationAck,
      octets(`0e 0c 00 00 00 02 19 ${state} 2a 05 ${acknowledged} 3e 19 10 19 11 19 12 3f 49 00 5a 05 e0
        6e 21 0f 21 0f 21 14 6f 0f 19 00`),
    ).summaries
    if (!summary) throw new Error('no summary')
    return eventsOfSummary(summary, subject, details)
  }
  const stamp = (number: number) => `{"kind":"sequenceNumber","value":${number}}`

  test('of an object in alarm is the event that led there', () => {
    expect(summaryOf('03', '60')).toMatchObject([
      {
        ...{ into: 'highLimit', stamp: stamp(16), eventType: 'outOfRange', priority: 15, presentValue: 81 },
        limit: { kind: 'high', value: 80, deadband: 1 },
        ...{ isAckRequired: true, acknowledged: { toOffnormal: false, toFault: true, toNormal: true } },
      },
    ])
  })

  test('of an object that has returned begins with what was not acknowledged', () => {
    expect(summaryOf('00', '60')).toMatchObject([
      { into: 'offnormal', stamp: stamp(16), priority: 15, isAckRequired: true },
      { into: 'normal', stamp: stamp(18), priority: 20, isAckRequired: null },
    ])
  })
})

test('a wall time is the moment it names: the earlier one of two, and that of before the change where there is none', () => {
  const wall = (timeZone: string, text: string) => {
    const at = Date.parse(`${text}Z`)
    const moment = momentIn(timeZone, dateTimeIn('UTC', at))
    return moment === null ? null : new Date(moment).toISOString().slice(0, 16)
  }
  expect(wall('America/Toronto', '2026-11-01T01:30')).toBe('2026-11-01T05:30')
  expect(wall('America/Toronto', '2026-11-01T03:30')).toBe('2026-11-01T08:30')
  expect(wall('America/Toronto', '2026-03-08T02:30')).toBe('2026-03-08T07:30')
  expect(wall('Europe/Paris', '2026-03-29T12:00')).toBe('2026-03-29T10:00')
  expect(wall('Asia/Kolkata', '2026-06-01T05:30')).toBe('2026-06-01T00:00')
})
