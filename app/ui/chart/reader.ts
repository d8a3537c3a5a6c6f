/**
 * The script of charts, for pages with and without React: reads values off by pointer and keyboard, and selects a part
 * of the window to zoom into. All charts of a page show the same moment. Built as `/charts.js`, which `enhance.js`
 * loads where there are charts; it listens at the document, so charts may come and go.
 */
import { formatsFor } from '../format'
import { formattedValue } from './axis-format'
import type { ChartSpan } from './buckets'
import { type Reading, readColumns } from './columns'
import { shareAt } from './draw'
import type { ReadableChart } from './readable'
import { bucketAt, momentsOf, readingAt, readingText } from './reading'

/** A drag of fewer pixels is a click. */
const minDragPx = 6
/** Nothing was drawn for so long. */
const restMs = 50
/** Buckets that a page key moves by. */
const pageStep = 10

interface OpenChart extends Omit<ReadableChart, 'lines'> {
  /** The attribute that it was read from. */
  source: string
  lines: (ReadableChart['lines'][number] & { readings: Reading[] })[]
  moments: number[]
  clock: (moment: number) => string
  text: (value: number) => string
}

const charts = new WeakMap<Element, OpenChart>()
/** The moment that is read off, in ms, and the chart that is pointed at. */
let current: { moment: number; reader: HTMLElement } | null = null
/** Where the selection began, and where it is now, in ms. */
let selection: [number, number] | null = null
let dragStart: number | null = null
/** Charts that are drawn when there is time. */
let later: readonly HTMLElement[] = []
let timer = 0
/** How many of them do not wait. */
let soonCount = 0
/** The frame that answers the pointer; 0 without one. */
let frame = 0

const readers = () => Array.from(document.querySelectorAll<HTMLElement>('.chart .reader'))
const readerOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('.chart .reader') : null

/** Returns the data of a chart; it is parsed again when the page has changed it. */
function chartOf(reader: HTMLElement): OpenChart {
  const source = reader.dataset.chart ?? ''
  const known = charts.get(reader)
  if (known?.source === source) return known
  const data: ReadableChart = JSON.parse(source)
  const language = document.documentElement.lang === 'fr' ? 'fr' : 'en'
  const format = formatsFor({ language, unit: 'metric', timeZone: data.timeZone })
  const lines = data.lines.map((line) => ({ ...line, readings: readColumns(line.columns, data.decimals) }))
  const chart: OpenChart = {
    ...data,
    source,
    lines,
    moments: momentsOf(data, lines),
    clock: (moment) => format.minute(new Date(moment).toISOString()),
    text: (value) => formattedValue(value, data.values, format),
  }
  charts.set(reader, chart)
  return chart
}

/**
 * Answers the pointer with the next frame, however often it moves until then: the chart under it first, the others in
 * sight one by one right after that.
 */
function drawWithFrame(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0
    if (!current?.reader.isConnected) return draw()
    const { reader } = current
    const others = readers().filter((one) => one !== reader)
    const near = others.filter(isInSight)
    if (dragStart !== null && selection) {
      drawSelection(reader, selection)
      // What is under the pointer is written when it rests.
      drawLater([reader, ...others])
    } else {
      drawOne(reader)
      drawLater([...near, ...others.filter((one) => !near.includes(one))], near.length)
    }
  })
}

/** Moves the edges of the selection while they are dragged: nothing else of the page changes. */
function drawSelection(reader: HTMLElement, edges: readonly [number, number]): void {
  const chart = chartOf(reader)
  const { from, to } = spanOf(edges)
  const selected = reader.querySelector<HTMLElement>(':scope > .selected') ?? part('i', 'selected')
  const box = reader.querySelector<HTMLElement>(':scope > .readout') ?? part('div', 'readout')
  selected.style.left = percentage(shareAt(chart, from))
  selected.style.width = percentage(shareAt(chart, to) - shareAt(chart, from))
  box.textContent = selectedText(reader, chart)
  if (!selected.isConnected) reader.replaceChildren(selected, box)
}

/** Shows the current moment and the selection in the charts in sight at once, and in the others when there is time. */
function draw(): void {
  cancelAnimationFrame(frame)
  frame = 0
  if (current && !current.reader.isConnected) current = null
  const all = readers()
  const near = all.filter(isInSight)
  for (const reader of near) drawOne(reader)
  drawLater(all.filter((reader) => !near.includes(reader)))
}

