/** What a rule looked at, as charts: points of one unit together, differences against their limits, states below. */
import type { TrendSeries, Trends } from '#contracts/faults'
import { fromMetric, type QuantityId, quantities, type UnitSystem, unitSymbol } from '~/domain/units'
import type { Sample, Stretch } from '~/ui/chart/buckets'
import type { TrendLimit, TrendLine } from '~/ui/chart/trend'

/** Lines on one axis; values are in the reader's units. */
export interface RuleChart {
  /** The quantity on the wire; null for what is counted or has no unit. */
  unit: QuantityId | null
  lines: TrendLine[]
  limits: TrendLimit[]
  /** A difference of samples so far apart that nobody knows what both were at one moment: its line has none. */
  isTooCoarse?: boolean
}

/** What held for a while: a switch that was on, or what the rule made of it. */
export interface HeldSpan extends Stretch {
  kind: 'on' | 'fault' | 'modeDelay' | 'operatingState'
  state: number | null
}

export interface HeldStrip {
  /** The name of a point; null for what the rule tells. */
  name: string | null
  spans: HeldSpan[]
}

/** Digits behind the point, by quantity and system; one unless said. */
const digits: Partial<Record<string, number>> = {
  'percent metric': 0,
  'percent us': 0,
  'Pa metric': 0,
  'Pa us': 2,
  'L/s metric': 0,
  'L/s us': 0,
}

/** A value of a chart with its unit. */
export function valueText(
  value: number,
  {
    unit,
    system,
    number,
  }: { unit: QuantityId | null; system: UnitSystem; number: (value: number, digits: number) => string },
): string {
  const text = number(value, digits[`${unit} ${system}`] ?? 1)
  const symbol = unit && unitSymbol(unit, system)
  return symbol ? `${text}\u00a0${symbol}` : text
}

/** How long a point is taken to be what it was when it was last heard of, ms, where it is held against another. */
const longestHeld = 20 * 60_000

/** The quantity of a unit of the wire; null for what is counted or has none. */
export const quantityOf = (unit: string | null | undefined): QuantityId | null =>
  unit && Object.hasOwn(quantities, unit) && unit !== 'noUnits' ? (unit as QuantityId) : null

/** A setpoint holds until the next one; so do a numbered state and what is kept at each change. */
const holds = ({ role, kind, isHeld }: TrendSeries) => kind === 'state' || isHeld === true || /..SP$/.test(role)

/** The charts of a rule in the order of its points; a limit of a difference has a chart of its own. */
export function chartsOf(trends: Trends, system: UnitSystem): RuleChart[] {
  const lines = trends.series
    .filter(isNumeric)
    .map((series) => ({ unit: quantityOf(series.unit), line: lineOf(series, system) }))
  const units = [...new Set(lines.map(({ unit }) => unit))]
  const limits = limitsOf(trends)
  const plain = units.map((unit) => ({
    unit,
    lines: lines.filter((one) => one.unit === unit).map(({ line }) => line),
    limits: limits
      .filter(({ role }) => lines.some((one) => one.unit === unit && one.line.key === role))
      .map((limit) => limitOf(limit, { unit, system, isDelta: false })),
  }))
  return [...differencesOf(trends, system), ...plain]
}

