/** Values of BACnet, against octets written by hand from clause 20.2 of the standard. */
import { describe, expect, test } from 'vitest'
import {
  charsets,
  decodeCharacterString,
  encodeCharacterString,
} from '../../../services/bacnet/encoding/character-string'
import { decodeWhole, encodeWhole } from '../../../services/bacnet/encoding/codec'
import { decodeProperty } from '../../../services/bacnet/encoding/property-values'
import { TagReader } from '../../../services/bacnet/encoding/tags'
import { type Primitive, primitives } from '../../../services/bacnet/encoding/values'
import { dateTimeIn } from '../../../services/bacnet/encoding/zoned-date-time'
import { objectTypes } from '../../../services/bacnet/object-types'
import { DamagedFrame, fromHex, toHex } from '../../../services/bacnet/octets'
import { properties } from '../../../services/bacnet/property-ids'

const octets = (hex: string) => fromHex(hex.replaceAll(' ', ''))
const anyDate = { year: null, month: null, day: null, weekday: null }
const midnight = { hour: 0, minute: 0, second: 0, hundredths: 0 }
const flags = (text: string) => [...text].map((one) => one === '1')

/** Examples of clause 20.2, and the ends of each range. */
const examples: [string, Primitive[]][] = [
  ['00', [{ type: 'null', value: null }]],
  ['10', [{ type: 'boolean', value: false }]],
  ['11', [{ type: 'boolean', value: true }]],
  ['21 48', [{ type: 'unsigned', value: 72 }]],
  ['22 01 00', [{ type: 'unsigned', value: 256 }]],
  ['24 ff ff ff ff', [{ type: 'unsigned', value: 4_294_967_295 }]],
  ['25 07 01 00 00 00 00 00 00', [{ type: 'unsigned', value: 2 ** 48 }]],
  ['31 48', [{ type: 'signed', value: 72 }]],
  ['31 80', [{ type: 'signed', value: -128 }]],
  ['32 00 80', [{ type: 'signed', value: 128 }]],
  ['33 ff 7f ff', [{ type: 'signed', value: -32_769 }]],
  ['44 42 90 00 00', [{ type: 'real', value: 72 }]],
  ['55 08 40 52 00 00 00 00 00 00', [{ type: 'double', value: 72 }]],
  ['63 12 34 ff', [{ type: 'octetString', value: octets('1234ff') }]],
  [
    '75 19 00 54 68 69 73 20 69 73 20 61 20 42 41 43 6e 65 74 20 73 74 72 69 6e 67 21',
    [{ type: 'characterString', value: { text: 'This is a BACnet string!' } }],
  ],
  ['82 03 a8', [{ type: 'bitString', value: flags('10101') }]],
  ['81 00', [{ type: 'bitString', value: [] }]],
  ['91 00', [{ type: 'enumerated', value: 0 }]],
  ['a4 5b 01 18 04', [{ type: 'date', value: { year: 1991, month: 1, day: 24, weekday: 4 } }]],
  ['a4 ff ff ff ff', [{ type: 'date', value: anyDate }]],
  ['b4 11 23 2d 11', [{ type: 'time', value: { hour: 17, minute: 35, second: 45, hundredths: 17 } }]],
  ['c4 00 c0 00 0f', [{ type: 'objectId', value: { type: 3, instance: 15 } }]],
]

test.each(examples)('%s is decoded and encoded', (hex, values) => {
  expect(decodeWhole(primitives, octets(hex))).toEqual(values)
  expect(toHex(encodeWhole(primitives, values))).toBe(hex.replaceAll(' ', ''))
})

