/** A trend chart rendered on the server: lines with their ranges, limits, gaps, and strips below. */
import { area, curveStepAfter, line } from 'd3-shape'
import { useId } from 'react'
import { useT } from '~/i18n/use-t'
import { timeZoneOrUtc } from '../format'
import { usePageContext } from '../page-context'
import { useFormat } from '../use-format'
import { type PlotArea, timeAxis, timeTicks, valueAxis } from './axis'
import {
  type Bucket,
  bucketsOf,
  type ChartSample,
  type ChartSpan,
  commonGaps,
  crossesGap,
  forwardFill,
  gapsOf,
  maxBuckets,
} from './buckets'
import { ChartFigure, Hatch } from './figure'

export interface TrendLine {
  key: string
  /** The label at the end of the line: a word or a code. */
  short: string
  name: string
  samples: readonly ChartSample[]
  /** Whether a value applies until the next sample, as a setpoint does. */
  isStep?: boolean
}

/** A limit that values are compared with; drawn as a series where it changes. */
export interface TrendLimit {
  key: string
  /** The label before its value: "limit". */
  label: string
  value: number
  samples?: readonly ChartSample[] | undefined
}

/** A strip of intervals below the lines: a fault, an override, a state. */
export interface TrendStrip {
  label: string
  spans: readonly (ChartSpan & {
    label: string
    tone: 'danger' | 'warn' | 'progress' | 'accent' | 'plain'
    mark?: string
  })[]
}

export interface TrendChartProps {
  caption: string
  /** The accessible name of the chart; the caption by default. */
  name?: string
  window: ChartSpan
  /** The IANA id of the site's time zone. */
  timeZone: string
  /** At most six, of one unit. */
  lines: readonly TrendLine[]
  limits?: readonly TrendLimit[]
  strips?: readonly TrendStrip[]
  /** Returns a value with its unit, in the reader's unit system. */
  text: (value: number) => string
  /** Returns the address of a part of the window. */
  zoomHref?: (stretch: ChartSpan) => string
  csvHref?: string
}

/** The number of lines that one chart can show distinctly. */
export const maxLines = 6

const width = 980
const height = 226
const plotArea: PlotArea = { left: 116, right: 840, top: 14, bottom: height - 24 }
const stripHeight = 16
/** The maximum number of characters beside a strip. */
const maxLabelLength = 18

export function TrendChart(chart: TrendChartProps) {
  const { caption, name = caption, window, strips = [], text, zoomHref, csvHref } = chart
  const t = useT()
  const format = useFormat()
  const id = useId().replaceAll(':', '')
  const zone = timeZoneOrUtc(chart.timeZone)
  const plot = plotOf(chart)
  const { lines, x } = plot
  const clock = (moment: number) => format.minute(new Date(moment).toISOString(), zone)
  const rows = rowsOf(lines)
  const totalHeight = height + strips.length * stripHeight + (strips.length > 0 ? 6 : 0)
  return (
    <ChartFigure
      name={name}
      caption={caption}
      aside={<Clock zone={zone} window={window} />}
      csvHref={csvHref}
      table={{
        headings: [t('field.time'), ...lines.map((line) => line.name)],
        rows: rows.map(({ at, cells }) => [
          clock(at),
          ...cells.map((bucket) => (bucket ? rangeText(bucket, text) : t('chart.noData'))),
        ]),
      }}
    >
      <Legend lines={lines} text={text} />
      <svg viewBox={`0 0 ${width} ${totalHeight}`}>
        <Hatch id={id} />
        <ValueGrid plot={plot} text={text} />
        {timeTicks(window, zone).map((tick) => (
          <text key={tick.at} x={round(x(tick.at))} y={plotArea.bottom + 16} className="middle">
            {tick.text}
          </text>
        ))}
        {commonGaps(lines.map(({ gaps }) => gaps)).map((gap) => (
          <NoData key={gap.from} hatch={id} from={x(gap.from)} to={x(gap.to)} />
        ))}
        <Lines plot={plot} />
        <EndLabels plot={plot} text={text} />
        {strips.map((strip, index) => (
          <Strip
            key={strip.label}
            strip={strip}
            x={x}
            window={window}
            clock={clock}
            top={height + index * stripHeight}
          />
        ))}
        {mergePairs(rows).map(({ at: from, to = window.to, cells }) => (
          <HitArea key={from} from={x(from)} to={x(to)} href={zoomHref?.({ from, to })}>
            {[
              clock(from),
              ...cells.flatMap((bucket, index) =>
                bucket ? [`${lines[index]?.name}: ${rangeText(bucket, text)}`] : [],
              ),
            ].join('\n')}
          </HitArea>
        ))}
      </svg>
    </ChartFigure>
  )
}

