/** A day as it is scheduled, hour by hour: one line, a block a stretch. What it says stands beside it in words. */

export interface DayBlock {
  /** Parts of the day, from 0 to 1. */
  from: number
  to: number
  label: string
  isOn: boolean
  /** Whether an exception decides, in place of the week. */
  isException: boolean
}

const width = 480
const height = 20

/** `hours` are the parts of the day at which the clock shows a full hour. */
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
