/** The schedule of a day on one line, one block per interval. The page has the same in words beside it. */

export interface DayBlock {
  /** Fractions of the day, 0 to 1. */
  from: number
  to: number
  label: string
  isOn: boolean
  /** Whether an exception applies instead of the weekly schedule. */
  isException: boolean
}

const width = 480
const height = 20

/** `hours` are the fractions of the day of each full hour on the clock. */
export function DayLine({
  name,
  blocks,
  hours,
}: {
  name: string
  blocks: readonly DayBlock[]
  hours: readonly number[]
}) {
  const x = (part: number) => Math.round(width * part)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={name}
      className="day-line"
      preserveAspectRatio="none"
    >
      <rect x={0} y={0} width={width} height={height} className="rest" />
      {blocks.map(({ from, to, label, isOn, isException }) => (
        <rect
          key={from}
          x={x(from)}
          y={isOn ? 2 : 7}
          width={Math.max(1, x(to) - x(from))}
          height={isOn ? height - 4 : height - 14}
          className={`${isOn ? 'on' : 'off'}${isException ? ' exception' : ''}`}
        >
          <title>{label}</title>
        </rect>
      ))}
      {hours.map((part) => (
        <path key={part} d={`M${x(part)} 0v${height}`} className="hour" />
      ))}
    </svg>
  )
}
