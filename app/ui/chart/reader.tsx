/** Reads values off a chart by pointer and keyboard, and selects a part of its window to zoom into. */
import { useNavigate } from '@remix-run/react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useT } from '~/i18n/use-t'
import type { ChartSpan } from './buckets'
import type { Reading } from './columns'
import { shareAt } from './draw'
import type { ChartData, ChartLine } from './model'
import { setChartPointer, useChartPointer } from './pointer'

export interface ReadableLine {
  line: ChartLine
  readings: readonly Reading[]
}

interface ChartReaderProps {
  /** Identifies the chart on its page. */
  id: string
  name: string
  chart: ChartData
  lines: readonly ReadableLine[]
  /** Returns a time in words. */
  clock: (moment: number) => string
  /** Returns a value with its range in words. */
  text: (reading: Reading) => string
  zoomHref?: ((span: ChartSpan) => string) | undefined
}

/** A drag of fewer pixels is a click. */
const minDragPx = 6
/** Buckets that a page key moves by. */
const pageStep = 10

export function ChartReader({ id, name, chart, lines, clock, text, zoomHref }: ChartReaderProps) {
  const t = useT()
  const navigate = useNavigate()
  const pointer = useChartPointer()
  const area = useRef<HTMLDivElement>(null)
  /** Where the selection began, and where it is now, in ms. */
  const [selection, setSelection] = useState<[number, number] | null>(null)
  const dragStart = useRef<number | null>(null)
  const moments = momentsOf(chart, lines)
  const isOwn = pointer?.chart === id
  const moment = pointer && nearest(moments, pointer.moment)
  const index = moment === null ? -1 : moments.indexOf(moment)
  const readings = lines.map(({ line, readings: own }) => ({
    line,
    value: moment === null ? null : readingAt(own, bucketAt(chart, moment), line.isStep),
  }))

  const momentUnder = ({ clientX }: PointerEvent) => {
    const box = area.current?.getBoundingClientRect()
    const share = box && box.width > 0 ? (clientX - box.left) / box.width : 0
    return chart.from + Math.min(1, Math.max(0, share)) * (chart.to - chart.from)
  }
  const zoom = (span: readonly [number, number]) => {
    setSelection(null)
    if (zoomHref) navigate(zoomHref(spanOf(span)), { preventScrollReset: true })
  }
  const onPointerDown = (event: PointerEvent) => {
    // A finger that is drawn over a chart reads it, or scrolls the page.
    if (event.button !== 0 || event.pointerType === 'touch' || !zoomHref) return
    area.current?.setPointerCapture(event.pointerId)
    dragStart.current = event.clientX
    setSelection(null)
  }
  const onPointerMove = (event: PointerEvent) => {
    const under = momentUnder(event)
    setChartPointer({ moment: under, chart: id })
    const start = dragStart.current
    if (start === null || Math.abs(event.clientX - start) < minDragPx) return
    setSelection((before) => [before?.[0] ?? momentUnder({ ...event, clientX: start }), under])
  }
  const onPointerUp = () => {
    dragStart.current = null
    if (selection) zoom(selection)
  }
  const cancel = () => {
    dragStart.current = null
    setSelection(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') {
      if (selection) cancel()
      else setChartPointer(null)
    } else if (event.key === 'Enter') {
      if (selection) zoom(selection)
    } else {
      const to = keyTarget(event.key, index, moments.length)
      const target = to === null ? undefined : moments[to]
      if (target === undefined) return
      setChartPointer({ moment: target, chart: id })
      setSelection(event.shiftKey && zoomHref ? [selection?.[0] ?? moment ?? target, target] : null)
    }
    event.preventDefault()
  }

  return (
    <div
      ref={area}
      className="reader"
      role="slider"
      tabIndex={0}
      aria-label={t('chart.read', { name })}
      aria-description={t(zoomHref ? 'chart.readHintZoom' : 'chart.readHint')}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, moments.length - 1)}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={
        moment === null
          ? t('chart.noMoment')
          : [
              ...(selection
                ? [t('chart.selected', { from: clock(spanOf(selection).from), to: clock(spanOf(selection).to) })]
                : []),
              clock(moment),
              ...readings.map(({ line, value }) => `${line.name} ${value ? text(value) : t('chart.noData')}`),
            ].join(', ')
      }
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={cancel}
      onPointerLeave={() => isOwn && dragStart.current === null && setChartPointer(null)}
      onKeyDown={onKeyDown}
      onFocus={() => index < 0 && setChartPointer({ moment: moments.at(-1) ?? chart.to, chart: id })}
      onBlur={() => {
        cancel()
        if (isOwn) setChartPointer(null)
      }}
    >
      {selection && <i className="selected" style={box(chart, spanOf(selection))} />}
      {moment !== null && <i className="cross" style={{ left: `${shareAt(chart, middle(chart, moment)) * 100}%` }} />}
      {moment !== null && isOwn && (
        <div className="readout" style={side(shareAt(chart, moment))} aria-hidden="true">
          <b>{clock(moment)}</b>
          {readings.map(({ line, value }) => (
            <span key={line.key} className={`s${line.series}`}>
              <i />
              {line.short} <b>{value ? text(value) : t('chart.noData')}</b>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** The value of each line at the moment that is read off, else its last one. */
export function ValueAtPointer({
  chart,
  line: { line, readings },
  text,
}: {
  chart: ChartData
  line: ReadableLine
  text: (value: number) => string
}) {
  const t = useT()
  const pointer = useChartPointer()
  const value = pointer ? readingAt(readings, bucketAt(chart, pointer.moment), line.isStep)?.value : line.summary?.last
  return <b>{value === undefined ? t('chart.noData') : text(value)}</b>
}

const bucketAt = ({ origin, widthMs }: ChartData, moment: number) => Math.floor((moment - origin) / widthMs)

/** The moments at which a line has a value, in order. */
function momentsOf({ from, origin, widthMs }: ChartData, lines: readonly ReadableLine[]): number[] {
  const indexes = new Set(lines.flatMap(({ readings }) => readings.map(({ index }) => index)))
  return [...indexes].sort((one, other) => one - other).map((index) => Math.max(from, origin + index * widthMs))
}

function nearest(moments: readonly number[], moment: number): number | null {
  let best: number | null = null
  for (const one of moments) {
    if (best !== null && one > moment && one - moment > moment - best) break
    best = one
  }
  return best
}

/**
 * Returns what a line has at a bucket: its own value, for a step line the last one, else the nearer neighbour; null in
 * a gap, before the first value and after the last.
 */
function readingAt(readings: readonly Reading[], index: number, isStep: boolean): Reading | null {
  const order = readings.findIndex((reading) => reading.index >= index)
  const after = order < 0 ? undefined : readings[order]
  if (!after) return null
  if (after.index === index) return after
  const before = readings[order - 1]
  if (!before || after.isAfterGap) return null
  return isStep || index - before.index <= after.index - index ? before : after
}

function keyTarget(key: string, index: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -pageStep,
    PageUp: pageStep,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined) return null
  return Math.min(count - 1, Math.max(0, (index < 0 ? count : index) + step))
}

const spanOf = ([one, other]: readonly [number, number]): ChartSpan => ({
  from: Math.round(Math.min(one, other)),
  to: Math.round(Math.max(one, other)),
})

const middle = ({ to, widthMs }: ChartData, moment: number) => Math.min(to, moment + widthMs / 2)

const box = (chart: ChartData, { from, to }: ChartSpan) => ({
  left: `${shareAt(chart, from) * 100}%`,
  width: `${(shareAt(chart, to) - shareAt(chart, from)) * 100}%`,
})

/** Beside the line that marks the moment, on the side with more room. */
const side = (share: number) => (share < 0.5 ? { left: `${share * 100 + 2}%` } : { right: `${(1 - share) * 100 + 2}%` })
