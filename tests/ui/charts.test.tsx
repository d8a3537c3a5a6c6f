/** Charts say what their numbers say: thinned without losing a spike, broken where nobody knows, in both clocks and units. */
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, test } from 'vitest'
import type { Trends } from '#contracts/faults'
import { chartsOf, stripsOf } from '~/features/fault/rule-charts'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { ruleCharts } from '~/features/fault/shared/rule-trends.server'
import { trendsSheet } from '~/features/fault/shared/trends-sheet.server'
import { notStoredSpans } from '~/features/trend/not-stored'
import { NotStoredNotice } from '~/features/trend/shared/not-stored-notice'
import { instanceFor, translator } from '~/i18n/i18n.server'
import { timeTicks, valueAxis } from '~/ui/chart/axis'
import { bucketsOf, bucketWidthMs, commonGaps, forwardFill, gapsOf, maxBuckets } from '~/ui/chart/buckets'
import { readColumns, writeColumns } from '~/ui/chart/columns'
import { grownChart } from '~/ui/chart/grow'
import { HeatMap } from '~/ui/chart/heat'
import { chartData } from '~/ui/chart/model'
import { Sparkline } from '~/ui/chart/spark'
import { TrendChart, type TrendChartProps } from '~/ui/chart/trend'
import { Week } from '~/ui/chart/week'
import { adjacentWindow, parseChartWindow } from '~/ui/chart/window'
import { PageContextProvider } from '~/ui/page-context'
import { thin } from '../../services/history/thinning'

const minute = 60_000
const day = 1_440 * minute
const start = Date.parse('2026-03-09T05:00:00.000Z')
const window = { from: start, to: start + day }

function draw(node: React.ReactNode, language: 'en' | 'fr' = 'en', own = 'UTC') {
  return renderToStaticMarkup(
    <I18nextProvider i18n={instanceFor(language)}>
      <PageContextProvider timeZone={own} isTimeZoneKnown>
        {node}
      </PageContextProvider>
    </I18nextProvider>,
  ).replaceAll('\u00a0', ' ')
}

/** A sample a minute, one of them far above the others. */
const spiky = Array.from({ length: 1_440 }, (_, at) => ({ at: start + at * minute, value: at === 700 ? 90 : 20 }))
const silent = spiky.map(({ at, value }, index) => ({ at, value: index >= 300 && index < 500 ? null : value }))

describe('thinning', () => {
  test('keeps every spike in buckets of a round length, no more of them than a chart has columns', () => {
    const width = bucketWidthMs(window)
    const buckets = bucketsOf(spiky, window, width)
    expect([width / minute, buckets.length]).toEqual([5, 288])
    for (const days of [1 / 24, 1, 7, 31]) {
      const span = { from: start, to: start + days * day }
      expect((days * day) / bucketWidthMs(span)).toBeLessThanOrEqual(maxBuckets)
      expect((days * day) / bucketWidthMs(span, 50)).toBeLessThanOrEqual(50)
    }
    expect(Math.max(...buckets.map(({ high }) => high))).toBe(90)
    expect(Math.max(...buckets.map(({ mean }) => mean))).toBe((90 + 4 * 20) / 5)
  })

  test('leaves gaps out, and tells where they are', () => {
    expect(gapsOf(silent, window)).toEqual([{ from: start + 300 * minute, to: start + 500 * minute }])
    expect(bucketsOf(silent, window, 5 * minute)).toHaveLength(288 - 40)
    expect(commonGaps([gapsOf(silent, window), gapsOf(spiky, window)])).toEqual([])
  })

  test('has what holds in every stretch until the next sample, or until nobody knows', () => {
    const hour = 60 * minute
    const held = forwardFill(
      [
        { at: start - hour, value: 1 },
        { at: start + 2 * hour, value: 2 },
        { at: start + 4 * hour + minute, value: null },
        { at: start + 12 * hour, value: 3 },
        { at: start + 23 * hour, value: 3 },
      ],
      window,
      15 * minute,
    )
    const hours = [1, 2, 3].map((value) => {
      const known = bucketsOf(held, window, 15 * minute).filter(({ last }) => last === value)
      return known.map(({ index }) => index / 4)
    })
    const quarters = (from: number, to: number) => Array.from({ length: (to - from) * 4 + 1 }, (_, at) => from + at / 4)
    expect(hours).toEqual([quarters(0, 1.75), quarters(2, 4), quarters(12, 23)])
    expect(forwardFill([], window, minute)).toEqual([])
    expect(forwardFill(spiky, window, minute)).toEqual(spiky)
  })

  test('makes nothing of nothing', () => {
    expect(bucketsOf([], window, minute)).toEqual([])
    expect(valueAxis([], { top: 0, bottom: 100 }).ticks.length).toBeGreaterThan(1)
    expect(valueAxis([5, 5], { top: 0, bottom: 100 }).scale(5)).toBeCloseTo(50)
  })

  test('keeps equal values inside of what their quantity can be, and shows those outside', () => {
    const domain = (values: readonly number[], bounds?: { min?: number; max?: number }) =>
      valueAxis(values, { top: 0, bottom: 100 }, String, bounds).scale.domain()
    const share = { min: 0, max: 100 }
    expect(domain([0, 0], share)).toEqual([0, 1])
    expect(domain([100, 100], share)).toEqual([90, 100])
    expect(domain([40, 40], share)).toEqual([36, 44])
    expect(domain([0], { min: 0 })).toEqual([0, 1])
    expect(domain([0, 0])).toEqual([-1, 1])
    expect(domain([-2, -2], share)).toEqual([-2, -1])
    expect(domain([-2, 104], share)[0]).toBeLessThanOrEqual(-2)
    expect(domain([-2, 104], share)[1]).toBeGreaterThanOrEqual(104)
  })

  test.each([[0], [100], [0, 1], [0, 2], [20.9, 21.1], [0.2]])(
    'calls no two lines of %s by the same words',
    (...values) => {
      const whole = (value: number) => `${Math.round(value) || 0} %`
      const { ticks } = valueAxis(values, { top: 0, bottom: 100 }, whole)
      expect(ticks).not.toEqual([])
      expect(new Set(ticks.map(whole)).size).toBe(ticks.length)
      expect(ticks.every((tick) => Math.abs(tick - Math.round(tick)) < 0.2)).toBe(true)
    },
  )
})

