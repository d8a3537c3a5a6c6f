/** The line of a day: what it accepts, what it refuses and why, and that it reads back what it writes (domain §3.2). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatLine,
  type LineRule,
  lineProblemText,
  maxLineLength,
  parseLine,
} from '../../app/features/schedule/day-line'
import type { TypedInterval } from '../../app/features/schedule/parts'
import { translator } from '../../app/i18n/i18n.server'

type Kind = Partial<Pick<LineRule, 'valueType' | 'facets' | 'language' | 'allowsNull'>>

const ruleOf = ({ language = 'en', ...kind }: Kind = {}): LineRule => ({
  valueType: 'boolean',
  facets: { trueText: 'Occupied', falseText: 'Unoccupied' },
  allowsNull: false,
  language,
  t: translator(language),
  ...kind,
})
const switched = ruleOf()
const states = ruleOf({
  valueType: 'enum',
  facets: {
    range: [
      { value: 1, label: 'Occupied' },
      { value: 2, label: 'Standby' },
      { value: 3, label: 'Économie' },
    ],
  },
})
const degrees: Kind = { valueType: 'number', facets: { unit: 'degC', min: 5, max: 30 } }
const setpoint = ruleOf(degrees)
const consigne = ruleOf({ ...degrees, language: 'fr' })

describe('a line is accepted', () => {
  test.each<[LineRule, string, TypedInterval[]]>([
    [switched, '', []],
    [switched, '  ', []],
    [switched, '06:30–22:00 Occupied', [['06:30', '22:00', 'true']]],
    [switched, '6:30-22', [['06:30', '22:00', 'true']]],
    [switched, '6h30-22h', [['06:30', '22:00', 'true']]],
    [switched, '6 h 30 à 22 h', [['06:30', '22:00', 'true']]],
    [switched, '06h30 à 22', [['06:30', '22:00', 'true']]],
    [switched, 'de 8 h à 17 h 30 occupied', [['08:00', '17:30', 'true']]],
    [switched, '8 a\u0300 12', [['08:00', '12:00', 'true']]],
    [switched, '8 to 12', [['08:00', '12:00', 'true']]],
    [switched, '0630-2200', [['06:30', '22:00', 'true']]],
    [switched, '630-22.15', [['06:30', '22:15', 'true']]],
    [switched, '8—12', [['08:00', '12:00', 'true']]],
    [switched, '8\u2212 12', [['08:00', '12:00', 'true']]],
    [switched, '8\u00a0–\u202f12', [['08:00', '12:00', 'true']]],
    [switched, '\u200e8-12\u200b', [['08:00', '12:00', 'true']]],
    [switched, '0-24', [['00:00', '24:00', 'true']]],
    [switched, '06:30:15-07:00:00', [['06:30:15', '07:00', 'true']]],
    [
      switched,
      '8-12; 13-17 unoccupied;',
      [
        ['08:00', '12:00', 'true'],
        ['13:00', '17:00', 'false'],
      ],
    ],
    [
      switched,
      '08:00–12:00 Occupied, 13:00–17:00 Occupied',
      [
        ['08:00', '12:00', 'true'],
        ['13:00', '17:00', 'true'],
      ],
    ],
    [
      switched,
      '8-12\n13-17',
      [
        ['08:00', '12:00', 'true'],
        ['13:00', '17:00', 'true'],
      ],
    ],
    [
      states,
      '8-12 standby; 12-13 economie',
      [
        ['08:00', '12:00', '2'],
        ['12:00', '13:00', '3'],
      ],
    ],
    [states, '8-12 3', [['08:00', '12:00', '3']]],
    [setpoint, '06:30–22:00 21.5 °C', [['06:30', '22:00', '21.5']]],
    [setpoint, '6:30-22 21', [['06:30', '22:00', '21']]],
    [setpoint, '6:30-22 21c', [['06:30', '22:00', '21']]],
    [
      consigne,
      '06:30–22:00 21,5 °C; 22-24 18',
      [
        ['06:30', '22:00', '21.5'],
        ['22:00', '24:00', '18'],
      ],
    ],
    [consigne, '8 h à 17 h 21 °C', [['08:00', '17:00', '21']]],
    [consigne, '8 h à 17 h 30 21 °C', [['08:00', '17:30', '21']]],
    [consigne, '8 h à 17 h 21,5', [['08:00', '17:00', '21.5']]],
    [ruleOf({ allowsNull: true }), '8-12 gives way', [['08:00', '12:00', '']]],
    [ruleOf({ allowsNull: true, language: 'fr' }), '8-12 cède la place', [['08:00', '12:00', '']]],
  ])('%# %j', (rule, line, intervals) => {
    expect(parseLine(line, rule)).toEqual({ intervals, problems: [] })
  })
})

describe('a line is refused', () => {
  test.each<[LineRule, string, string[]]>([
    [switched, 'noon', ['range noon']],
    [switched, '8', ['range 8']],
    [switched, '8-', ['range 8-']],
    [switched, 'Occupied 8-12', ['range Occupied 8-12']],
    [switched, '8-12 ½', ['value ½']],
    [switched, ';;;', ['range ;;;']],
    [switched, '25:99 - 26', ['time 25:99']],
    [switched, '24:00-24:00', ['time 24:00']],
    [switched, '8-12:60', ['time 12:60']],
    [switched, '8-12 closed; 13-', ['value closed', 'range 13-']],
    [switched, '8-12 gives way', ['value gives way']],
    [switched, '22:00-06:00', ['order 22:00–06:00']],
    [switched, '8-8', ['order 08:00–08:00']],
    [switched, '8-12; 11-13', ['overlap 08:00–12:00', 'overlap 11:00–13:00']],
    [switched, Array.from({ length: 11 }, (_, at) => `${at}-${at + 1}`).join('; '), ['tooMany ']],
    [switched, '8-12OccupiedX', ['range 8-12OccupiedX']],
    [states, '8-12', ['noValue 8-12']],
    [states, '8-12 4', ['value 4']],
    [setpoint, '8-12', ['noValue 8-12']],
    [setpoint, '8-17 h 30', ['noValue 8-17 h 30']],
    [setpoint, '8-12 70 °F', ['unit 70 °F']],
    [setpoint, '8-12 31', ['value 31 °C']],
    [setpoint, '8-12 warm', ['value warm']],
    [setpoint, '8-12 1e9', ['unit 1e9']],
    [switched, 'x'.repeat(maxLineLength + 1), ['tooLong ']],
    [switched, '\u0000', ['range \u0000']],
  ])('%# %j', (rule, line, problems) => {
    expect(parseLine(line, rule).problems.map(({ kind, text }) => `${kind} ${text}`)).toEqual(problems)
  })
})

test('the message names the wrong part and what to enter, in the language of the reader', () => {
  const messageOf = (line: string, rule: LineRule) =>
    lineProblemText(parseLine(line, rule).problems, rule).replaceAll('\u00a0', ' ')
  expect(messageOf('25:99-26', switched)).toBe('“25:99” is not a time: enter one such as 06:30; 24:00 only as an end.')
  expect(messageOf('8-12', states)).toBe('“8-12”: add the value, Occupied, Standby, Économie.')
  expect(messageOf('8-12 40', setpoint)).toBe('“40 °C” does not fit this schedule: enter 5 °C to 30 °C.')
  expect(messageOf('8-12 40,5', consigne)).toBe(
    '« 40,5 °C » ne convient pas à cet horaire : saisissez de 5 °C à 30 °C.',
  )
  expect(messageOf('x'.repeat(999), switched)).toHaveLength(messageOf('x'.repeat(41), switched).length)
})

test('a label that cannot stand in a line, or that two states share, is written as its number', () => {
  const range = [
    { value: 1, label: 'On; boost' },
    { value: 2, label: 'Eco' },
    { value: 3, label: 'éco' },
    { value: 4, label: '2' },
  ]
  const rule = ruleOf({ valueType: 'enum', facets: { range } })
  const intervals: TypedInterval[] = range.map(({ value }) => [`0${value}:00`, `0${value + 1}:00`, String(value)])
  expect(formatLine(intervals, rule)).toBe('01:00–02:00 1; 02:00–03:00 Eco; 03:00–04:00 3; 04:00–05:00 2')
  expect(parseLine(formatLine(intervals, rule), rule).intervals).toEqual(intervals)
})

test('reads back what it writes, for any week that a schedule accepts', () => {
  const clock = (minute: number) => {
    const two = (part: number) => String(part).padStart(2, '0')
    return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  }
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(
      minutes,
      fc.array(fc.integer({ min: 50, max: 300 }), { minLength: 10, maxLength: 10 }),
      (edges, values) => {
        const sorted = [...edges].sort((one, other) => one - other)
        const intervals = Array.from(
          { length: Math.floor(sorted.length / 2) },
          (_, at): TypedInterval => [
            clock(sorted[2 * at] ?? 0),
            clock(sorted[2 * at + 1] ?? 0),
            String((values[at] ?? 50) / 10),
          ],
        )
        for (const rule of [setpoint, consigne])
          expect(parseLine(formatLine(intervals, rule), rule)).toEqual({ intervals, problems: [] })
      },
    ),
  )
})

test('takes linear time for hostile lines', () => {
  const hostile = [
    ' '.repeat(900),
    '1 '.repeat(450),
    'h'.repeat(900),
    `8${' '.repeat(900)}x`,
    '8-12 1,'.repeat(140),
    'ﷺ'.repeat(900),
  ]
  const begin = performance.now()
  for (const line of hostile) for (const rule of [switched, setpoint]) parseLine(line, rule)
  expect(performance.now() - begin).toBeLessThan(500)
})

test('a French reader reads and types the French word for a state, and may type that of the controller', () => {
  const french = ruleOf({ language: 'fr' })
  expect(formatLine([['06:30', '22:00', 'true']], french)).toBe('06:30–22:00 Occupé')
  for (const word of ['Occupé', 'occupe', 'Occupied', 'Marche', 'Activé'])
    expect(parseLine(`6:30-22 ${word}`, french)).toEqual({ intervals: [['06:30', '22:00', 'true']], problems: [] })
  expect(parseLine('6:30-22 Inoccupé', french).intervals).toEqual([['06:30', '22:00', 'false']])
})

test('a label of the schedule wins over the French word for another', () => {
  const range = [
    { value: 1, label: 'Occupied' },
    { value: 2, label: 'Occupé' },
  ]
  const rule = ruleOf({ valueType: 'enum', facets: { range }, language: 'fr' })
  const intervals: TypedInterval[] = [
    ['01:00', '02:00', '1'],
    ['02:00', '03:00', '2'],
  ]
  expect(formatLine(intervals, rule)).toBe('01:00–02:00 Occupied; 02:00–03:00 Occupé')
  expect(parseLine(formatLine(intervals, rule), rule).intervals).toEqual(intervals)
})
