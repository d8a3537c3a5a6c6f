/** The strip of a day that scripts make workable: blocks are drawn, moved, resized and selected. */
import './schedule.css'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useT } from '~/i18n/use-t'
import { type BlockTone, DayStrip, StripFrame, StripShape } from '~/ui/chart/day-strip'
import { percent } from '~/ui/chart/percent'
import { clockOf, type DayBlock, dayMinutes, gapAround, moveBlock, moveEdge, stepMinutes } from './day-blocks'
import { type LineRule, valueWord } from './day-line'

interface StripEditorProps {
  label: string
  blocks: readonly DayBlock[]
  rule: LineRule
  isLive: boolean
  /** Whether the line has a part that the strip cannot show. */
  isStale: boolean
  /** The value of a block that is drawn. */
  firstValue: string
  toneOf(value: string): BlockTone
  selected: number | null
  onDraft(blocks: readonly DayBlock[]): void
  onCommit(): void
  onSelect(at: number): void
  onRemove(at: number): void
}

export function StripEditor(props: StripEditorProps) {
  const { label, blocks, rule, isLive, isStale, toneOf, selected, onSelect, onRemove } = props
  const t = useT()
  const pointer = useDrag(props)
  const shapes = blocks.map((block) => ({
    from: block.from / dayMinutes,
    to: block.to / dayMinutes,
    label: valueWord(block.value, rule),
    title: blockText(block, rule),
    tone: toneOf(block.value),
  }))
  const texts = shapes.map(({ title }) => title).join('; ') || t('main:scheduleEdit.noInterval')
  if (!isLive)
    return (
      <DayStrip
        label={t('main:scheduleEdit.stripOf', { day: label, times: texts })}
        blocks={shapes}
        className={isStale ? 'stale' : ''}
      />
    )
  return (
    <StripFrame
      {...pointer}
      role="group"
      aria-label={t('main:scheduleEdit.stripOf', { day: label, times: texts })}
      className="live"
    >
      {shapes.map((shape, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block keeps its place while its edges move
        <g key={at} data-block={at} className={at === selected ? 'selected' : undefined}>
          {/* biome-ignore lint/a11y/useSemanticElements: a shape in a drawing */}
          <g
            role="button"
            tabIndex={0}
            aria-label={t('main:scheduleEdit.blockOf', { day: label, times: shape.title })}
            aria-expanded={at === selected}
            onKeyDown={(event) => onBlockKey(event, { at, onSelect, onRemove })}
          >
            <StripShape block={shape} />
          </g>
          {(['from', 'to'] as const).map((edge) => (
            <EdgeHandle key={edge} {...props} at={at} edge={edge} text={shape.title} />
          ))}
        </g>
      ))}
    </StripFrame>
  )
}

/** Returns `06:30–22:00 Occupied`. */
const blockText = ({ from, to, value }: DayBlock, rule: LineRule) =>
  `${clockOf(from)}–${clockOf(to)} ${valueWord(value, rule)}`