test('ticks stand at round hours of the site, also on the day its clocks jump', () => {
  const spring = { from: Date.parse('2026-03-08T05:00:00Z'), to: Date.parse('2026-03-09T04:00:00Z') }
  const ticks = timeTicks(spring, 'America/Toronto')
  expect(ticks.map(({ text }) => text)).toEqual([
    '03-08',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    '03-09',
  ])
  expect(new Date(ticks[2]?.at ?? 0).toISOString()).toBe('2026-03-08T10:00:00.000Z')
})

const text = (value: number) => `${Math.round(value * 10) / 10} °C`
const line = { key: 'SAT', short: 'SAT', name: 'Supply air temperature', samples: silent }
const data = {
  window,
  timeZone: 'America/Toronto',
  lines: [line],
  limits: [{ key: 'SAT', value: 40 }],
  text,
}
const chart: TrendChartProps = {
  caption: 'Supply air',
  chart: chartData(data),
  strips: [{ label: 'Fault', spans: [{ from: start, to: start + day / 2, label: 'Fault', tone: 'danger' }] }],
  values: { digits: 1, symbol: '°C' },
  zoomHref: ({ from }) => `?from=${from}`,
  csvHref: '/csv',
}

describe('the columns of a line', () => {
  const buckets = bucketsOf(silent, window, 5 * minute)
  const options = { decimals: 2, isStep: false, isAfterGap: (one: { index: number }) => one.index === 100 }

  test('are read as they were written, with what is missing and where the line breaks', () => {
    const read = readColumns(writeColumns(buckets, options), 2)
    expect(read.map(({ index, low, high }) => ({ index, low, high }))).toEqual(
      buckets.map(({ index, low, high }) => ({ index, low, high })),
    )
    expect(read.every(({ value }, order) => Math.abs(value - (buckets[order]?.mean ?? Number.NaN)) <= 0.005)).toBe(true)
    expect(read.filter(({ isAfterGap }) => isAfterGap).map(({ index }) => index)).toEqual([100])
  })

  test('are a few characters a bucket, and nothing for nothing', () => {
    expect(writeColumns(buckets, options).length / buckets.length).toBeLessThan(4)
    expect(readColumns('', 1)).toEqual([])
    const wild = [-1e6, 1e6, 0.001, -3].map((value, index) => ({
      index: index * 900,
      low: value,
      high: value,
      mean: value,
      last: value,
    }))
    const read = readColumns(writeColumns(wild, { ...options, decimals: 3 }), 3)
    expect(read.map(({ index, value }) => [index, value])).toEqual(wild.map(({ index, mean }) => [index, mean]))
  })
})

