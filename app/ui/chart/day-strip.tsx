/**
 * A day as a strip of blocks. It is drawn in parts of its width, so that letters keep their size; a label is shown where
 * its block is wide enough.
 */
import './charts.css'
import type { ReactNode, SVGAttributes } from 'react'
import { percent } from './percent'

/** How strong a block is drawn: 0 is at rest. */
export type BlockTone = 0 | 1 | 2 | 3 | 4

export interface StripBlock {
  /** Fractions of the day, 0 to 1. */
  from: number
  to: number
  label: string
  /** The times and the value. */
  title: string
  tone: BlockTone
  /** Whether an exception applies instead of the weekly schedule. */
  isException?: boolean
}

/** An hour on the clock of the day, at its fraction of the day. */
export interface StripHour {
  part: number
  hour: number
}

/** The hours of a day without a clock change. */
export const ordinaryHours: readonly StripHour[] = Array.from({ length: 25 }, (_, hour) => ({ part: hour / 24, hour }))

export function DayStrip({
  label,
  blocks,
  hours = ordinaryHours,
  ...rest
}: {
  label: string
  blocks: readonly StripBlock[]
  hours?: readonly StripHour[]
  className?: string
}) {
  return (
    <StripFrame {...rest} role="img" aria-label={label} hours={hours}>
      {blocks.map((block) => (
        <StripShape key={block.from} block={block} />
      ))}
    </StripFrame>
  )
}

/** The strip with its hours, around any blocks. */
export function StripFrame({
  hours = ordinaryHours,
  children,
  className = '',
  ...rest
}: SVGAttributes<SVGSVGElement> & { hours?: readonly StripHour[]; children: ReactNode }) {
  return (
    <div className={`day-strip ${className}`}>
      <svg width="100%" height="100%" {...rest}>
        <rect width="100%" height="100%" rx="3" className="rest" />
        {hours.map(
          ({ part, hour }) =>
            hour % 24 !== 0 && (
              <line
                key={part}
                x1={percent(part)}
                x2={percent(part)}
                y1="0"
                y2="100%"
                className={hour % 6 === 0 ? 'hour major' : 'hour'}
              />
            ),
        )}
        {children}
      </svg>
    </div>
  )
}

/** A block with its label where it fits. */
export function StripShape({ block }: { block: StripBlock }) {
  const { from, to, label, title, tone, isException } = block
  const fit = fitOf(label, to - from)
  return (
    <svg
      x={percent(from)}
      width={percent(to - from)}
      height="100%"
      className={`block tone-${tone}${isException ? ' exception' : ''}`}
    >
      <title>{title}</title>
      <rect width="100%" height="100%" rx="3" />
      {fit && (
        <text x="6" y="50%" dy="0.35em" className={fit}>
          {label}
        </text>
      )}
    </svg>
  )
}

const letterPx = 6.6
const marginPx = 12

/** Returns the class of the narrowest strip in which a label fits its block; null where it never does. */
function fitOf(label: string, share: number): string | null {
  const stripPx = (label.length * letterPx + marginPx) / share
  if (stripPx <= 130) return 'fits'
  if (stripPx <= 240) return 'fits-240'
  if (stripPx <= 400) return 'fits-400'
  return stripPx <= 560 ? 'fits-560' : null
}

/** The hours 0, 6, 12, 18 and 24 above or below strips. */
export function HourAxis({ hours = ordinaryHours }: { hours?: readonly StripHour[] }) {
  return (
    <svg width="100%" height="16" className="hour-axis" aria-hidden="true">
      {hours
        .filter(({ hour }) => hour % 6 === 0)
        .map(({ part, hour }) => (
          <text key={part} x={percent(part)} y="12" className={hour === 0 ? undefined : hour === 24 ? 'end' : 'middle'}>
            {hour}
          </text>
        ))}
    </svg>
  )
}
