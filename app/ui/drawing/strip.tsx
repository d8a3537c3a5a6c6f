/** The narrow form of a drawing: its parts one below the other along a duct or a pipe, each with its readings beside it. */
import { Fragment, type ReactNode } from 'react'
import { heightOf, Reading } from './reading'
import type { At } from './symbols'
import { type DrawnReading, marksOf } from './values'

/** Fits a window of 320 px with the margins of a page. */
export const stripWidth = 264
const [left, right] = [12, 60]
const middle = (left + right) / 2
const textX = 78
const secondX = 176
/** Maximum number of characters of a value that shares its line. */
const maxShared = 11
const maxAlone = 22
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
          {lines.map(({ readings, offset }) =>
            readings.map((reading, at) => (
              <Reading
                key={reading.label}
                reading={reading}
                at={[at === 0 ? textX : secondX, top + offset + 14]}
                maxCharacters={readings.length > 1 ? maxShared : maxAlone}
              />
            )),
          )}
        </Fragment>
      ))}
    </svg>
  )
}

interface Line {
  readings: DrawnReading[]
  offset: number
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

function linesOf(readings: readonly DrawnReading[]): { lines: Line[]; height: number } {
  const lines: Line[] = []
  let height = 0
  for (const reading of readings) {
    const before = lines.at(-1)
    const [first] = before?.readings ?? []
    if (before && first && before.readings.length === 1 && isShort(first) && isShort(reading)) {
      before.readings.push(reading)
      height = before.offset + Math.max(heightOf(first), heightOf(reading))
      continue
    }
    lines.push({ readings: [reading], offset: height })
    height += heightOf(reading)
  }
  return { lines, height }
}

function isShort(reading: DrawnReading): boolean {
  const { label, value, setpoint } = reading
  return !setpoint && (value?.text ?? '').length <= maxShared && label.length <= 14 && marksOf(reading).length === 0
}
