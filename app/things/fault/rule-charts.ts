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

const quantityOf = (unit: string | null | undefined): QuantityId | null =>
  unit && Object.hasOwn(quantities, unit) && unit !== 'noUnits' ? (unit as QuantityId) : null

/** A setpoint holds until the next one; so does a numbered state. */
const holds = ({ role, kind }: TrendSeries) => kind === 'state' || /..SP$/.test(role)

/** The charts of a rule in the order of its points; a limit of a difference has a chart of its own. */
export function chartsOf(trends: Trends, system: UnitSystem): RuleChart[] {
  const lines = trends.series
    .filter(isNumeric)
    .map((series) => ({ unit: quantityOf(series.unit), line: lineOf(series, system) }))
  const units = [...new Set(lines.map(({ unit }) => unit))]
  const limits = trends.thresholds.filter(({ role }) => role !== 'OS')
  const plain = units.map((unit) => ({
    unit,
    lines: lines.filter((one) => one.unit === unit).map(({ line }) => line),
    limits: limits
      .filter(({ role }) => lines.some((one) => one.unit === unit && one.line.key === role))
      .map((limit) => limitOf(limit, { unit, system, isDelta: false })),
  }))
  const differences = limits.flatMap((limit): RuleChart[] => {
    const [one, other] = limit.role.split('-').map((role) => trends.series.find((series) => series.role === role))
    if (!one || !other || !isNumeric(one) || !isNumeric(other)) return []
    const unit = quantityOf(limit.unit)
    return [
      {
        unit,
        lines: [differenceOf(one, other, { unit, system })],
        limits: [limitOf(limit, { unit, system, isDelta: true })],
      },
    ]
  })
  return [...differences, ...plain]
}

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

/** At the moments of both; nothing where either says nothing. */
function differenceOf(
  one: TrendSeries,
  other: TrendSeries,
  { unit, system }: { unit: QuantityId | null; system: UnitSystem },
): TrendLine {
  const others = new Map(numbersOf(other).map(({ at, value }) => [at, value]))
  const samples = numbersOf(one).flatMap(({ at, value }): Sample[] => {
    const against = others.get(at)
    if (against === undefined) return []
    const difference = value === null || against === null ? null : value - against
    return [{ at, value: inUnits(difference, { unit, system, isDelta: true }) }]
  })
  const short = `${one.role} − ${other.role}`
  return { key: short, short, name: `${one.name} − ${other.name}`, samples }
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
    samples: samples?.map(([at, own]) => ({ at: Date.parse(at), value: inUnits(own, units) })),
  }
}

function inUnits(value: number | null, { unit, system, isDelta }: Units): number | null {
  return value === null || unit === null ? value : fromMetric(value, { quantity: unit, system, isDelta })
}

function numbersOf({ samples }: TrendSeries): Sample[] {
  return samples.map(([at, value]) => ({ at: Date.parse(at), value: typeof value === 'number' ? value : null }))
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
