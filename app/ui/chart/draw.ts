/**
 * The geometry of a trend chart in units of its own: a bucket is one wide, the axis `plotUnits` high. The drawing is
 * stretched to any width; letters are placed in percent beside it and keep their size.
 */
import type { ChartSpan } from './buckets'
import type { Reading } from './columns'
import type { ChartData } from './model'

/** The height of the plot, in units: as fine as the highest drawing. */
export const plotUnits = 400

/** Returns where the window begins and how wide it is, in buckets, whose middles are integers. */
export function windowBox({ from, to, origin, widthMs }: ChartData): { left: number; width: number } {
  const rounded = (count: number) => Math.round(count * 100) / 100
  return { left: rounded((from - origin) / widthMs - 0.5), width: rounded((to - from) / widthMs) }
}

/** Returns the share of the window before a time. */
export const shareAt = ({ from, to }: ChartSpan, moment: number) => (moment - from) / (to - from)

/** Returns the share of the height above a value. */
export const shareAbove = ({ low, high }: Pick<ChartData, 'low' | 'high'>, value: number) =>
  (high - value) / (high - low)

/** Returns the line through the values: straight from bucket to bucket, or in steps. */
export function linePath(readings: readonly Reading[], chart: ChartData, isStep: boolean): string {
  const path = pathWriter(chart)
  for (const [order, { index, value, isAfterGap }] of readings.entries()) {
    if (order === 0 || isAfterGap) path.move(index, value)
    else if (isStep) path.step(index, value)
    else path.line(index, value)
  }
  return path.text()
}

/** Returns the area between the lowest and the highest values. */
export function rangePath(readings: readonly Reading[], chart: ChartData): string {
  const path = pathWriter(chart)
  for (const run of runsOf(readings)) {
    if (run.length < 2) continue
    for (const [order, { index, high }] of run.entries()) order === 0 ? path.move(index, high) : path.line(index, high)
    for (const { index, low } of run.reverse()) path.line(index, low)
    path.close()
  }
  return path.text()
}

/** Returns the lines of the values of the axis. */
export function gridPath(chart: ChartData): string {
  const { left, width } = windowBox(chart)
  return chart.ticks.map((tick) => `M${left} ${heightOf(chart, tick)}h${width}`).join('')
}

/** The readings between gaps. */
function runsOf(readings: readonly Reading[]): Reading[][] {
  const runs: Reading[][] = []
  for (const reading of readings) {
    const run = runs.at(-1)
    if (run && !reading.isAfterGap) run.push(reading)
    else runs.push([reading])
  }
  return runs
}

const heightOf = (chart: Pick<ChartData, 'low' | 'high'>, value: number) =>
  Math.round(shareAbove(chart, value) * plotUnits)

/** Writes a path of integers relative to each other, the shortest form; level stretches are one command. */
function pathWriter(chart: ChartData) {
  const parts: string[] = []
  let [x, y, level, isLine] = [0, 0, 0, false]
  const across = (index: number) => index - x - level
  const flush = () => {
    if (level === 0) return
    parts.push(`h${level}`)
    x += level
    level = 0
    isLine = false
  }
  const relative = (dx: number, dy: number) => `${dx}${dy < 0 ? dy : ` ${dy}`}`
  return {
    move(index: number, value: number) {
      flush()
      x = index
      y = heightOf(chart, value)
      parts.push(`M${x} ${y}`)
      isLine = false
    },
    line(index: number, value: number) {
      const to = heightOf(chart, value)
      const sign = Math.sign(index - x - level)
      if (to === y && (level === 0 || Math.sign(level) === sign)) {
        level += across(index)
        return
      }
      flush()
      const text = relative(index - x, to - y)
      parts.push(isLine ? (text.startsWith('-') ? text : ` ${text}`) : `l${text}`)
      x = index
      y = to
      isLine = true
    },
    step(index: number, value: number) {
      const to = heightOf(chart, value)
      level += across(index)
      if (to === y) return
      flush()
      parts.push(`v${to - y}`)
      y = to
      isLine = false
    },
    close() {
      flush()
      parts.push('z')
      isLine = false
    },
    text() {
      flush()
      return parts.join('')
    },
  }
}

/** Spreads overlapping labels vertically: shares of the height, at least `distance` apart. */
export function spreadLabels<Label extends { share: number }>(labels: readonly Label[], distance: number): Label[] {
  const sorted = [...labels].sort((one, other) => one.share - other.share)
  const result: Label[] = []
  for (const label of sorted) {
    const above = result.at(-1)
    result.push({ ...label, share: above ? Math.max(label.share, above.share + distance) : label.share })
  }
  const over = (result.at(-1)?.share ?? 0) - 1
  return over > 0 ? result.map((label) => ({ ...label, share: label.share - over })) : result
}