describe('a chart that is followed', () => {
  const grows = chartData({
    ...data,
    limits: [],
    lines: [
      { ...line, samples: spiky },
      { ...line, key: 'RAT', samples: silent },
    ],
  })
  const later = (minutes: number, value: number, key = 'SAT') => [{ key, at: grows.to + minutes * minute, value }]
  const readings = (chart: typeof grows | null, at = 0) =>
    readColumns(chart?.lines[at]?.columns ?? '', chart?.decimals ?? 0)

  test('has a new value at its end, and the window moves on with it', () => {
    const after = grownChart(grows, later(5, 42.5))
    expect([after?.to, after?.from]).toEqual([grows.to + 5 * minute, grows.from + 5 * minute])
    expect(readings(after).at(-1)).toMatchObject({ index: 289, value: 42.5, low: 42.5, high: 42.5 })
    expect(readings(after)[0]?.index).toBe(1)
    expect(after?.lines[0]?.summary).toMatchObject({ last: 42.5, max: 90, min: 20 })
    expect(after?.lines[1]).toBe(grows.lines[1])
    expect(after?.times.every(({ at }) => at >= after.from)).toBe(true)
  })

  test('widens the range of an interval by each value in it, and keeps its gaps', () => {
    const once = grownChart(grows, later(1, 42.5, 'RAT'))
    const twice = once && grownChart(once, later(2, 30, 'RAT'))
    expect(readings(twice, 1).at(-1)).toMatchObject({ value: 30, low: 30, high: 42.5 })
    expect(readings(twice, 1).filter(({ isAfterGap }) => isAfterGap)).toHaveLength(1)
  })

  test('is the same where nothing is new, and none where a value is outside its axis', () => {
    expect(grownChart(grows, [])).toBe(grows)
    const last = [{ key: 'SAT', at: grows.to - 30 * minute, value: 50 }]
    expect(grownChart(grows, last)).toBe(grows)
    expect(grownChart(grows, later(1, 1_000))).toBeNull()
  })
})