function isInSight(reader: HTMLElement): boolean {
  const { top, bottom } = reader.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/**
 * Draws one chart after the other, the first `soon` of them at once and the rest while nothing else is drawn: what
 * somebody points at next is parsed by then.
 */
function drawLater(waiting: readonly HTMLElement[], soon = 0): void {
  later = waiting
  soonCount = soon
  clearTimeout(timer)
  if (later.length > 0) timer = window.setTimeout(drawNext, soon > 0 ? 0 : restMs)
}

function drawNext(): void {
  const [next, ...others] = later
  if (next?.isConnected) drawOne(next)
  drawLater(others, soonCount - 1)
}

function drawOne(reader: HTMLElement): void {
  const isOwn = current?.reader === reader
  const chart = chartOf(reader)
  const moment = current && nearest(chart.moments, current.moment)
  const readings = chart.lines.map((line) => ({
    line,
    reading: moment === null ? null : readingAt(line.readings, bucketAt(chart, moment), line.isStep),
  }))
  const textOf = (reading: Reading | null) =>
    reading ? readingText(reading, chart.text) : (reader.dataset.noData ?? '')
  const parts: HTMLElement[] = []
  if (selection && isOwn) {
    const { from, to } = spanOf(selection)
    const selected = part('i', 'selected')
    selected.style.left = percentage(shareAt(chart, from))
    selected.style.width = percentage(shareAt(chart, to) - shareAt(chart, from))
    parts.push(selected)
  }
  if (moment !== null) {
    const cross = part('i', 'cross')
    cross.style.left = percentage(shareAt(chart, Math.min(chart.to, moment + chart.widthMs / 2)))
    parts.push(cross)
    if (isOwn)
      parts.push(
        readout(
          chart,
          moment,
          readings.map(({ line, reading }) => ({ line, text: textOf(reading) })),
        ),
      )
  }
  reader.replaceChildren(...parts)
  reader.ariaValueNow = String(Math.max(0, moment === null ? 0 : chart.moments.indexOf(moment)))
  reader.ariaValueText =
    moment === null
      ? (reader.dataset.noMoment ?? '')
      : [
          ...(selection && isOwn ? [selectedText(reader, chart)] : []),
          chart.clock(moment),
          ...readings.map(({ line, reading }) => `${line.name} ${textOf(reading)}`),
        ].join(', ')
  drawLegend(reader, moment === null ? null : readings.map(({ line, reading }) => ({ key: line.key, reading })), chart)
}

/** The legend has the values of the moment, else the last ones. */
function drawLegend(
  reader: HTMLElement,
  readings: { key: string; reading: Reading | null }[] | null,
  { text }: OpenChart,
): void {
  for (const cell of reader.closest('figure')?.querySelectorAll<HTMLElement>('[data-line]') ?? []) {
    const own = readings?.find(({ key }) => key === cell.dataset.line)
    const words = own ? (own.reading ? text(own.reading.value) : (reader.dataset.noData ?? '')) : cell.dataset.last
    if (words !== undefined && cell.textContent !== words) cell.textContent = words
  }
}

/** Beside the line that marks the moment, on the side with more room. */
function readout(chart: OpenChart, moment: number, lines: { line: OpenChart['lines'][number]; text: string }[]) {
  const box = part('div', 'readout')
  box.ariaHidden = 'true'
  const share = shareAt(chart, moment)
  if (share < 0.5) box.style.left = percentage(share + 0.02)
  else box.style.right = percentage(1.02 - share)
  box.append(part('b', '', chart.clock(moment)))
  for (const { line, text } of lines) {
    const row = part('span', `s${line.series}`)
    row.append(part('i', ''), ` ${line.short} `, part('b', '', text))
    box.append(row)
  }
  return box
}

function part(name: 'i' | 'b' | 'span' | 'div', className: string, text = ''): HTMLElement {
  return Object.assign(document.createElement(name), { className, textContent: text })
}

function selectedText(reader: HTMLElement, chart: OpenChart): string {
  const { from, to } = spanOf(selection ?? [chart.from, chart.to])
  const words = reader.dataset.selected ?? ''
  return words.replace('{from}', chart.clock(from)).replace('{to}', chart.clock(to))
}

/** Opens the selected part: a page with React navigates by itself. */
function zoom(reader: HTMLElement): void {
  const { zoom: address } = reader.dataset
  const span = selection && spanOf(selection)
  selection = null
  draw()
  if (!address || !span) return
  const url = new URL(address, location.href)
  url.searchParams.delete('range')
  for (const edge of ['from', 'to'] as const) url.searchParams.set(edge, new Date(span[edge]).toISOString())
  const isOpen = reader.dispatchEvent(
    new CustomEvent('chart:zoom', { bubbles: true, cancelable: true, detail: url.pathname + url.search }),
  )
  if (isOpen) location.assign(url)
}

function point(reader: HTMLElement | null, moment = 0): void {
  if (!reader && !current) return
  current = reader && { reader, moment }
  draw()
}

function cancel(): void {
  dragStart = null
  selection = null
}

function momentUnder(reader: HTMLElement, clientX: number): number {
  const { from, to } = chartOf(reader)
  const { left, width } = reader.getBoundingClientRect()
  const share = width > 0 ? (clientX - left) / width : 0
  return from + Math.min(1, Math.max(0, share)) * (to - from)
}

function onPointerDown(event: PointerEvent): void {
  const reader = readerOf(event)
  // A finger that is drawn over a chart reads it, or scrolls the page.
  if (!reader?.dataset.zoom || event.button !== 0 || event.pointerType === 'touch') return
  reader.setPointerCapture(event.pointerId)
  dragStart = event.clientX
  selection = null
}

function onPointerMove(event: PointerEvent): void {
  const reader = readerOf(event)
  if (!reader) return
  const under = momentUnder(reader, event.clientX)
  if (dragStart !== null && Math.abs(event.clientX - dragStart) >= minDragPx)
    selection = [selection?.[0] ?? momentUnder(reader, dragStart), under]
  current = { reader, moment: under }
  drawWithFrame()
}

function onPointerUp(event: PointerEvent): void {
  const reader = readerOf(event)
  dragStart = null
  if (reader && selection) zoom(reader)
}

function onPointerOut(event: PointerEvent): void {
  const reader = readerOf(event)
  const isWithin = event.relatedTarget instanceof Node && reader?.contains(event.relatedTarget)
  if (reader && !isWithin && dragStart === null && current?.reader === reader && reader !== document.activeElement)
    point(null)
}

function onKeyDown(event: KeyboardEvent): void {
  const reader = readerOf(event)
  if (!reader || event.altKey || event.ctrlKey || event.metaKey) return
  const { moments } = chartOf(reader)
  const moment = current && nearest(moments, current.moment)
  if (event.key === 'Escape') {
    const isSelecting = selection !== null
    cancel()
    if (isSelecting) draw()
    else point(null)
  } else if (event.key === 'Enter') {
    if (selection) zoom(reader)
  } else {
    const to = keyTarget(event.key, moment === null ? -1 : moments.indexOf(moment), moments.length)
    const target = to === null ? undefined : moments[to]
    if (target === undefined) return
    selection = event.shiftKey && reader.dataset.zoom ? [selection?.[0] ?? moment ?? target, target] : null
    point(reader, target)
  }
  event.preventDefault()
}

function onFocus(event: FocusEvent): void {
  const reader = readerOf(event)
  if (!reader || current) return
  const { moments, to } = chartOf(reader)
  point(reader, moments.at(-1) ?? to)
}

function onBlur(event: FocusEvent): void {
  const reader = readerOf(event)
  if (!reader) return
  cancel()
  if (current?.reader === reader) point(null)
}

function nearest(moments: readonly number[], moment: number): number | null {
  let best: number | null = null
  for (const one of moments) {
    if (best !== null && one > moment && one - moment > moment - best) break
    best = one
  }
  return best
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

/** Reads the data of charts before somebody points at one. */
function prepare(): void {
  drawLater([...new Set([...later, ...readers().filter((reader) => !charts.has(reader))])])
}

/** Whether this script changed it. */
function isOwnChange({ target, type }: MutationRecord): boolean {
  return type === 'childList' && target instanceof Element && target.matches('.reader, .reader *, [data-line]')
}

const spanOf = ([one, other]: readonly [number, number]): ChartSpan => ({
  from: Math.round(Math.min(one, other)),
  to: Math.round(Math.max(one, other)),
})

const percentage = (share: number) => `${share * 100}%`

function start(): void {
  document.addEventListener('pointerdown', onPointerDown)
  document.addEventListener('pointermove', onPointerMove)
  document.addEventListener('pointerup', onPointerUp)
  document.addEventListener('pointerout', onPointerOut)
  document.addEventListener('pointercancel', () => {
    cancel()
    point(null)
  })
  document.addEventListener('keydown', onKeyDown)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  // A chart that grows, or gives way to another, keeps the moment that is read off; a new one is prepared.
  new MutationObserver((changes) => {
    if (current && changes.some(({ type }) => type === 'attributes')) draw()
    else if (!changes.every(isOwnChange)) prepare()
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-chart'] })
  prepare()
  // Shows what this script works with.
  document.documentElement.dataset.charts = ''
}

start()
