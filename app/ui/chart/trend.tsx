/**
 * A trend chart: lines with their ranges, limits, gaps, and strips below. Drawn once, stretched to any width with
 * letters of one size; in the browser values are read off by pointer and keyboard.
 */
import './charts.css'
import { type ReactNode, useId, useMemo } from 'react'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { useFormat } from '../use-format'
import { useIsInteractive } from '../use-is-interactive'
import { type AxisFormat, formattedValue } from './axis-format'
import { type ChartSpan, lastBucket } from './buckets'
import { ChartClock } from './clock'
import { type Reading, readColumns } from './columns'
import { gridPath, linePath, plotUnits, rangePath, shareAbove, shareAt, spreadLabels, windowBox } from './draw'
import { ChartFigure, Hatch } from './figure'
import type { ChartData, ChartLine, TrendStrip } from './model'
import { percent } from './percent'
import { readableChart } from './readable'
import { bucketAt, readingAt, readingText } from './reading'
import { type ChartRow, tableRows } from './rows'
import { Strips } from './strips'
import { TimeAxis } from './time-axis'
import { ValueAt, type ValueAtForm } from './value-at'

export interface ReadableLine {
  line: ChartLine
  readings: readonly Reading[]
}

export interface TrendChartProps {
  chart: ChartData
  caption: string
  /** The accessible name of the chart; the caption by default. */
  name?: string
  strips?: readonly TrendStrip[]
  values: AxisFormat
  /** Returns the address of a part of the window. */
  zoomHref?: ((span: ChartSpan) => string) | undefined
  csvHref?: string | undefined
  valueAt?: ValueAtForm | undefined
  /** Whether the page has React, which has the data of the chart already: the script gets it once React is there. */
  hasReact?: boolean
  /** A moment to mark, in ms, whose values the list of lines has too. */
  mark?: number | null | undefined
  /** Below the drawing, in place of the list of its lines above it. */
  legend?: ((lines: readonly ReadableLine[]) => ReactNode) | undefined
}

/** Labels of the ends of lines are this far apart, as a share of the lowest drawing. */
const labelDistance = 0.075
/** Parts of the drawing that link to a closer view; an address longer than this, in characters, would be repeated too often. */
const [maxHits, maxHitAddress] = [24, 500]
/** Many lines have few rows in the table, and fewer such parts. */
const hitsPerRow = 2 / 3
/** Ranges of more lines would cover each other; table, file and values that are read off have them. */
const maxRanges = 3
/** Characters of the name of a line at its end. */
const maxEndLength = 13
/** A gap with a smaller share of the width has no room for words, on any screen or on a narrow one. */
const [minGapShare, minNarrowGapShare] = [0.09, 0.3]

export function TrendChart({
  chart,
  caption,
  name = caption,
  strips = [],
  values,
  zoomHref,
  csvHref,
  valueAt,
  mark = null,
  hasReact = false,
  legend,
}: TrendChartProps) {
  const t = useT()
  const format = useFormat()
  const id = useId().replaceAll(':', '')
  const isInteractive = useIsInteractive()
  const lines = useMemo(
    () => chart.lines.map((line): ReadableLine => ({ line, readings: readColumns(line.columns, chart.decimals) })),
    [chart],
  )
  const clock = (moment: number) => format.minute(new Date(moment).toISOString(), chart.timeZone)
  const text = (value: number) => formattedValue(value, values, format)
  return (
    <ChartFigure
      name={name}
      caption={caption}
      aside={<ChartClock window={chart} />}
      csvHref={csvHref}
      actions={valueAt && <ValueAt {...valueAt} />}
      size="fluid"
      of={chart}
      table={() => ({
        headings: [t('field.time'), ...lines.map(({ line }) => line.name)],
        rows: tableRows(chart, lines, chart.maxRows).map(({ at, cells }) => [
          clock(at),
          ...cells.map((cell) => (cell ? readingText(cell, text) : t('chart.noData'))),
        ]),
      })}
    >
      {!legend && <Legend chart={chart} lines={lines} mark={mark} text={text} />}
      <div className="plot">
        <svg className="values" aria-hidden="true">
          {chart.ticks.map((tick) => (
            <text key={tick} x="100%" y={percent(shareAbove(chart, tick))} dy="4" className="end">
              {text(tick)}
            </text>
          ))}
        </svg>
        <div className="area">
          <svg>
            <Hatch id={id} />
            {chart.gaps.map((gap) => (
              <NoData key={gap.from} hatch={id} chart={chart} gap={gap} />
            ))}
            <Drawing chart={chart} lines={lines} />
            {mark !== null && <Mark chart={chart} moment={mark} title={clock(mark)} />}
            {!isInteractive && (
              <Hits
                chart={chart}
                rows={tableRows(chart, lines, Math.min(maxHits, Math.ceil(chart.maxRows * hitsPerRow)))}
                lines={lines}
                clock={clock}
                text={(cell) => readingText(cell, text)}
                zoomHref={zoomHref}
              />
            )}
          </svg>
          {(isInteractive || !hasReact) && <Reader name={name} chart={chart} values={values} zoomHref={zoomHref} />}
        </div>
        <EndLabels chart={chart} text={text} />
        <TimeAxis window={chart} />
        <Strips strips={strips} window={chart} clock={clock} />
      </div>
      {legend?.(lines)}
    </ChartFigure>
  )
}

