/** A trend chart rendered on the server: lines with their ranges, limits, gaps, and strips below. */
import { area, curveStepAfter, line } from 'd3-shape'
import { useId } from 'react'
import { useT } from '~/i18n/use-t'
import { knownZone } from '../format'
import { usePageContext } from '../page-context'
import { useFormat } from '../use-format'
import { type Room, timeAxis, timeTicks, valueAxis } from './axis'
import {
  type Bucket,
  bucketsOf,
  gapsOf,
  heldThrough,
  isCut,
  mostBuckets,
  type Sample,
  type Stretch,
  sharedGaps,
} from './buckets'
import { ChartFigure, Hatch } from './figure'

export interface TrendLine {
  key: string
  /** The label at the end of the line: a word or a code. */
  short: string
  name: string
  samples: readonly Sample[]
  /** Whether a value applies until the next sample, as a setpoint does. */
  isStep?: boolean
}

/** A limit that values are compared with; drawn as a series where it changes. */
export interface TrendLimit {
  key: string
  /** The label before its value: "limit". */
  label: string
  value: number
  samples?: readonly Sample[] | undefined
}

/** A strip of intervals below the lines: a fault, an override, a state. */
export interface TrendStrip {
  label: string
  spans: readonly (Stretch & {
    label: string
    tone: 'danger' | 'warn' | 'progress' | 'accent' | 'plain'
    mark?: string
  })[]
}

export interface TrendProps {
  caption: string
  /** The accessible name of the chart; the caption by default. */
  name?: string
  window: Stretch
  /** The IANA id of the site's time zone. */
  timeZone: string
  /** At most six, of one unit. */
  lines: readonly TrendLine[]
  limits?: readonly TrendLimit[]
  strips?: readonly TrendStrip[]
  /** Returns a value with its unit, in the reader's unit system. */
  text: (value: number) => string
  /** Returns the address of a part of the window. */
  zoomHref?: (stretch: Stretch) => string
  csvHref?: string
}

/** The number of lines that one chart can show distinctly. */
export const mostLines = 6

const width = 980
const height = 226
const room: Room = { left: 116, right: 840, top: 14, bottom: height - 24 }
const stripHeight = 16
/** The maximum number of characters beside a strip. */
const longestLabel = 18

