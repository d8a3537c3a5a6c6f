/** The values of a chart in few rows: each summarises neighbouring buckets. */

import { lastBucket } from './buckets'
import type { Reading } from './columns'
import type { ChartData } from './model'

export interface ChartRow {
  /** Its part of the window, in ms. */
  at: number
  to: number
  /** By line; undefined without a value. */
  cells: readonly (Pick<Reading, 'value' | 'low' | 'high'> | undefined)[]
}

/** Returns at most `maxRows` rows of equal length; those without a value are left out. */
export function tableRows(
  chart: ChartData,
  lines: readonly { readings: readonly Reading[] }[],
  maxRows: number,
): ChartRow[] {
  const perRow = Math.max(1, Math.ceil((lastBucket(chart, chart.widthMs) + 1) / maxRows))
  const byRow = lines.map(({ readings }) => {
    const rows = new Map<number, Reading[]>()
    for (const reading of readings) {
      const row = Math.floor(reading.index / perRow)
      const own = rows.get(row)
      if (own) own.push(reading)
      else rows.set(row, [reading])
    }
    return rows
  })
  const numbers = [...new Set(byRow.flatMap((rows) => [...rows.keys()]))].sort((one, other) => one - other)
  const length = perRow * chart.widthMs
  return numbers.map((row) => ({
    at: Math.max(chart.from, chart.origin + row * length),
    to: Math.min(chart.to, chart.origin + (row + 1) * length),
    cells: byRow.map((rows) => summaryOf(rows.get(row))),
  }))
}

function summaryOf(readings: readonly Reading[] | undefined) {
  if (!readings) return undefined
  return {
    value: readings.reduce((sum, { value }) => sum + value, 0) / readings.length,
    low: Math.min(...readings.map(({ low }) => low)),
    high: Math.max(...readings.map(({ high }) => high)),
  }
}
