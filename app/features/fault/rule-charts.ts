/** Charts of the points of a rule: one chart per unit, differences against their limits, and states below. */
import type { TrendSeries, Trends } from '#contracts/faults'
import { fromMetric, type QuantityId, quantities, type UnitSystem, unitSymbol } from '~/domain/units'
import type { AxisBounds } from '~/ui/chart/axis'
import type { AxisFormat } from '~/ui/chart/axis-format'
import type { ChartSample } from '~/ui/chart/buckets'
import type { TrendLimit, TrendLine } from '~/ui/chart/model'
import { type StateSpan, type StateStrip, type StateText, stateSpans, textSpans } from './shared/state-spans'

/** Lines on one axis, in the reader's units. */
export interface RuleChart {
  /** Quantity of the wire; null for counts and values without a unit. */
  unit: QuantityId | null
  lines: TrendLine[]
  limits: TrendLimit[]
  /** The values that the quantity can have; a difference can have any. */
  bounds?: AxisBounds | undefined
  /** The samples are too far apart to be subtracted: the line is empty. */
  isTooCoarse?: boolean
}

/** Decimals by quantity and unit system; 1 by default. */
const digits: Partial<Record<string, number>> = {
  'percent metric': 0,
  'percent us': 0,
  'Pa metric': 0,
  'Pa us': 2,
  'L/s metric': 0,
  'L/s us': 0,
}

/** Returns how the values of a chart are written. */
export const chartValueFormat = (unit: QuantityId | null, system: UnitSystem): AxisFormat => ({
  digits: digits[`${unit} ${system}`] ?? 1,
  symbol: (unit && unitSymbol(unit, system)) || '',
})

/** Quantities that are never negative, with their highest value. */
const boundsOf: Partial<Record<QuantityId, AxisBounds>> = {
  percent: { min: 0, max: 100 },
  pctRH: { min: 0, max: 100 },
  'L/s': { min: 0 },
  'm3/h': { min: 0 },
  kWh: { min: 0 },
  ppm: { min: 0 },
  lux: { min: 0 },
  m2: { min: 0 },
}

/** How long the last value of a point is valid when it is compared with another, in ms. */
const defaultMaxAgeMs = 20 * 60_000

/** Returns the quantity of a unit of the wire; null for counts and values without a unit. */
export const quantityOf = (unit: string | null | undefined): QuantityId | null =>
  unit && Object.hasOwn(quantities, unit) && unit !== 'noUnits' ? (unit as QuantityId) : null

/** Whether a value is valid until the next sample: setpoints, numbered states, and values stored on change. */
const keepsValue = ({ role, kind, isHeld }: TrendSeries) => kind === 'state' || isHeld === true || /..SP$/.test(role)

/** Returns the charts in the order of the rule's points; the limit of a difference has its own chart. */
export function chartsOf(trends: Trends, system: UnitSystem): RuleChart[] {
  const lines = trends.series
    .filter(isNumeric)
    .map((series) => ({ unit: quantityOf(series.unit), line: lineOf(series, system) }))
  const units = [...new Set(lines.map(({ unit }) => unit))]
  const limits = limitsOf(trends)
  const plain = units.map((unit) => ({
    unit,
    bounds: unit ? boundsOf[unit] : undefined,
    lines: lines.filter((one) => one.unit === unit).map(({ line }) => line),
    limits: limits
      .filter(({ role }) => lines.some((one) => one.unit === unit && one.line.key === role))
      .map((limit) => limitOf(limit, { unit, system, isDelta: false })),
  }))
  return [...differencesOf(trends, system), ...plain]
}

/** Returns a chart for each limit that compares two points. */
export function differencesOf(trends: Trends, system: UnitSystem): RuleChart[] {
  const maxAgeMs = Math.max(defaultMaxAgeMs, (trends.intervalSec || 0) * 1_000)
  return limitsOf(trends).flatMap((limit): RuleChart[] => {
    const [one, other] = limit.role.split('-').map((role) => trends.series.find((series) => series.role === role))
    if (!one || !other || !isNumeric(one) || !isNumeric(other)) return []
    const unit = quantityOf(limit.unit)
    const [samples, against] = [numbersOf(one), numbersOf(other)]
    const isTooCoarse = trends.truncated && [samples, against].some((own) => sampleIntervalMs(own) > maxAgeMs / 2)
    const short = `${one.role} − ${other.role}`
    const differences = isTooCoarse ? [] : difference(samples, against, maxAgeMs)
    return [
      {
        unit,
        lines: [
          {
            key: short,
            short,
            name: `${one.name} − ${other.name}`,
            samples: differences.map(({ at, value }) => ({
              at,
              value: inUnits(value, { unit, system, isDelta: true }),
            })),
          },
        ],
        limits: [limitOf(limit, { unit, system, isDelta: true })],
        isTooCoarse,
      },
    ]
  })
}

