/** The parts of a whole side by side, drawn on the server: how far a deployment or a change is, and how it went. */
import { useId } from 'react'
import { A } from '../link'

/** What failed stands higher than the rest and what runs is hatched, so that colour only repeats what the shape says. */
export type SegmentKind = 'done' | 'failed' | 'running' | 'waiting'

export interface Segment {
  kind: SegmentKind
  count: number
  /** With its count, in words: "86 done". */
  label: string
  /** To exactly those. */
  href?: string | undefined
}

/** No part is narrower than this, px, where the bar is as wide as `leastWidth` or more. */
const leastPart = 3
const leastWidth = 200
const height = 12

interface Bar {
  label: string
  parts: readonly Segment[]
  /** px; as wide as there is room unless said. */
  width?: number
  /** Its parts are told beside it: they need no words of their own. */
  isTold?: boolean
}

/** The bar alone, for a cell that says the same in words. */
export function SegmentBar({ label, parts, width, isTold = false }: Bar) {
  const hatch = `hatch${useId().replaceAll(':', '')}`
  return (
    <svg role="img" aria-label={label} width={width ?? '100%'} height={height} className="segments">
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.5" height="5" />
      </pattern>
      {placed(parts, leastPart / (width ?? leastWidth)).map(({ kind, label: said, from, share }) => {
        const isHigh = kind === 'failed'
        const box = {
          x: percent(from),
          width: percent(share),
          y: isHigh ? 0 : 2,
          height: isHigh ? height : height - 4,
        }
        return (
          <g key={kind} className={kind}>
            {!isTold && <title>{said}</title>}
            <rect {...box} />
            {kind === 'running' && <rect {...box} fill={`url(#${hatch})`} className="hatched" />}
          </g>
        )
      })}
    </svg>
  )
}

/** The bar with its parts in words below it. */
export function Segments({ label, parts }: { label: string; parts: readonly Segment[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <SegmentBar label={label} parts={parts} isTold />
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ kind, label: said, href }) => (
            <li key={kind} className={`segment ${kind}`}>
              {href ? <A href={href}>{said}</A> : said}
            </li>
          ))}
      </ul>
    </div>
  )
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** Where each part begins and how much of the bar it has; what is less than `least` takes what it lacks from the others. */
export function placed(parts: readonly Segment[], least: number): (Segment & { from: number; share: number })[] {
  const seen = parts.filter(({ count }) => count > 0)
  const total = seen.reduce((sum, { count }) => sum + count, 0)
  const small = new Set(seen.filter(({ count }) => count / total < least))
  const room = 1 - small.size * least
  const rest = seen.reduce((sum, part) => sum + (small.has(part) ? 0 : part.count), 0)
  let from = 0
  return seen.map((part) => {
    const share = small.has(part) ? least : (part.count / rest) * room
    const one = { ...part, from, share }
    from += share
    return one
  })
}