function onBlockKey(
  event: KeyboardEvent,
  { at, onSelect, onRemove }: { at: number } & Pick<StripEditorProps, 'onSelect' | 'onRemove'>,
): void {
  const isRemoval = event.key === 'Delete' || event.key === 'Backspace'
  if (!isRemoval && event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  if (isRemoval) onRemove(at)
  else onSelect(at)
}

/** One edge of a block: arrows move it by 15 minutes, with Shift by an hour. */
function EdgeHandle({
  label,
  blocks,
  at,
  edge,
  text,
  onDraft,
  onCommit,
  onSelect,
  onRemove,
}: StripEditorProps & { at: number; edge: 'from' | 'to'; text: string }) {
  const t = useT()
  const block = blocks[at]
  const gap = block && gapAround(blocks, block.from, at)
  if (!block || !gap) return null
  const minute = block[edge]
  const onKeyDown = (event: KeyboardEvent) => {
    const target = minuteAfter(event, minute, gap)
    if (target === null) return onBlockKey(event, { at, onSelect, onRemove })
    event.preventDefault()
    onDraft(moveEdge(blocks, { at, edge, minute: target }))
    onCommit()
  }
  return (
    <svg x={percent(minute / dayMinutes)} width="1" height="100%" className="edge-place">
      {/* biome-ignore lint/a11y/useSemanticElements: a shape in a drawing */}
      <rect
        x={edge === 'from' ? -6 : -18}
        width="24"
        height="100%"
        data-edge={edge}
        className="edge"
        role="slider"
        tabIndex={0}
        aria-label={t(edge === 'from' ? 'main:scheduleEdit.startOf' : 'main:scheduleEdit.endOf', {
          day: label,
          times: text,
        })}
        aria-valuemin={edge === 'from' ? gap.from : Math.min(gap.to, block.from + stepMinutes)}
        aria-valuemax={edge === 'from' ? Math.max(gap.from, block.to - stepMinutes) : gap.to}
        aria-valuenow={minute}
        aria-valuetext={clockOf(minute)}
        onKeyDown={onKeyDown}
      />
      <rect x={edge === 'from' ? 2 : -6} y="25%" width="4" height="50%" rx="2" className="grip" />
    </svg>
  )
}

const later = ['ArrowRight', 'ArrowUp']
const earlier = ['ArrowLeft', 'ArrowDown']

/** Returns where a key moves an edge; null for any other key. */
function minuteAfter(event: KeyboardEvent, minute: number, gap: { from: number; to: number }): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const step = event.shiftKey ? 60 : stepMinutes
  if (later.includes(event.key)) return Math.floor(minute / stepMinutes) * stepMinutes + step
  if (earlier.includes(event.key)) return Math.ceil(minute / stepMinutes) * stepMinutes - step
  if (event.key === 'Home') return gap.from
  return event.key === 'End' ? gap.to : null
}

type Drag = { start: readonly DayBlock[]; hasMoved: boolean; pressed: number } & (
  | { kind: 'draw'; gap: { from: number; to: number } }
  | { kind: 'from' | 'to' | 'move'; at: number }
)

/** Pointer handlers of the strip: an edge is moved, a block moved or selected, free time drawn in. */
function useDrag({ blocks, firstValue, onDraft, onCommit, onSelect }: StripEditorProps) {
  const drag = useRef<Drag | null>(null)
  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0) return
    const pressed = minuteUnder(event)
    const target = event.target as Element
    const at = Number(target.closest('[data-block]')?.getAttribute('data-block') ?? Number.NaN)
    const edge = target.getAttribute('data-edge')
    const common = { start: blocks, hasMoved: false, pressed }
    const gap = gapAround(blocks, pressed)
    if (blocks[at]) drag.current = { ...common, at, kind: edge === 'from' || edge === 'to' ? edge : 'move' }
    else if (gap) drag.current = { ...common, kind: 'draw', gap }
    if (!drag.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    event.preventDefault()
  }
  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const current = drag.current
    if (!current) return
    const minute = minuteUnder(event)
    if (minute === current.pressed && !current.hasMoved) return
    current.hasMoved = true
    onDraft(draggedTo(current, minute, firstValue))
  }
  function onPointerUp() {
    const current = drag.current
    drag.current = null
    if (!current) return
    if (current.hasMoved) onCommit()
    else if (current.kind !== 'draw') onSelect(current.at)
  }
  function onPointerCancel() {
    if (drag.current) onDraft(drag.current.start)
    drag.current = null
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

function draggedTo(drag: Drag, minute: number, value: string): readonly DayBlock[] {
  if (drag.kind === 'draw') {
    const { gap, pressed, start } = drag
    const from = Math.max(gap.from, Math.min(pressed, minute))
    const to = Math.min(gap.to, Math.max(pressed, minute))
    return to - from < stepMinutes ? start : [...start, { from, to, value }].sort((one, other) => one.from - other.from)
  }
  const block = drag.start[drag.at]
  if (!block) return drag.start
  if (drag.kind === 'move') return moveBlock(drag.start, { at: drag.at, from: block.from + minute - drag.pressed })
  return moveEdge(drag.start, { at: drag.at, edge: drag.kind, minute })
}

/** Returns the minute of the day under the pointer, at a full step. */
function minuteUnder({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  const share = Math.max(0, Math.min(1, (clientX - left) / width))
  return Math.round((share * dayMinutes) / stepMinutes) * stepMinutes
}