describe('character strings', () => {
  const texts: [string, string, string][] = [
    ['UTF-8', '00 c3 a9 74 c3 a9', 'été'],
    ['ISO 8859-1', '05 e9 74 e9', 'été'],
    ['UCS-2', '04 00 e9 00 74 00 e9', 'été'],
    ['UCS-4', '03 00 00 00 e9 00 01 f3 21', 'é\u{1f321}'],
    ['ISO 8859-1 that says it is UTF-8', '00 e9 74 e9', 'été'],
    ['UCS-2 with half a character at its end', '04 00 e9 00', 'é'],
    ['UCS-4 with what is no character', '03 ff ff ff ff', '\ufffd'],
  ]
  test.each(texts)('in %s are read', (_, hex, text) => {
    expect(decodeCharacterString(octets(hex))).toEqual({ text })
  })

  test('of an unknown character set keep their octets', () => {
    const { text, unreadable } = decodeCharacterString(octets('02 41 93 fa'))
    expect(text).toBe('A??')
    expect(unreadable).toEqual({ charset: charsets.jisX0208, octets: octets('4193fa') })
  })

  test.each([charsets.utf8, charsets.latin1, charsets.ucs2, charsets.ucs4])('are written in set %i', (charset) => {
    expect(decodeCharacterString(encodeCharacterString('Température', charset)).text).toBe('Température')
  })

  test('are bounded', () => {
    const long = new Uint8Array(200_000).fill(0x41)
    long[0] = 0
    expect(decodeCharacterString(long).text.length).toBe(65_536)
  })
})

