/** A segmented bar, rendered on the server: the progress of a deployment or a change, and its outcomes. */
import { useId } from 'react'
import { A } from '../link'
import { percent } from './percent'

/** Failed segments are taller and running ones hatched, so that the colour only repeats the shape. */
export type SegmentKind = 'done' | 'failed' | 'running' | 'waiting'

export interface Segment {
  kind: SegmentKind
  count: number
  /** The count in words: "86 done". */
  label: string
  /** The list of exactly these. */
  href?: string | undefined
}

/** The minimum width of a segment in px, on bars at least `minBarPx` wide. */
const minSegmentPx = 3
const minBarPx = 200
const height = 12

interface Bar {
  label: string
  parts: readonly Segment[]
  /** Width in px; the available width by default. */
  width?: number
  /** The legend has the labels, so the segments have none. */
  hasLegend?: boolean
}

/** The bar alone, for cells with the same in words. */
export function SegmentBar({ label, parts, width, hasLegend = false }: Bar) {
  const hatch = `hatch${useId().replaceAll(':', '')}`
  return (
    <svg role="img" aria-label={label} width={width ?? '100%'} height={height} className="segments">
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.5" height="5" />
      </pattern>
      {layOutSegments(parts, minSegmentPx / (width ?? minBarPx)).map(({ kind, label: text, from, share }) => {
        const isHigh = kind === 'failed'
        const box = {
          x: percent(from),
          width: percent(share),
          y: isHigh ? 0 : 2,
          height: isHigh ? height : height - 4,
        }
        return (
          <g key={kind} className={kind}>
            {!hasLegend && <title>{text}</title>}
            <rect {...box} />
            {kind === 'running' && <rect {...box} fill={`url(#${hatch})`} className="hatched" />}
          </g>
        )
      })}
    </svg>
  )
}

/** The bar with its legend below. */
export function Segments({ label, parts }: { label: string; parts: readonly Segment[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <SegmentBar label={label} parts={parts} hasLegend />
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ kind, label: text, href }) => (
            <li key={kind} className={`segment ${kind}`}>
              {href ? <A href={href}>{text}</A> : text}
            </li>
          ))}
      </ul>
    </div>
  )
}

/**
 * Returns the position and share of each segment. Segments below `minShare` are widened at the expense of the others.
 */
export function layOutSegments(
  parts: readonly Segment[],
  minShare: number,
): (Segment & { from: number; share: number })[] {
  const visible = parts.filter(({ count }) => count > 0)
  const total = visible.reduce((sum, { count }) => sum + count, 0)
  const small = new Set(visible.filter(({ count }) => count / total < minShare))
  const freeShare = 1 - small.size * minShare
  const freeCount = visible.reduce((sum, part) => sum + (small.has(part) ? 0 : part.count), 0)
  let from = 0
  return visible.map((part) => {
    const share = small.has(part) ? minShare : (part.count / freeCount) * freeShare
    const one = { ...part, from, share }
    from += share
    return one
  })
}