/** Returns the limits that have a value. */
const limitsOf = ({ thresholds }: Trends) =>
  thresholds.filter(({ role, value }) => role !== 'OS' && Number.isFinite(value))

/** Returns strips of what was on, of the states of the rule, and of enumerated points whose states have texts. */
export function stripsOf({ series, bands, extendedTo }: Trends, stateText?: StateText): StateStrip[] {
  const end = Date.parse(extendedTo)
  const stripFor = (kind: StateSpan['kind']): StateStrip => ({
    name: null,
    spans: bands
      .filter(({ type }) => type === kind)
      .map(({ from, to, value = null }) => ({ kind, from: Date.parse(from), to: Date.parse(to), state: value })),
  })
  const states = series.filter((one) => one.kind === 'state' && (!isNumeric(one) || hasStateText(one, stateText)))
  return [
    stripFor('fault'),
    stripFor('modeDelay'),
    stripFor('operatingState'),
    ...states.map((one) => ({ name: one.name, spans: pointSpans(one, { stateText, end }) })),
  ].filter(({ spans }) => spans.length > 0)
}

function pointSpans(
  { pointId, samples, ...series }: TrendSeries,
  { stateText, end }: { stateText: StateText | undefined; end: number },
): StateSpan[] {
  const textOf = (value: boolean | number) => (pointId && stateText?.(pointId, value)) || null
  if (isNumeric({ ...series, samples })) return textSpans(samples, textOf, end)
  const text = textOf(true)
  return stateSpans(samples, true, end).map((span) => ({ ...span, text }))
}

/** Whether a numeric series has the states of an enumerated point, which are drawn as a strip rather than a line. */
export const hasStateText = (series: TrendSeries, stateText: StateText | undefined): boolean =>
  series.kind === 'state' &&
  isNumeric(series) &&
  series.samples.some(
    ([, value]) => series.pointId && typeof value === 'number' && stateText?.(series.pointId, value) != null,
  )

function isNumeric({ samples }: TrendSeries): boolean {
  return !samples.some(([, value]) => typeof value === 'boolean' || typeof value === 'string')
}

function lineOf(series: TrendSeries, system: UnitSystem): TrendLine {
  const unit = quantityOf(series.unit)
  return {
    key: series.role,
    short: series.role,
    name: series.name,
    isStep: keepsValue(series),
    samples: numbersOf(series).map(({ at, value }) => ({
      at,
      value: inUnits(value, { unit, system, isDelta: false }),
    })),
  }
}

/** Returns the average time between samples, in ms. */
function sampleIntervalMs(samples: readonly ChartSample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && samples.length > 1 ? (last.at - first.at) / (samples.length - 1) : 0
}

/**
 * Returns the difference at each moment of either series, from the last value of each, since long series are thinned
 * separately; null where one has no value, or one that is too old.
 */
function difference(one: readonly ChartSample[], other: readonly ChartSample[], maxAgeMs: number): ChartSample[] {
  const moments = [...new Set([...one, ...other].map(({ at }) => at))].sort((a, b) => a - b)
  const [minuend, subtrahend] = [lastValueAt(one, maxAgeMs), lastValueAt(other, maxAgeMs)]
  return moments.map((at) => {
    const [value, against] = [minuend(at), subtrahend(at)]
    return { at, value: value === null || against === null ? null : value - against }
  })
}

/**
 * Returns a function for the last value at a moment, null if unknown or too old. Its calls must have increasing
 * moments.
 */
function lastValueAt(samples: readonly ChartSample[], maxAgeMs: number): (at: number) => number | null {
  let next = 0
  return (at) => {
    for (; next < samples.length && (samples[next]?.at ?? at) <= at; next += 1);
    const last = samples[next - 1]
    return last && at - last.at <= maxAgeMs ? last.value : null
  }
}

interface Units {
  unit: QuantityId | null
  system: UnitSystem
  isDelta: boolean
}

function limitOf({ role, value, samples }: Trends['thresholds'][number], units: Units): TrendLimit {
  return {
    key: role,
    value: inUnits(value, units) ?? value,
    samples: samples ? samplesIn(samples).map((one) => ({ ...one, value: inUnits(one.value, units) })) : undefined,
  }
}

/** Converts a value of the wire to a unit system. */
export function inUnits(value: number | null, { unit, system, isDelta }: Units): number | null {
  return value === null || unit === null ? value : fromMetric(value, { quantity: unit, system, isDelta })
}

const numbersOf = ({ samples }: TrendSeries): ChartSample[] => samplesIn(samples)

/** Returns the samples with numeric values, in order; samples without a valid time are dropped. */
function samplesIn(samples: TrendSeries['samples']): ChartSample[] {
  return samples
    .map(([at, value]) => ({ at: Date.parse(at), value: typeof value === 'number' ? value : null }))
    .filter(({ at }) => !Number.isNaN(at))
}
