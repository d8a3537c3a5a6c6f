import { describe, expect, it } from 'vitest'
import { formatsFor } from '~/ui/format'

const english = formatsFor({ language: 'en', unit: 'metric', timeZone: 'America/Toronto' })
const french = formatsFor({ language: 'fr', unit: 'us', timeZone: 'Europe/Paris' })
const moment = '2026-03-09T14:05:07.000Z'

describe('formats', () => {
  it('write a moment in the reader’s zone, or in the one of the site', () => {
    expect(english.dateTime(moment)).toBe('2026-03-09 10:05:07 EDT')
    expect(english.dateTime(moment, 'UTC')).toBe('2026-03-09 14:05:07 UTC')
    expect(french.dateTime(moment, 'America/Toronto')).toBe('2026-03-09 10:05:07 HAE')
    expect(french.date('2026-03-09T23:30:00.000Z')).toBe('2026-03-10')
  })

  it('show what is not a moment as it is, and an unknown zone as UTC', () => {
    expect(english.dateTime('soon')).toBe('soon')
    expect(english.time(moment, 'Mars/Olympus')).toBe('14:05 UTC')
  })

  it('call no zone what was given none, and show what is not known as a dash', () => {
    expect(english.dateTime('2026-03-09T14:05:07', 'UTC')).toBe('2026-03-09 14:05:07')
    expect(english.time('2026-03-09T14:05:07')).toBe('14:05:07')
    expect([english.number(Number.NaN), english.bytes(Number.NaN), english.duration(Number.NaN)]).toEqual([
      '–',
      '–',
      '–',
    ])
  })

  it('say all and nothing only of all and nothing', () => {
    expect([0, 0.001, 115 / 120, 0.999, 1, 1.001, 1.5].map(english.percent)).toEqual([
      '0%',
      '1%',
      '96%',
      '99%',
      '100%',
      '101%',
      '150%',
    ])
  })

  it('write quantities in the reader’s units', () => {
    expect(english.quantity(21.44, 'degC')).toBe('21.4\u00a0°C')
    expect(french.quantity(21.5, 'degC')).toBe('70,7\u00a0°F')
    expect(french.quantity(2, 'degC', { isDelta: true })).toBe('3,6\u00a0°F')
    expect(english.area(1000, 'm2')).toBe('1,000\u00a0m²')
    expect(french.area(1000, 'm2')).toMatch(/^10\s764\u00a0ft²$/)
  })

  it('write durations, sizes and lists', () => {
    expect([90, 300, 9_000, 19_800, 7_200, 86_340, 154_320, 259_200, 238_000, 1_000_000].map(english.duration)).toEqual(
      ['90 s', '5 min', '2 h 30 min', '5 h 30 min', '2 h', '23 h 59 min', '1 d 18 h', '3 d', '2 d 18 h', '12 d'],
    )
    expect(french.duration(259_200)).toBe('3 j')
    expect(english.bytes(1_234_567)).toBe('1.2 MB')
    expect(english.list(['a', 'b', 'c'])).toMatch(/^a, b,? and c$/)
    expect(french.list(['a', 'b', 'c'])).toBe('a, b et c')
  })
})
