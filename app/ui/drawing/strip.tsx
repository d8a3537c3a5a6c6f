/** The narrow form of a drawing: its parts one below the other along a duct or a pipe, each with its readings beside it. */
import { Fragment, type ReactNode } from 'react'
import { linesOf, ReadingLines } from './reading-lines'
import type { At } from './symbols'
import type { DrawnReading } from './values'

/** Fits a window of 320 px with the margins of a page. */
export const stripWidth = 264
const [left, right] = [12, 60]
const middle = (left + right) / 2
const textX = 78
const secondX = 176
const minHeight = 40

export interface StripRow {
  key: string
  /** Its part, around a point of the duct; nothing for readings of the duct itself. */
  part?: ((at: At) => ReactNode) | undefined
  readings: readonly (DrawnReading | undefined)[]
  /** Beyond the end of the duct. */
  isBeyond?: boolean
}

/** Renders rows with readings or a part; `hasDuct` draws a duct behind them, otherwise a pipe. */
export function Strip({ rows, hasDuct, label }: { rows: readonly StripRow[]; hasDuct: boolean; label: string }) {
  const placed = place(rows)
  const height = placed.height
  const end = placed.rows.find(({ isBeyond }) => isBeyond)?.top ?? height
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg
      role="group"
      aria-label={label}
      className="narrow"
      width={stripWidth}
      height={height}
      viewBox={`0 0 ${stripWidth} ${height}`}
    >
      <g>
        {hasDuct ? (
          <>
            <rect x={left} y="0" width={right - left} height={end} className="air" />
            <path d={`M${left} 0V${end}M${right} 0V${end}`} className="wall" />
          </>
        ) : (
          <path d={`M${middle} 0V${height}`} className="pipe" />
        )}
        {placed.rows.map(({ key, part, y }) => (
          <Fragment key={key}>{part?.([middle, y])}</Fragment>
        ))}
      </g>
      {placed.rows.map(({ key, lines, top }) => (
        <Fragment key={key}>
          <ReadingLines lines={lines} x={[textX, secondX]} top={top} />
        </Fragment>
      ))}
    </svg>
  )
}

/** Places the rows one below the other; short readings without a setpoint share a line. */
function place(rows: readonly StripRow[]) {
  let top = 4
  const placed = rows.flatMap((row) => {
    const readings = row.readings.filter((reading) => reading !== undefined)
    if (readings.length === 0 && !row.part) return []
    const { lines, height: linesHeight } = linesOf(readings)
    const height = Math.max(linesHeight, row.part ? minHeight + 8 : minHeight)
    const at = { key: row.key, part: row.part, isBeyond: row.isBeyond, lines, top, y: top + Math.min(height / 2, 26) }
    top += height + 4
    return [at]
  })
  return { rows: placed, height: top }
}
