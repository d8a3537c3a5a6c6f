/** A heat map of counts by hour and day: five steps of one hue, with the count in each title and in the table. */
import './charts.css'
import { useT } from '~/i18n/use-t'
import { ChartFigure } from './figure'

export interface HeatMapRow {
  name: string
  /** By hour of the day, from 0. */
  counts: readonly number[]
  /** The lists of each hour. */
  hrefs?: readonly (string | undefined)[]
}

interface HeatMapProps {
  caption: string
  aside?: string | undefined
  rows: readonly HeatMapRow[]
  /** Returns a count in words: "3 alarms". */
  text: (count: number) => string
  csvHref?: string
}

const width = 600
const plotLeft = 84
const cell = 21
const step = 21

export function HeatMap({ caption, aside, rows, text, csvHref }: HeatMapProps) {
  const t = useT()
  const max = Math.max(1, ...rows.flatMap(({ counts }) => counts))
  const bottom = 8 + rows.length * step
  const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return (
    <ChartFigure
      name={caption}
      caption={caption}
      aside={aside}
      csvHref={csvHref}
      size="half"
      of={rows}
      table={() => ({
        headings: [t('chart.day'), ...Array.from({ length: 24 }, (_, hour) => hourOf(hour))],
        rows: rows.map(({ name, counts }) => [name, ...counts.map(String)]),
      })}
    >
      <svg viewBox={`0 0 ${width} ${bottom + 18}`}>
        {rows.map(({ name, counts, hrefs }, row) => (
          <g key={name} className="day">
            <text x={plotLeft - 8} y={8 + row * step + 12} className="end">
              {name}
            </text>
            {counts.map((count, hour) => (
              <Square
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour is identified by its index
                key={hour}
                x={plotLeft + hour * cell}
                y={8 + row * step}
                look={`heat${stepOf(count, max)}`}
                href={count > 0 ? hrefs?.[hour] : undefined}
                title={`${name} ${hourOf(hour)}: ${text(count)}`}
              />
            ))}
          </g>
        ))}
        {[0, 12, 24].map((hour) => (
          <text
            key={hour}
            x={plotLeft + hour * cell}
            y={bottom + 12}
            className={hour === 24 ? 'end' : hour === 0 ? undefined : 'middle'}
          >
            {`${hour}:00`}
          </text>
        ))}
      </svg>
    </ChartFigure>
  )
}

/** Returns 0 for none, up to 5 for the maximum. */
function stepOf(count: number, max: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((count / max) * 5))
}

function Square({
  x,
  y,
  look,
  href,
  title,
}: {
  x: number
  y: number
  look: string
  href: string | undefined
  title: string
}) {
  const drawn = (
    <rect x={x} y={y} width={cell - 2} height={step - 4} rx={2} className={look}>
      <title>{title}</title>
    </rect>
  )
  return href ? (
    <a href={href} tabIndex={-1}>
      {drawn}
    </a>
  ) : (
    drawn
  )
}
