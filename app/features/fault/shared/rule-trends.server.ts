/** Builds the charts of a rule's points and its states, as the plain data that `RuleTrends` draws. */
import type { Trends } from '#contracts/faults'
import type { UnitSystem } from '~/domain/units'
import { timeTicks } from '~/ui/chart/axis'
import { formattedValue } from '~/ui/chart/axis-format'
import type { ChartSpan } from '~/ui/chart/buckets'
import { chartData, maxLines, type TrendLine } from '~/ui/chart/model'
import type { StripsWindow } from '~/ui/chart/strips-chart'
import { formatsFor, timeZoneOrUtc } from '~/ui/format'
import { chartsOf, chartValueFormat, hasStateText, stripsOf } from '../rule-charts'
import type { RuleCharts } from './rule-trends'
import type { StateText } from './state-spans'

interface RuleChartsOf {
  timeZone: string
  system: UnitSystem
  language: 'en' | 'fr'
  /** Maximum number of charts; all by default. */
  maxCharts?: number
  /** The number of lines that the page was read for; those drawn by default. */
  lineCount?: number
  /** The means of longer intervals, where the samples of `trends` are only the lowest and highest of each. */
  means?: Trends | undefined
  /** The same points earlier, moved into the window, and the label of such a line. */
  earlier?: { trends: Trends; means?: Trends | undefined; nameOf: (name: string) => string } | undefined
  /** Texts of the states of points; those that have some are strips. */
  stateText?: StateText | undefined
}

/** A unit with more lines than one chart can show has several charts. */
export function ruleCharts(
  trends: Trends,
  { timeZone, system, language, maxCharts, lineCount, means, earlier, stateText }: RuleChartsOf,
): RuleCharts {
  const window = { from: Date.parse(trends.extendedFrom), to: Date.parse(trends.extendedTo) }
  const format = formatsFor({ language, unit: system, timeZone })
  const all = chartsOf({ ...trends, series: trends.series.filter((one) => !hasStateText(one, stateText)) }, system)
  const meansByKey = samplesByKey(means, system)
  const earlierByKey = samplesByKey(earlier?.trends, system)
  const earlierMeans = samplesByKey(earlier?.means, system)
  const withOthers = (line: TrendLine): TrendLine[] => {
    const before = earlierByKey.get(line.key)
    return [
      { ...line, means: meansByKey.get(line.key)?.samples },
      ...(earlier && before
        ? [
            {
              ...before,
              means: earlierMeans.get(line.key)?.samples,
              key: `${line.key} earlier`,
              name: earlier.nameOf(line.name),
              earlierOf: line.key,
            },
          ]
        : []),
    ]
  }
  const groups = all
    .filter(({ isTooCoarse }) => !isTooCoarse)
    .flatMap(({ unit, lines, limits, bounds }) =>
      groupsOf(lines).map((group) => ({
        unit,
        bounds,
        lines: group.flatMap(withOthers),
        limits: limits.filter(({ key }) => group.some((line) => line.key === key) || lines.length <= maxLines),
      })),
    )
    .slice(0, maxCharts)
  const strips = stripsOf(trends, stateText)
  const drawn = groups.reduce((count, { lines }) => count + lines.length, 0)
  return {
    window,
    strips,
    stripsWindow: groups.length === 0 && strips.length > 0 ? stripsWindow(window, timeZone) : null,
    tooCoarse: all.flatMap(({ isTooCoarse, lines }) =>
      isTooCoarse ? lines.map(({ key, name }) => ({ key, name })) : [],
    ),
    charts: groups.map(({ unit, lines, limits, bounds }) => ({
      unit,
      chart: chartData({
        window,
        timeZone,
        lines,
        limits,
        text: (value) => formattedValue(value, chartValueFormat(unit, system), format),
        bounds,
        lineCount: lineCount ?? drawn,
      }),
    })),
    isThinned: trends.truncated,
  }
}

export const stripsWindow = (window: ChartSpan, timeZone: string): StripsWindow => ({
  ...window,
  timeZone: timeZoneOrUtc(timeZone),
  times: timeTicks(window, timeZoneOrUtc(timeZone)),
})

/** Returns the lines of all charts, with their samples in the reader's units. */
export const ruleLines = (trends: Trends, system: UnitSystem): TrendLine[] =>
  chartsOf(trends, system).flatMap(({ lines }) => lines)

/** Groups of equal size, each of which one chart can show. */
function groupsOf(lines: readonly TrendLine[]): TrendLine[][] {
  const count = Math.ceil(lines.length / maxLines)
  const size = Math.ceil(lines.length / Math.max(1, count))
  return Array.from({ length: count }, (_, group) => lines.slice(group * size, (group + 1) * size))
}

function samplesByKey(trends: Trends | undefined, system: UnitSystem): Map<string, TrendLine> {
  if (!trends) return new Map()
  return new Map(chartsOf(trends, system).flatMap(({ lines }) => lines.map((line) => [line.key, line] as const)))
}