/** What the script of the page takes over (`reader.ts`); without it there is nothing to see. */
function Reader({
  name,
  chart,
  values,
  zoomHref,
}: Pick<TrendChartProps, 'chart' | 'values' | 'zoomHref'> & { name: string }) {
  const t = useT()
  const readable = useMemo(() => readableChart(chart, values), [chart, values])
  return (
    <div
      className="reader"
      role="slider"
      tabIndex={0}
      aria-label={t('chart.read', { name })}
      aria-description={t(zoomHref ? 'chart.readHintZoom' : 'chart.readHint')}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, lastBucket(chart, chart.widthMs))}
      aria-valuenow={0}
      aria-valuetext={t('chart.noMoment')}
      data-chart={readable}
      data-zoom={zoomHref?.(chart)}
      data-no-moment={t('chart.noMoment')}
      data-no-data={t('chart.noData')}
      data-selected={t('chart.selected', { from: '{from}', to: '{to}' })}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves alone what the script has drawn into it
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

/** The lines, each with its range, and the limits: the part that is stretched. */
function Drawing({ chart, lines }: { chart: ChartData; lines: readonly ReadableLine[] }) {
  const paths = useMemo(
    () => ({
      grid: gridPath(chart),
      lines: lines.map(({ line, readings }) => ({
        line,
        range: lines.length > maxRanges || line.isStep || line.isEarlier ? '' : rangePath(readings, chart),
        path: linePath(readings, chart, line.isStep),
      })),
      limits: chart.limits.map(({ key, value, columns }) => ({
        key,
        path: columns
          ? linePath(readColumns(columns, chart.decimals), chart, false)
          : gridPath({ ...chart, ticks: [value] }),
      })),
    }),
    [chart, lines],
  )
  const { left, width } = windowBox(chart)
  return (
    <svg viewBox={`${left} 0 ${width} ${plotUnits}`} preserveAspectRatio="none" className="stretched">
      <path d={paths.grid} className="grid" />
      {paths.lines.map(({ line: { key, series, isStep, isEarlier }, range, path }) => (
        <g key={key} className={`line s${series}${isStep ? ' step' : ''}${isEarlier ? ' earlier' : ''}`}>
          {range && <path d={range} className="range" />}
          <path d={path} />
        </g>
      ))}
      {paths.limits.map(({ key, path }) => (
        <path key={key} className="limit" d={path} />
      ))}
    </svg>
  )
}

/** The last value of each line and limit, at its end, where there is room beside the drawing. */
function EndLabels({ chart, text }: { chart: ChartData; text: (value: number) => string }) {
  const t = useT()
  const labels = spreadLabels(
    [
      ...chart.lines.flatMap(({ key, short, series, isEarlier, summary }) =>
        summary && !isEarlier
          ? [
              {
                key,
                className: `s${series}`,
                text: `${shortened(short)} ${text(summary.last)}`,
                share: shareAbove(chart, summary.last),
              },
            ]
          : [],
      ),
      ...chart.limits.map(({ key, value }) => ({
        key: `limit ${key}`,
        className: 'limited',
        text: `${t('chart.limit')} ${text(value)}`,
        share: shareAbove(chart, value),
      })),
    ],
    labelDistance,
  )
  return (
    <svg className="ends" aria-hidden="true">
      {labels.map((label) => (
        <text key={label.key} y={percent(label.share)} dy="4" className={label.className}>
          {label.text}
        </text>
      ))}
    </svg>
  )
}