export function Trend({
  caption,
  name = caption,
  window,
  lines,
  limits = [],
  strips = [],
  text,
  zoomHref,
  csvHref,
  timeZone,
}: TrendProps) {
  const t = useT()
  const format = useFormat()
  const id = useId().replaceAll(':', '')
  const zone = knownZone(timeZone)
  const shown = lines.slice(0, mostLines).map((one) => ({
    ...one,
    buckets: bucketsOf(one.isStep ? heldThrough(one.samples, window) : one.samples, window),
    gaps: gapsOf(one.samples, window),
  }))
  const x = timeAxis(window, room)
  const across = limits.map((limit) => ({ ...limit, buckets: bucketsOf(limit.samples ?? [], window) }))
  const { scale: y, ticks } = valueAxis(
    [
      ...shown.flatMap(({ buckets }) => buckets.flatMap(({ low, high }) => [low, high])),
      ...across.flatMap(({ value, buckets }) => (buckets.length > 0 ? buckets.map(({ mean }) => mean) : value)),
    ],
    room,
    text,
  )
  const half = (window.to - window.from) / mostBuckets / 2
  const at = (bucket: Pick<Bucket, 'at'>) => x(Math.min(bucket.at + half, window.to))
  const unknown = sharedGaps(shown.map(({ gaps }) => gaps))
  const clock = (moment: number) => format.minute(new Date(moment).toISOString(), zone)
  const rows = rowsOf(shown)
  const ends = spread([
    ...shown.flatMap(({ key, short, buckets }, index) => {
      const last = buckets.at(-1)
      return last ? [{ key, index, text: `${short} ${text(last.last)}`, y: y(last.last) }] : []
    }),
    ...across.map(({ key, label, value, buckets }) => ({
      key: `limit ${key}`,
      index: -1,
      text: `${label} ${text(buckets.at(-1)?.last ?? value)}`,
      y: y(buckets.at(-1)?.mean ?? value),
    })),
  ])
  const whole = height + strips.length * stripHeight + (strips.length > 0 ? 6 : 0)
  return (
    <ChartFigure
      name={name}
      caption={caption}
      aside={<Clock zone={zone} window={window} />}
      csvHref={csvHref}
      table={{
        headings: [t('field.time'), ...shown.map(({ name }) => name)],
        rows: rows.map(({ at: moment, cells }) => [
          clock(moment),
          ...cells.map((bucket) => (bucket ? rangeText(bucket, text) : t('chart.noData'))),
        ]),
      }}
    >
      <Legend lines={shown} text={text} />
      <svg viewBox={`0 0 ${width} ${whole}`}>
        <Hatch id={id} />
        {ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${room.left} ${round(y(tick))}H${room.right}`} className="grid" />
            <text x={room.left - 8} y={round(y(tick) + 4)} className="end">
              {text(tick)}
            </text>
          </g>
        ))}
        {timeTicks(window, zone).map((tick) => (
          <text key={tick.at} x={round(x(tick.at))} y={room.bottom + 16} className="middle">
            {tick.text}
          </text>
        ))}
        {unknown.map((gap) => (
          <NoData key={gap.from} hatch={id} from={x(gap.from)} to={x(gap.to)} />
        ))}
        {shown.map((one, index) => (
          <g key={one.key} className={`line s${index}${one.isStep ? ' step' : ''}`}>
            {!one.isStep && <path d={envelope(one, at, y)} className="range" />}
            <path d={path(one, at, y)} />
          </g>
        ))}
        {across.map(({ key, value, buckets }) => (
          <path
            key={key}
            className="limit"
            d={
              buckets.length > 0 ? path({ buckets, gaps: [] }, at, y) : `M${room.left} ${round(y(value))}H${room.right}`
            }
          />
        ))}
        {ends.map((end) => (
          <text
            key={end.key}
            x={room.right + 6}
            y={round(end.y + 4)}
            className={end.index < 0 ? 'limited' : `s${end.index}`}
          >
            {end.text}
          </text>
        ))}
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
        {halved(rows).map(({ at: from, to = window.to, cells }) => (
          <Hit key={from} from={x(from)} to={x(to)} href={zoomHref?.({ from, to })}>
            {[
              clock(from),
              ...cells.flatMap((bucket, index) =>
                bucket ? [`${shown[index]?.name}: ${rangeText(bucket, text)}`] : [],
              ),
            ].join('\n')}
          </Hit>
        ))}
      </svg>
    </ChartFigure>
  )
}

/** The time range in the site's time zone, and in the reader's where that differs. */
function Clock({ zone, window }: { zone: string; window: Stretch }) {
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

type Drawn = TrendLine & { buckets: readonly Bucket[]; gaps: readonly Stretch[] }

/** The legend, for names too long for the ends of their lines. */
function Legend({ lines, text }: { lines: readonly Drawn[]; text: (value: number) => string }) {
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
        y={room.top}
        width={round(to - from)}
        height={room.bottom - room.top}
        fill={`url(#${hatch})`}
      />
      {to - from > 44 && (
        <text x={round((from + to) / 2)} y={room.top + 12} className="middle">
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
  window: Stretch
  clock: (moment: number) => string
  top: number
}) {
  return (
    <g className="strip">
      <text x={room.left - 8} y={top + 10} className="end">
        {strip.label.length > longestLabel ? `${strip.label.slice(0, longestLabel - 1)}…` : strip.label}
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
function Hit({ from, to, href, children }: { from: number; to: number; href: string | undefined; children: string }) {
  const box = (
    <rect x={round(from)} y={room.top} width={round(to - from)} height={room.bottom - room.top} className="hit">
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
function rowsOf(lines: readonly Drawn[]): Row[] {
  const moments = new Set(lines.flatMap(({ buckets }) => buckets.map(({ at }) => at)))
  const found = lines.map(({ buckets }) => new Map(buckets.map((bucket) => [bucket.at, bucket])))
  return [...moments].sort((a, b) => a - b).map((at) => ({ at, cells: found.map((own) => own.get(at)) }))
}

/** Merges pairs of rows: a hover target needs a minimum width. */
function halved(rows: readonly Row[]): Row[] {
  const pairs = rows.flatMap((row, index) => (index % 2 === 0 ? [[row, rows[index + 1]] as const] : []))
  return pairs.map(([one, other], index) => ({
    at: one.at,
    to: pairs[index + 1]?.[0].at ?? one.at + (other ? (other.at - one.at) * 2 : 0),
    cells: one.cells.map((bucket, cell) => joined(bucket, other?.cells[cell])),
  }))
}

function joined(one: Bucket | undefined, other: Bucket | undefined): Bucket | undefined {
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
  const [least, most] = [text(low), text(high)]
  return least === most ? text(mean) : `${text(mean)} (${least} – ${most})`
}

type Broken = Bucket | null

/** Returns the buckets with a null where a line would cross a gap. */
function broken({ buckets, gaps }: Pick<Drawn, 'buckets' | 'gaps'>): Broken[] {
  return buckets.flatMap((bucket, index): Broken[] => {
    const before = buckets[index - 1]
    return before && isCut(gaps, before.at, bucket.at) ? [null, bucket] : [bucket]
  })
}

type Across = (bucket: Bucket) => number
type Up = (value: number) => number

function path(one: Pick<Drawn, 'buckets' | 'gaps' | 'isStep'>, x: Across, y: Up): string {
  const draw = line<Broken>()
    .defined((bucket) => bucket !== null)
    .x((bucket) => (bucket ? round(x(bucket)) : 0))
    .y((bucket) => (bucket ? round(y(one.isStep ? bucket.last : bucket.mean)) : 0))
  return (one.isStep ? draw.curve(curveStepAfter) : draw)(broken(one)) ?? ''
}

function envelope(one: Pick<Drawn, 'buckets' | 'gaps'>, x: Across, y: Up): string {
  const draw = area<Broken>()
    .defined((bucket) => bucket !== null)
    .x((bucket) => (bucket ? round(x(bucket)) : 0))
    .y0((bucket) => (bucket ? round(y(bucket.low)) : 0))
    .y1((bucket) => (bucket ? round(y(bucket.high)) : 0))
  return draw(broken(one)) ?? ''
}

/** Spreads overlapping labels vertically. */
function spread<Label extends { y: number }>(labels: readonly Label[], least = 13): Label[] {
  const sorted = [...labels].sort((one, other) => one.y - other.y)
  const placed: Label[] = []
  for (const label of sorted) {
    const above = placed.at(-1)
    placed.push({ ...label, y: above ? Math.max(label.y, above.y + least) : label.y })
  }
  const over = (placed.at(-1)?.y ?? 0) - room.bottom
  return over > 0 ? placed.map((label) => ({ ...label, y: label.y - over })) : placed
}

const round = (number: number) => Math.round(number * 10) / 10