type PlottedLine = TrendLine & { buckets: readonly Bucket[]; gaps: readonly ChartSpan[] }
type PlottedLimit = TrendLimit & { buckets: readonly Bucket[] }

/** What the chart draws, and the axes on which all of it fits. */
interface Plot {
  lines: readonly PlottedLine[]
  limits: readonly PlottedLimit[]
  ticks: readonly number[]
  /** Returns the position of a time. */
  x(moment: number): number
  /** Returns the position of a value. */
  y(value: number): number
  /** Returns the position of the middle of a bucket. */
  at(bucket: Bucket): number
}

function plotOf({ window, lines, limits = [], text }: TrendChartProps): Plot {
  const plotted = lines.slice(0, maxLines).map((one) => ({
    ...one,
    buckets: bucketsOf(one.isStep ? forwardFill(one.samples, window) : one.samples, window),
    gaps: gapsOf(one.samples, window),
  }))
  const limitLines = limits.map((limit) => ({ ...limit, buckets: bucketsOf(limit.samples ?? [], window) }))
  const { scale: y, ticks } = valueAxis(
    [
      ...plotted.flatMap(({ buckets }) => buckets.flatMap(({ low, high }) => [low, high])),
      ...limitLines.flatMap(({ value, buckets }) => (buckets.length > 0 ? buckets.map(({ mean }) => mean) : value)),
    ],
    plotArea,
    text,
  )
  const x = timeAxis(window, plotArea)
  const half = (window.to - window.from) / maxBuckets / 2
  return { lines: plotted, limits: limitLines, ticks, x, y, at: (bucket) => x(Math.min(bucket.at + half, window.to)) }
}

/** The values of the ticks, each with its line. */
function ValueGrid({ plot: { ticks, y }, text }: { plot: Plot; text: (value: number) => string }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <path d={`M${plotArea.left} ${round(y(tick))}H${plotArea.right}`} className="grid" />
      <text x={plotArea.left - 8} y={round(y(tick) + 4)} className="end">
        {text(tick)}
      </text>
    </g>
  ))
}

/** The lines, each with its range, and the limits. */
function Lines({ plot: { lines, limits, y, at } }: { plot: Plot }) {
  return (
    <>
      {lines.map((one, index) => (
        <g key={one.key} className={`line s${index}${one.isStep ? ' step' : ''}`}>
          {!one.isStep && <path d={envelope(one, at, y)} className="range" />}
          <path d={path(one, at, y)} />
        </g>
      ))}
      {limits.map(({ key, value, buckets }) => (
        <path
          key={key}
          className="limit"
          d={
            buckets.length > 0
              ? path({ buckets, gaps: [] }, at, y)
              : `M${plotArea.left} ${round(y(value))}H${plotArea.right}`
          }
        />
      ))}
    </>
  )
}

/** The last value of each line and limit, at its end. */
function EndLabels({ plot: { lines, limits, y }, text }: { plot: Plot; text: (value: number) => string }) {
  const labels = spreadLabels([
    ...lines.flatMap(({ key, short, buckets }, index) => {
      const last = buckets.at(-1)
      return last ? [{ key, index, text: `${short} ${text(last.last)}`, y: y(last.last) }] : []
    }),
    ...limits.map(({ key, label, value, buckets }) => ({
      key: `limit ${key}`,
      index: -1,
      text: `${label} ${text(buckets.at(-1)?.last ?? value)}`,
      y: y(buckets.at(-1)?.mean ?? value),
    })),
  ])
  return labels.map((end) => (
    <text
      key={end.key}
      x={plotArea.right + 6}
      y={round(end.y + 4)}
      className={end.index < 0 ? 'limited' : `s${end.index}`}
    >
      {end.text}
    </text>
  ))
}