describe('constructed values', () => {
  const decode = (objectType: number, property: number, hex: string, arrayIndex?: number) =>
    decodeProperty({ objectType, property, arrayIndex }, octets(hex))

  test('a priority array has sixteen slots', () => {
    const { values } = decode(
      objectTypes.analogValue,
      properties.priorityArray,
      '00 00 00 00 00 00 00 44 41 a0 00 00 00 00 00 00 00 00 00 00',
    ) as {
      values: { kind: string; value: Primitive }[]
    }
    expect(values).toHaveLength(16)
    expect(values[7]).toEqual({ kind: 'primitive', value: { type: 'real', value: 20 } })
    expect(values[8]).toEqual({ kind: 'primitive', value: { type: 'null', value: null } })
  })

  test('a weekly schedule is read whole, a day by its index, and their count by index 0', () => {
    const monday = '0e b4 08 00 00 00 91 01 b4 11 00 00 00 00 0f'
    const day = [
      { time: { ...midnight, hour: 8 }, value: { type: 'enumerated', value: 1 } },
      { time: { ...midnight, hour: 17 }, value: { type: 'null', value: null } },
    ]
    const week = decode(objectTypes.schedule, properties.weeklySchedule, `${monday}${' 0e 0f'.repeat(6)}`)
    expect(week).toEqual({ kind: 'weeklySchedule', values: [day, [], [], [], [], [], []] })
    expect(decode(objectTypes.schedule, properties.weeklySchedule, monday, 1)).toEqual({
      kind: 'weeklySchedule',
      values: [day],
    })
    expect(decode(objectTypes.schedule, properties.weeklySchedule, '21 07', 0)).toEqual({
      kind: 'primitives',
      values: [{ type: 'unsigned', value: 7 }],
    })
  })

  test('an exception schedule names days, ranges, weekdays and calendars', () => {
    const times = '2e b4 08 00 00 00 44 41 a0 00 00 2f'
    const exceptions = [
      `0e 0c 7e 0c 19 ff 0f ${times} 39 0a`,
      `0e 1e a4 7e 07 01 ff a4 7e 08 0f ff 1f 0f ${times} 39 0b`,
      `0e 2b ff 06 05 0f ${times} 39 0c`,
      `1c 01 80 00 05 ${times} 39 0d`,
    ]
    const entry = { time: { ...midnight, hour: 8 }, value: { type: 'real', value: 20 } }
    const day = (year: number, month: number, dayOfMonth: number) => ({ year, month, day: dayOfMonth, weekday: null })
    const periods = [
      { kind: 'calendarEntry', value: { kind: 'date', value: day(2026, 12, 25) } },
      {
        kind: 'calendarEntry',
        value: { kind: 'dateRange', value: { start: day(2026, 7, 1), end: day(2026, 8, 15) } },
      },
      { kind: 'calendarEntry', value: { kind: 'weekAndDay', value: { month: null, week: 6, weekday: 5 } } },
      { kind: 'calendarReference', value: { type: objectTypes.calendar, instance: 5 } },
    ]
    expect(decode(objectTypes.schedule, properties.exceptionSchedule, exceptions.join(' '))).toEqual({
      kind: 'exceptionSchedule',
      values: periods.map((period, index) => ({ period, timesAndValues: [entry], priority: 10 + index })),
    })
  })

  test('time stamps have their date, not their weekday', () => {
    const stamps = '2e a4 7e 0b 18 02 b4 06 35 00 00 2f 19 07 0c ff ff ff ff'
    expect(decode(objectTypes.analogInput, properties.eventTimeStamps, stamps)).toEqual({
      kind: 'eventTimeStamps',
      values: [
        {
          kind: 'dateTime',
          value: {
            date: { year: 2026, month: 11, day: 24, weekday: 2 },
            time: { hour: 6, minute: 53, second: 0, hundredths: 0 },
          },
        },
        { kind: 'sequenceNumber', value: 7 },
        { kind: 'time', value: { hour: null, minute: null, second: null, hundredths: null } },
      ],
    })
  })

  test('the source of a trend log keeps its object and its device', () => {
    const source = '0c 00 00 00 03 19 55 3c 02 00 00 4d'
    expect(decode(objectTypes.trendLog, properties.logDeviceObjectProperty, source)).toEqual({
      kind: 'logDeviceObjectProperty',
      values: [
        {
          object: { type: objectTypes.analogInput, instance: 3 },
          property: properties.presentValue,
          device: { type: objectTypes.device, instance: 77 },
        },
      ],
    })
  })

  test('recipients are devices or addresses', () => {
    const always = '82 01 fe b4 00 00 00 00 b4 17 3b 3b 63'
    const list = `${always} 0c 02 00 00 4d 21 01 11 82 05 e0 ${always} 1e 21 00 65 06 0a 00 00 01 ba c0 1f 21 02 10 82 05 80`
    const value = decode(objectTypes.notificationClass, properties.recipientList, list)
    expect(value).toMatchObject({
      kind: 'recipientList',
      values: [
        {
          validDays: flags('1111111'),
          recipient: { kind: 'device', value: { type: objectTypes.device, instance: 77 } },
          processId: 1,
          issueConfirmed: true,
          transitions: flags('111'),
        },
        {
          recipient: { kind: 'address', value: { network: 0, mac: octets('0a000001bac0') } },
          issueConfirmed: false,
          transitions: flags('100'),
        },
      ],
    })
  })

  test('a log has values, gaps, failures and changes of the time', () => {
    const at = '0e a4 7e 0b 1b 05 b4 00 0f 00 00 0f'
    const log = [
      `${at} 1e 2c 41 a0 00 00 1f 2a 04 00`,
      `${at} 1e 0a 05 a0 1f`,
      `${at} 1e 8e 91 02 91 1e 8f 1f`,
      `${at} 1e 9c 42 70 00 00 1f`,
      `${at} 1e ae 75 03 00 6f 6b af 1f`,
    ].join(' ')
    expect(decode(objectTypes.trendLog, properties.logBuffer, log)).toMatchObject({
      kind: 'logRecords',
      values: [
        { datum: { kind: 'real', value: 20 }, statusFlags: flags('0000') },
        { datum: { kind: 'logStatus', value: flags('101') } },
        { datum: { kind: 'failure', value: { errorClass: 2, errorCode: 30 } } },
        { datum: { kind: 'timeChange', value: 60 } },
        { datum: { kind: 'other', value: octets('7503006f6b') } },
      ],
    })
  })

  test('a structured view names objects of this and of other devices', () => {
    const list = '1c 00 00 00 01 0c 02 00 00 4d 1c 00 80 00 02'
    expect(decode(objectTypes.structuredView, properties.subordinateList, list)).toMatchObject({
      values: [
        { object: { type: 0, instance: 1 } },
        { device: { type: 8, instance: 77 }, object: { type: 2, instance: 2 } },
      ],
    })
  })

  test('event parameters say what is watched for', () => {
    const outOfRange = '5e 09 1e 1c 41 20 00 00 2c 41 c8 00 00 3c 3f 00 00 00 5f'
    expect(decode(objectTypes.eventEnrollment, properties.eventParameters, outOfRange)).toEqual({
      kind: 'eventParameters',
      values: [{ kind: 'outOfRange', value: { timeDelay: 30, lowLimit: 10, highLimit: 25, deadband: 0.5 } }],
    })
  })

  test('subscriptions and addresses of other devices are read', () => {
    const subscription = '0e 0e 0c 02 00 00 4d 0f 19 03 0f 1e 0c 00 00 00 01 19 55 1f 29 01 39 3c 4c 3f 00 00 00'
    expect(decode(objectTypes.device, properties.activeCovSubscriptions, subscription)).toMatchObject({
      values: [
        {
          recipient: { recipient: { kind: 'device' }, processId: 3 },
          property: { object: { type: 0, instance: 1 }, property: properties.presentValue },
          issueConfirmed: true,
          secondsRemaining: 60,
          covIncrement: 0.5,
        },
      ],
    })
    expect(decode(objectTypes.device, properties.deviceAddressBinding, 'c4 02 00 00 4d 22 03 e9 61 0c')).toEqual({
      kind: 'deviceAddressBinding',
      values: [{ device: { type: 8, instance: 77 }, network: 1001, mac: octets('0c') }],
    })
  })

  test('a damaged value stays in octets, with the reason', () => {
    expect(decode(objectTypes.schedule, properties.exceptionSchedule, '0e 0c 7e 0c 19 ff 0f 2e b4 08')).toMatchObject({
      kind: 'octets',
      reason: 'a value longer than the frame',
    })
  })
})