describe('a trend', () => {
  const drawn = draw(<TrendChart {...chart} />)

  test('breaks where nobody knows, and says so', () => {
    const [path = ''] = /<path d="(M[^"]+)"><\/path><\/g>/.exec(drawn)?.slice(1) ?? []
    expect(path.match(/M/g)).toHaveLength(2)
    expect(drawn).toContain('url(#')
    expect(drawn).toContain('no data')
  })

  test('has its numbers as a folded table, a file, and the same in titles that lead to a part of it', () => {
    // Of 48 rows of half an hour those without a value are left out.
    expect(drawn.match(/<tr>/g)?.length).toBe(1 + 48 - 6)
    expect(drawn).toContain('<th scope="row">2026-03-09 01:00</th><td>20 °C</td>')
    expect(drawn.match(/<title>2026-/g)?.length).toBeLessThanOrEqual(24)
    expect(drawn).toContain('href="/csv"')
    expect(drawn).toMatch(/<a href="\?from=\d+" tabindex="-1"><rect[^>]*><title>2026-03-09 01:00\nSAT: 20 °C/)
    expect(drawn).toContain('(20 °C – 90 °C)')
    expect(drawn).not.toContain('<script')
  })

  test('labels its limit at its end, its strip at its beginning, and says both clocks', () => {
    expect(drawn).toContain('limit 40 °C')
    expect(drawn).toContain('<title>Fault\n2026-03-09 01:00 – 2026-03-09 13:00</title>')
    expect(drawn).toContain('2026-03-09 01:00 – 2026-03-10 01:00, site time (EDT)')
    expect(drawn).toContain('(2026-03-09 05:00 – 2026-03-10 05:00 your time)')
    expect(draw(<TrendChart {...chart} />, 'fr')).toContain('heure du site')
  })

  test('is drawn in integers, without a width of its own', () => {
    const [stretched = ''] = /<svg [^>]*class="stretched">.*?<\/svg>/.exec(drawn) ?? []
    const paths = [...stretched.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) expect(path.replaceAll('M-0.5 ', 'M')).not.toContain('.')
    expect(drawn).toContain('viewBox="-0.5 0 288 400" preserveAspectRatio="none"')
    expect(drawn).not.toContain('style=')
  })

  test('shows no parts that link to a closer view where their address is long', () => {
    const long = draw(<TrendChart {...chart} zoomHref={({ from }) => `?from=${from}${'&point=p'.repeat(100)}`} />)
    expect([long.includes('<title>2026-03-09 01:00'), long.match(/<a href="\?from/g)]).toEqual([true, null])
    // The script that reads values off has the address once.
    expect(long.match(/\?from/g)).toHaveLength(1)
  })

  test('has a pale line for what a point was earlier, in the colour of its point, in the table and not at its end', () => {
    const earlier = { ...line, key: 'SAT earlier', name: 'Supply air temperature, a day before', earlierOf: 'SAT' }
    const both = draw(<TrendChart {...chart} chart={chartData({ ...data, lines: [line, earlier] })} />)
    expect(both).toContain('<g class="line s0 earlier">')
    expect(both).toContain('<th scope="col">Supply air temperature, a day before</th>')
    expect(both.match(/>SAT 20 °C</g)).toHaveLength(1)
  })

  test('stands in a zone that nobody knows as in UTC', () => {
    expect(draw(<TrendChart {...chart} chart={chartData({ ...data, timeZone: 'Mars/Olympus' })} />)).toContain('(UTC)')
  })
})

test('what was not kept is said with a reason and a moment that nobody knows, and as far as there is room', () => {
  const point = { pointId: 'p', name: 'A.Temp', deviceId: 'd', customerId: 'c', kind: 'numeric' as const, samples: [] }
  const at = (hours: number) => new Date(start + hours * 60 * minute).toISOString()
  const drawn = (notKept: object[], others: object[] = []) => {
    const unkept = notStoredSpans([{ ...point, notKept }, ...others.map((more) => ({ ...point, ...more }))] as never)
    return unkept && draw(<NotStoredNotice {...unkept} timeZone="America/Toronto" />)
  }
  expect(drawn([])).toBeNull()
  const paused = { from: at(0), to: at(1), reason: 'paused' }
  expect(drawn([paused])).toContain('<li>2026-03-09 01:00 – 2026-03-09 02:00, site time (EDT): paused</li>')
  expect(drawn([paused, paused], [{ name: 'B' }])).toContain('site time (EDT): paused (A.Temp)</li>')
  expect(drawn([{ from: '', to: '', reason: '' }])).toContain('<li>Unknown – Unknown</li>')
  const many = drawn(Array.from({ length: 40 }, (_, hour) => ({ from: at(hour), to: at(hour + 0.5), reason: 'off' })))
  expect([many?.match(/<li>/g)?.length, many?.includes('<li>10 more periods</li>')]).toEqual([31, true])
})

test('the small ones say in words what they draw', () => {
  expect(draw(<Sparkline label="12 alarms" samples={spiky} window={window} />)).toContain('aria-label="12 alarms"')
  expect(draw(<Sparkline label="none" samples={[]} window={window} />)).toBe('')
  const intervals = [{ from: 420, to: 1080, label: 'Occupied 21 °C', tone: 4 as const }]
  const week = draw(
    <Week caption="Week" days={[{ name: 'Mon', intervals, exception: 'Christmas' }]} now={{ day: 0, minute: 600 }} />,
  )
  expect(week).toContain('<td>07:00–18:00 Occupied 21 °C</td><td>Christmas</td>')
  expect(week).toContain('<title>Now, 10:00</title>')
  const counts = Array.from({ length: 24 }, (_, hour) => (hour === 7 ? 10 : hour === 8 ? 1 : 0))
  const heat = draw(<HeatMap caption="Alarms" rows={[{ name: '03-09', counts }]} text={(count) => `${count} alarms`} />)
  expect(heat).toContain('class="heat5"><title>03-09 07:00: 10 alarms</title>')
  expect(heat).toContain('class="heat1"><title>03-09 08:00: 1 alarms</title>')
  expect(heat).toContain('class="heat0"><title>03-09 09:00: 0 alarms</title>')
})

describe('the window of an address', () => {
  const now = start + day
  const asked = (text: string) => parseChartWindow(new URLSearchParams(text), now)

  test('is a range until now, or until a moment, or between two', () => {
    expect(asked('')).toEqual({ from: now - day, to: now, range: '1d', isNow: true })
    expect(asked('range=8h&to=2026-03-09T05:00:00Z')).toEqual({
      from: start - day / 3,
      to: start,
      range: '8h',
      isNow: false,
    })
    expect(asked('from=2026-03-09T05:00:00Z&to=2026-03-09T11:00:00Z')).toMatchObject({
      from: start,
      to: start + day / 4,
      range: null,
    })
  })

  test('is never less than an hour nor more than 31 days, and nothing it does not understand', () => {
    expect(asked('from=2026-03-09T05:00:00Z&to=2026-03-09T05:01:00Z')).toMatchObject({
      to: start + 30 * minute + 30_000,
    })
    const long = asked('from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z')
    expect(long.to - long.from).toBe(31 * day)
    expect(asked('range=year&from=tomorrow').range).toBe('1d')
  })

  test('has an earlier and a later one of the same length', () => {
    expect(adjacentWindow(asked(''), -1)).toEqual({ range: '1d', to: '2026-03-09T05:00:00.000Z' })
    expect(adjacentWindow(asked('range=1d&to=2026-03-09T05:00:00Z'), 1)).toEqual({
      range: '1d',
      to: '2026-03-10T05:00:00.000Z',
    })
  })
})

describe('the trends of a rule', () => {
  const at = (index: number) => new Date(start + index * minute).toISOString()
  const numeric = (role: string, unit: string, values: (number | null)[]): Trends['series'][number] => ({
    role,
    name: role,
    unit,
    kind: 'numeric',
    samples: values.map((value, index) => [at(index), value]),
  })
  const trends: Trends = {
    equipmentId: 'e',
    faultRuleId: 'g36-ahu-fc8',
    from: at(0),
    to: at(3),
    extendedFrom: at(0),
    extendedTo: at(3),
    intervalSec: 60,
    series: [
      numeric('SAT', 'degC', [20, null, 22]),
      numeric('MAT', 'degC', [10, 10, 12]),
      numeric('DSP', 'Pa', [249.089, 249.089, 249.089]),
      {
        role: 'FANSTS',
        name: 'Fan',
        unit: null,
        kind: 'state',
        samples: [
          [at(0), true],
          [at(2), false],
          [at(3), false],
        ],
      },
    ],
    bands: [{ type: 'fault', from: at(0), to: at(1) }],
    thresholds: [
      { role: 'SAT-MAT', value: 5, unit: 'degC' },
      { role: 'MAT', value: 15, unit: 'degC' },
    ],
    truncated: false,
  }

  const metric = { timeZone: 'UTC', system: 'metric', language: 'en' } as const

  test('hold differences against their limits without an offset, in either system', () => {
    const [difference, temperatures, pressures] = chartsOf(trends, 'us')
    expect(difference?.lines[0]?.samples.map(({ value }) => value)).toEqual([18, null, 18])
    expect(difference?.limits[0]?.value).toBe(9)
    expect(temperatures?.lines.map(({ key }) => key)).toEqual(['SAT', 'MAT'])
    expect(temperatures?.lines[0]?.samples.map(({ value }) => value)).toEqual([68, null, 71.6])
    expect(temperatures?.limits.map(({ value }) => value)).toEqual([59])
    expect(pressures?.lines[0]).toMatchObject({ key: 'DSP', isStep: false })
    expect(pressures?.lines[0]?.samples[0]?.value).toBeCloseTo(1)
    expect(chartsOf(trends, 'metric')[0]?.limits[0]?.value).toBe(5)
  })

  /** Two points that go up and down once a day, out of step and trembling, as a service thins each by itself. */
  function thinned(days: number, maxSamples: number): Trends {
    const wave = (index: number) => (2 * Math.PI * index) / 1_440
    const own = (role: string, valueAt: (index: number) => number): Trends['series'][number] => ({
      ...numeric(role, 'degC', []),
      samples: thin(
        Array.from({ length: days * 1_440 }, (_, index) => ({ at: start + index * minute, value: valueAt(index) })),
        { maxSamples, isState: false },
      ).map(({ at, value }) => [new Date(at).toISOString(), value]),
    })
    return {
      ...trends,
      extendedTo: at(days * 1_440),
      series: [
        own('SAT', (index) => 20 + 5 * Math.sin(wave(index)) + 0.2 * Math.sin(index * 12.9)),
        own('MAT', (index) => 10 + 5 * Math.cos(wave(index)) + 0.2 * Math.sin(index * 78.2)),
      ],
      truncated: true,
    }
  }

  test('hold a difference of points that were thinned each by itself against what both were at that moment', () => {
    const [difference] = chartsOf(thinned(7, 4_032), 'metric')
    const samples = difference?.lines[0]?.samples ?? []
    expect(samples.length).toBeGreaterThan(4_000)
    const off = samples.map(({ at, value }) => {
      const turn = (2 * Math.PI * (at - start)) / day
      return value === null ? 0 : Math.abs(value - (10 + 5 * Math.sin(turn) - 5 * Math.cos(turn)))
    })
    expect(Math.max(...off)).toBeLessThan(1)
    expect(samples.filter(({ value }) => value === null).length).toBeLessThan(3)
  })

  test('draw no difference of samples that are too far apart, and say so', () => {
    const coarse = thinned(31, 2_000)
    const [difference] = chartsOf(coarse, 'metric')
    expect([difference?.isTooCoarse, difference?.lines[0]?.samples]).toEqual([true, []])
    const drawn = draw(<RuleTrends charts={ruleCharts(coarse, metric)} />)
    expect(drawn).toContain('too far apart')
    expect(drawn.match(/<figure/g)).toHaveLength(1)
    expect(draw(<RuleTrends charts={ruleCharts(thinned(7, 4_032), metric)} />)).not.toContain('too far apart')
  })

  test('share a drawing up to six of one unit, above that in groups of equal size, with fewer numbers each', () => {
    const many = (count: number) => ({
      ...trends,
      thresholds: [],
      extendedTo: at(30 * 1_440),
      series: Array.from({ length: count }, (_, index) => numeric(`T${index}`, 'degC', Array(2_000).fill(index))),
    })
    const linesOf = (count: number) => ruleCharts(many(count), metric).charts.map(({ chart: one }) => one.lines.length)
    expect([linesOf(6), linesOf(7), linesOf(20)]).toEqual([[6], [4, 3], [5, 5, 5, 5]])
    const [one] = ruleCharts(many(20), metric).charts
    expect([(one?.chart.widthMs ?? 0) / (60 * minute), one?.chart.maxRows]).toEqual([6, 8])
    const names = [...draw(<RuleTrends charts={ruleCharts(many(20), metric)} />).matchAll(/class="title">([^<]+)</g)]
    expect(names.map(([, name]) => name)).toEqual([1, 2, 3, 4].map((number) => `Temperatures (${number} of 4)`))
  })

  test('know no difference where one of both was last heard of long ago', () => {
    const sat = numeric('SAT', 'degC', Array(60).fill(20))
    const mat = numeric('MAT', 'degC', [12])
    const [difference] = chartsOf({ ...trends, series: [sat, mat] }, 'metric')
    const values = difference?.lines[0]?.samples.map(({ value }) => value) ?? []
    expect([values.length, values[20], values[21], values[59]]).toEqual([60, 8, null, null])
  })

  test('stand without a time, a limit or a moment that a service left out', () => {
    const [limit] = trends.thresholds
    const bare = {
      ...trends,
      series: [
        {
          ...numeric('SAT', 'degC', [20, 21]),
          samples: [['', 19] as [string, number], [at(1), 21] as [string, number]],
        },
      ],
      bands: [{ type: 'fault' as const, from: '', to: '' }],
      thresholds: [{ ...limit, role: 'SAT', value: Number.NaN }],
    }
    const drawn = draw(<RuleTrends charts={ruleCharts(bare, metric)} />)
    expect(drawn).toContain('<figure')
    expect(drawn).not.toContain('NaN')
  })

  test('are a sheet of every point, states as they held', () => {
    const { columns, lines } = trendsSheet(trends, {
      t: translator('en'),
      system: 'metric',
      language: 'en',
      timeZone: 'UTC',
    })
    expect(Object.values(columns)).toEqual([
      'Site time (UTC)',
      'Time (UTC)',
      'SAT (°C)',
      'MAT (°C)',
      'DSP (Pa)',
      'Fan',
      'SAT − MAT (°C)',
    ])
    expect(lines.map((line) => Object.values(line).slice(2))).toEqual([
      [20, 10, 249.089, 'On', 10],
      [null, 10, 249.089, 'On', null],
      [22, 12, 249.089, 'Off', 10],
      [null, null, null, 'Off', null],
    ])
    const short = trendsSheet(
      { ...trends, truncated: true },
      { t: translator('en'), system: 'metric', language: 'en', timeZone: 'UTC' },
    )
    expect(Object.values(short.lines.at(-1) ?? {})[0]).toContain('Not every sample')
  })

  test('show what was on, and what the rule said, below', () => {
    expect(stripsOf(trends)).toEqual([
      { name: null, spans: [{ kind: 'fault', from: start, to: start + minute, state: null }] },
      { name: 'Fan', spans: [{ kind: 'on', from: start, to: start + 2 * minute, state: null, text: null }] },
    ])
  })
})