/** The time range in the site's time zone, and in the reader's where that differs. */
function Clock({ zone, window }: { zone: string; window: ChartSpan }) {
  const t = useT()
  const format = useFormat()
  const { timeZone: own, isTimeZoneKnown } = usePageContext()
  const [from, to] = [new Date(window.from).toISOString(), new Date(window.to).toISOString()]
  const between = (where: string) => `${format.minute(from, where)} – ${format.minute(to, where)}`
  const name = format.time(to, zone).slice(6)
  const isOther = isTimeZoneKnown && own !== zone && between(own) !== between(zone)
  return (
    <>
      {t('chart.siteTime', { between: between(zone), zone: name })}
      {isOther && ` (${between(own)} ${t('time.yours')})`}
    </>
  )
}

/** The legend, for names too long for the ends of their lines. */
function Legend({ lines, text }: { lines: readonly PlottedLine[]; text: (value: number) => string }) {
  const t = useT()
  return (
    <ul className="legend">
      {lines.map(({ key, name, short, isStep, buckets }, index) => {
        const last = buckets.at(-1)
        return (
          <li key={key}>
            <svg width="20" height="8" aria-hidden="true" className={`line s${index}${isStep ? ' step' : ''}`}>
              <path d="M0 4H20" />
            </svg>
            {name} {short !== name && <span className="text-faint">{short}</span>}{' '}
            <b>{last ? text(last.last) : t('chart.noData')}</b>
          </li>
        )
      })}
    </ul>
  )
}

/** A gap, labelled if it is wide enough. */
function NoData({ hatch, from, to }: { hatch: string; from: number; to: number }) {
  const t = useT()
  return (
    <g>
      <rect
        x={round(from)}
        y={plotArea.top}
        width={round(to - from)}
        height={plotArea.bottom - plotArea.top}
        fill={`url(#${hatch})`}
      />
      {to - from > 44 && (
        <text x={round((from + to) / 2)} y={plotArea.top + 12} className="middle">
          {t('chart.noData')}
        </text>
      )}
    </g>
  )
}

function Strip({
  strip,
  x,
  window,
  clock,
  top,
}: {
  strip: TrendStrip
  x: (moment: number) => number
  window: ChartSpan
  clock: (moment: number) => string
  top: number
}) {
  return (
    <g className="strip">
      <text x={plotArea.left - 8} y={top + 10} className="end">
        {strip.label.length > maxLabelLength ? `${strip.label.slice(0, maxLabelLength - 1)}…` : strip.label}
        <title>{strip.label}</title>
      </text>
      {strip.spans
        .map((span) => ({ ...span, from: Math.max(span.from, window.from), to: Math.min(span.to, window.to) }))
        .filter(({ from, to }) => to > from)
        .map(({ from, to, label, tone, mark }) => (
          <g key={from}>
            <title>{`${label}\n${clock(from)} – ${clock(to)}`}</title>
            <rect
              x={round(x(from))}
              y={top}
              width={round(Math.max(x(to) - x(from), 1.5))}
              height={12}
              className={tone}
            />
            {mark && x(to) - x(from) > 14 && (
              <text x={round(x((from + to) / 2))} y={top + 10} className="middle">
                {mark}
              </text>
            )}
          </g>
        ))}
    </g>
  )
}

/** A hover target with the values of its time, linked to a closer view; keyboard users have the ranges above. */
function HitArea({
  from,
  to,
  href,
  children,
}: {
  from: number
  to: number
  href: string | undefined
  children: string
}) {
  const box = (
    <rect
      x={round(from)}
      y={plotArea.top}
      width={round(to - from)}
      height={plotArea.bottom - plotArea.top}
      className="hit"
    >
      <title>{children}</title>
    </rect>
  )
  return href ? (
    <a href={href} tabIndex={-1}>
      {box}
    </a>
  ) : (
    box
  )
}