describe('damaged octets', () => {
  const damaged = [
    ['a value longer than the frame', '44 42 90'],
    ['an extended length longer than the frame', '65 ff ff ff ff ff 00'],
    ['a real of three octets', '43 42 90 00'],
    ['an application tag that opens', '06'],
    ['a boolean of 3', '13'],
    ['a reserved type', 'd1 00'],
    ['a bit string with 9 unused bits', '82 09 00'],
    ['a month of 15', 'a4 7e 0f 01 ff'],
    ['a string without a character set', '70'],
  ]
  test.each(damaged)('are refused: %s', (_, hex) => {
    expect(() => decodeWhole(primitives, octets(hex))).toThrow(DamagedFrame)
  })

  test('are refused when values are nested without end', () => {
    expect(() => new TagReader(new Uint8Array(1_000).fill(0x0e)).raw()).toThrow(DamagedFrame)
    expect(() => new TagReader(octets('0e 1e 0f 1f')).raw()).toThrow(DamagedFrame)
  })
})

describe('the time of a UTC synchronization', () => {
  const at = Date.UTC(2026, 10, 27, 6, 53, 20, 250)
  const zones: [string, number, number][] = [
    ['UTC', 27, 6],
    ['America/Montreal', 27, 1],
    ['Pacific/Auckland', 27, 19],
    ['Pacific/Honolulu', 26, 20],
  ]
  test.each(zones)('in %s is that of the zone', (zone, day, hour) => {
    const weekday = day === 27 ? 5 : 4
    expect(dateTimeIn(zone, at)).toEqual({
      date: { year: 2026, month: 11, day, weekday },
      time: { hour, minute: 53, second: 20, hundredths: 25 },
    })
  })
})