function shortened(name: string): string {
  return name.length > maxEndLength ? `${name.slice(0, maxEndLength - 1)}…` : name
}

/** The lines with their last values, or those of the moment that is read off. */
function Legend({
  chart,
  lines,
  mark,
  text,
}: {
  chart: ChartData
  lines: readonly ReadableLine[]
  mark: number | null
  text: (value: number) => string
}) {
  const t = useT()
  const format = useFormat()
  const time = mark === null ? '' : format.minute(new Date(mark).toISOString(), chart.timeZone)
  return (
    <ul className="legend">
      {lines.map((own) => (
        <li key={own.line.key}>
          <Swatch line={own.line} /> {own.line.name}{' '}
          {own.line.short !== own.line.name && <span className="text-faint">{own.line.short}</span>}{' '}
          <LastValue line={own.line} text={text} />
          {mark !== null && (
            <span className="marked">{t('chart.atTime', { time, value: textAt(own, { chart, mark, text, t }) })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Returns what a line has at a moment, with its range, in words. */
export function textAt(
  { line, readings }: ReadableLine,
  { chart, mark, text, t }: { chart: ChartData; mark: number; text: (value: number) => string; t: Translate },
): string {
  const reading = readingAt(readings, bucketAt(chart, mark), line.isStep)
  return reading ? readingText(reading, text) : t('chart.noData')
}

/** The moment whose values are shown beside the lines. */
function Mark({ chart, moment, title }: { chart: ChartData; moment: number; title: string }) {
  const share = shareAt(chart, moment)
  if (share < 0 || share > 1) return null
  return (
    <line x1={percent(share)} x2={percent(share)} y1="0" y2="100%" className="mark">
      <title>{title}</title>
    </line>
  )
}

/** The last value of a line; while a moment is read off, the script writes the value of that moment here. */
export function LastValue({ line: { key, summary }, text }: { line: ChartLine; text: (value: number) => string }) {
  const t = useT()
  const last = summary ? text(summary.last) : t('chart.noData')
  return (
    <b data-line={key} data-last={last} suppressHydrationWarning>
      {last}
    </b>
  )
}

/** A piece of a line, as it is drawn. */
export function Swatch({
  line: { series, isStep, isEarlier },
}: {
  line: Pick<ReadableLine['line'], 'series' | 'isStep' | 'isEarlier'>
}) {
  return (
    <svg
      width="20"
      height="8"
      aria-hidden="true"
      className={`swatch line s${series}${isStep ? ' step' : ''}${isEarlier ? ' earlier' : ''}`}
    >
      <path d="M0 4H20" />
    </svg>
  )
}

/** A gap, labelled if it is wide enough. */
function NoData({ hatch, chart, gap }: { hatch: string; chart: ChartData; gap: ChartSpan }) {
  const t = useT()
  const [from, to] = [shareAt(chart, gap.from), shareAt(chart, gap.to)]
  return (
    <g>
      <rect x={percent(from)} width={percent(to - from)} height="100%" fill={`url(#${hatch})`} />
      {to - from > minGapShare && (
        <text
          x={percent((from + to) / 2)}
          y="14"
          className={to - from < minNarrowGapShare ? 'middle wide-only' : 'middle'}
        >
          {t('chart.noData')}
        </text>
      )}
    </g>
  )
}

/** Shows the values of a part of the drawing while the pointer rests on it, without scripts; the keyboard has the table. */
function Hits({
  chart,
  rows,
  lines,
  clock,
  text,
  zoomHref,
}: {
  chart: ChartData
  rows: readonly ChartRow[]
  lines: readonly ReadableLine[]
  clock: (moment: number) => string
  text: (cell: NonNullable<ChartRow['cells'][number]>) => string
  zoomHref: TrendChartProps['zoomHref']
}) {
  const isLinked = zoomHref && zoomHref(chart).length <= maxHitAddress
  return rows.map(({ at: from, to, cells }) => {
    const box = (
      <rect
        key={from}
        x={percent(shareAt(chart, from))}
        width={percent(shareAt(chart, to) - shareAt(chart, from))}
        height="100%"
        className="hit"
      >
        <title>
          {[
            clock(from),
            ...cells.flatMap((cell, index) => (cell ? [`${lines[index]?.line.short}: ${text(cell)}`] : [])),
          ].join('\n')}
        </title>
      </rect>
    )
    if (!isLinked) return box
    return (
      <a key={from} href={zoomHref({ from, to })} tabIndex={-1}>
        {box}
      </a>
    )
  })
}