interface Row {
  at: number
  to?: number
  cells: readonly (Bucket | undefined)[]
}

/** Returns the buckets of all lines, grouped by time. */
function rowsOf(lines: readonly PlottedLine[]): Row[] {
  const moments = new Set(lines.flatMap(({ buckets }) => buckets.map(({ at }) => at)))
  const bucketsByTime = lines.map(({ buckets }) => new Map(buckets.map((bucket) => [bucket.at, bucket])))
  return [...moments].sort((a, b) => a - b).map((at) => ({ at, cells: bucketsByTime.map((own) => own.get(at)) }))
}

/** Merges pairs of rows: a hover target needs a minimum width. */
function mergePairs(rows: readonly Row[]): Row[] {
  const pairs = rows.flatMap((row, index) => (index % 2 === 0 ? [[row, rows[index + 1]] as const] : []))
  return pairs.map(([one, other], index) => ({
    at: one.at,
    to: pairs[index + 1]?.[0].at ?? one.at + (other ? (other.at - one.at) * 2 : 0),
    cells: one.cells.map((bucket, cell) => mergeBuckets(bucket, other?.cells[cell])),
  }))
}

function mergeBuckets(one: Bucket | undefined, other: Bucket | undefined): Bucket | undefined {
  if (!one || !other) return one ?? other
  return {
    at: one.at,
    low: Math.min(one.low, other.low),
    high: Math.max(one.high, other.high),
    mean: (one.mean + other.mean) / 2,
    last: other.last,
  }
}

function rangeText({ mean, low, high }: Bucket, text: (value: number) => string): string {
  const [lowText, highText] = [text(low), text(high)]
  return lowText === highText ? text(mean) : `${text(mean)} (${lowText} – ${highText})`
}

type BucketOrBreak = Bucket | null

/** Returns the buckets with a null where a line would cross a gap. */
function withBreaks({ buckets, gaps }: Pick<PlottedLine, 'buckets' | 'gaps'>): BucketOrBreak[] {
  return buckets.flatMap((bucket, index): BucketOrBreak[] => {
    const before = buckets[index - 1]
    return before && crossesGap(gaps, before.at, bucket.at) ? [null, bucket] : [bucket]
  })
}

type Across = (bucket: Bucket) => number
type Up = (value: number) => number

function path(one: Pick<PlottedLine, 'buckets' | 'gaps' | 'isStep'>, x: Across, y: Up): string {
  const draw = line<BucketOrBreak>()
    .defined((bucket) => bucket !== null)
    .x((bucket) => (bucket ? round(x(bucket)) : 0))
    .y((bucket) => (bucket ? round(y(one.isStep ? bucket.last : bucket.mean)) : 0))
  return (one.isStep ? draw.curve(curveStepAfter) : draw)(withBreaks(one)) ?? ''
}

function envelope(one: Pick<PlottedLine, 'buckets' | 'gaps'>, x: Across, y: Up): string {
  const draw = area<BucketOrBreak>()
    .defined((bucket) => bucket !== null)
    .x((bucket) => (bucket ? round(x(bucket)) : 0))
    .y0((bucket) => (bucket ? round(y(bucket.low)) : 0))
    .y1((bucket) => (bucket ? round(y(bucket.high)) : 0))
  return draw(withBreaks(one)) ?? ''
}

/** Spreads overlapping labels vertically. */
function spreadLabels<Label extends { y: number }>(labels: readonly Label[], minDistance = 13): Label[] {
  const sorted = [...labels].sort((one, other) => one.y - other.y)
  const result: Label[] = []
  for (const label of sorted) {
    const above = result.at(-1)
    result.push({ ...label, y: above ? Math.max(label.y, above.y + minDistance) : label.y })
  }
  const over = (result.at(-1)?.y ?? 0) - plotArea.bottom
  return over > 0 ? result.map((label) => ({ ...label, y: label.y - over })) : result
}

const round = (number: number) => Math.round(number * 10) / 10