/** What a limit holds against each other, two points at a time. */
export function differencesOf(trends: Trends, system: UnitSystem): RuleChart[] {
  const held = Math.max(longestHeld, (trends.intervalSec || 0) * 1_000)
  return limitsOf(trends).flatMap((limit): RuleChart[] => {
    const [one, other] = limit.role.split('-').map((role) => trends.series.find((series) => series.role === role))
    if (!one || !other || !isNumeric(one) || !isNumeric(other)) return []
    const unit = quantityOf(limit.unit)
    const [samples, against] = [numbersOf(one), numbersOf(other)]
    const isTooCoarse = trends.truncated && [samples, against].some((own) => distanceIn(own) > held / 2)
    const short = `${one.role} − ${other.role}`
    const differences = isTooCoarse ? [] : difference(samples, against, held)
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

/** The limits that have a value. */
const limitsOf = ({ thresholds }: Trends) =>
  thresholds.filter(({ role, value }) => role !== 'OS' && Number.isFinite(value))

/** What was on and when, and what the rule said, each as a strip. */
export function stripsOf({ series, bands }: Trends): HeldStrip[] {
  const found = (kind: HeldSpan['kind']): HeldStrip => ({
    name: null,
    spans: bands
      .filter(({ type }) => type === kind)
      .map(({ from, to, value = null }) => ({ kind, from: Date.parse(from), to: Date.parse(to), state: value })),
  })
  const states = series.filter((one) => one.kind === 'state' && !isNumeric(one))
  return [
    found('fault'),
    found('modeDelay'),
    found('operatingState'),
    ...states.map(({ name, samples }) => ({ name, spans: onSpans(samples) })),
  ].filter(({ spans }) => spans.length > 0)
}

function isNumeric({ samples }: TrendSeries): boolean {
  return !samples.some(([, value]) => typeof value === 'boolean' || typeof value === 'string')
}

function lineOf(series: TrendSeries, system: UnitSystem): TrendLine {
  const unit = quantityOf(series.unit)
  return {
    key: series.role,
    short: series.role,
    name: series.name,
    isStep: holds(series),
    samples: numbersOf(series).map(({ at, value }) => ({
      at,
      value: inUnits(value, { unit, system, isDelta: false }),
    })),
  }
}

/** The time from one sample to the next, ms, on the whole. */
function distanceIn(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && samples.length > 1 ? (last.at - first.at) / (samples.length - 1) : 0
}

/**
 * At every moment of either, by the last that was heard of each, since long series are thinned each by itself; nothing
 * where one of them said nothing, or said something too long ago.
 */
function difference(one: readonly Sample[], other: readonly Sample[], held: number): Sample[] {
  const moments = [...new Set([...one, ...other].map(({ at }) => at))].sort((a, b) => a - b)
  const [minuend, subtrahend] = [heldAt(one, held), heldAt(other, held)]
  return moments.map((at) => {
    const [value, against] = [minuend(at), subtrahend(at)]
    return { at, value: value === null || against === null ? null : value - against }
  })
}

/** What was last heard of a point at a moment, null where nobody knows; asked for later and later moments. */
function heldAt(samples: readonly Sample[], longest: number): (at: number) => number | null {
  let next = 0
  return (at) => {
    for (; next < samples.length && (samples[next]?.at ?? at) <= at; next += 1);
    const last = samples[next - 1]
    return last && at - last.at <= longest ? last.value : null
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
    label: role,
    value: inUnits(value, units) ?? value,
    samples: samples ? samplesIn(samples).map((one) => ({ ...one, value: inUnits(one.value, units) })) : undefined,
  }
}

/** A value of the wire in units of a system. */
export function inUnits(value: number | null, { unit, system, isDelta }: Units): number | null {
  return value === null || unit === null ? value : fromMetric(value, { quantity: unit, system, isDelta })
}

const numbersOf = ({ samples }: TrendSeries): Sample[] => samplesIn(samples)

/** The numbers of samples in the order of their moments; what was at a moment that nobody told is nobody's. */
function samplesIn(samples: TrendSeries['samples']): Sample[] {
  return samples
    .map(([at, value]) => ({ at: Date.parse(at), value: typeof value === 'number' ? value : null }))
    .filter(({ at }) => !Number.isNaN(at))
}

/** From each sample that is on until the next one, since states hold until then. */
function onSpans(samples: TrendSeries['samples']): HeldSpan[] {
  const spans: HeldSpan[] = []
  for (const [index, [at, value]] of samples.entries()) {
    const next = samples[index + 1]
    if (value !== true || !next) continue
    const before = spans.at(-1)
    const [from, to] = [Date.parse(at), Date.parse(next[0])]
    if (before && before.to === from) before.to = to
    else spans.push({ kind: 'on', state: null, from, to })
  }
  return spans
}
