/** What the script of a page needs of a chart, as an attribute. */

import type { AxisFormat } from './axis-format'
import type { ChartData, ChartLine } from './model'

export interface ReadableChart extends Pick<ChartData, 'from' | 'to' | 'origin' | 'widthMs' | 'decimals' | 'timeZone'> {
  values: AxisFormat
  lines: Pick<ChartLine, 'key' | 'short' | 'name' | 'series' | 'isStep' | 'columns'>[]
}

export function readableChart(
  { from, to, origin, widthMs, decimals, timeZone, lines }: ChartData,
  values: AxisFormat,
): string {
  const chart: ReadableChart = {
    from,
    to,
    origin,
    widthMs,
    decimals,
    timeZone,
    values,
    lines: lines.map(({ key, short, name, series, isStep, columns }) => ({
      key,
      short,
      name,
      series,
      isStep,
      columns,
    })),
  }
  return JSON.stringify(chart)
}
