/** A weekly schedule: a row per day, a block per interval, hatched exceptions, and the current time. */
import { useId } from 'react'
import { useT } from '~/i18n/use-t'
import { ChartFigure, Hatch } from './figure'

export interface WeekInterval {
  /** Minutes since midnight; `to` may be 1440. */
  from: number
  to: number
  label: string
  /** Whether equipment runs during the interval. */
  isOn: boolean
}

export interface WeekDay {
  name: string
  intervals: readonly WeekInterval[]
  /** The exception that replaces the weekly schedule on this day. */
  exception?: string | undefined
}

interface WeekProps {
  caption: string
  aside?: string | undefined
  /** Monday first. */
  days: readonly WeekDay[]
  /** The current day at the site, from 0, and the minute of that day. */
  now?: { day: number; minute: number } | undefined
  csvHref?: string
}

const width = 600
const plotArea = { left: 96, right: 590, top: 12 }
const step = 21
const minutes = 24 * 60
const hours = [0, 6, 12, 18, 24]

export function Week({ caption, aside, days, now, csvHref }: WeekProps) {
  const t = useT()
  const id = useId().replaceAll(':', '')
  const x = (minute: number) => Math.round(plotArea.left + ((plotArea.right - plotArea.left) * minute) / minutes)
  const bottom = plotArea.top + days.length * step
  return (
    <ChartFigure
      name={caption}
      caption={caption}
      aside={aside}
      csvHref={csvHref}
      size="half"
      table={{
        headings: [t('chart.day'), t('chart.intervals'), t('chart.exception')],
        rows: days.map(({ name, intervals, exception = '' }) => [
          name,
          intervals.map(({ from, to, label }) => `${clock(from)}–${clock(to)} ${label}`).join(', ') || t('word.none'),
          exception,
        ]),
      }}
    >
      <svg viewBox={`0 0 ${width} ${bottom + 20}`} role="img" aria-label={caption}>
        <Hatch id={id} />
        {days.map(({ name, intervals, exception }, index) => {
          const top = plotArea.top + index * step
          return (
            <g key={name} className="day">
              <text x={plotArea.left - 8} y={top + 13} className="end">
                {name}
              </text>
              <rect x={plotArea.left} y={top} width={plotArea.right - plotArea.left} height={step - 4} rx={2} />
              {intervals.map((interval) => (
                <Block key={interval.from} interval={interval} x={x} top={top} />
              ))}
              {exception && (
                <rect
                  x={plotArea.left}
                  y={top}
                  width={plotArea.right - plotArea.left}
                  height={step - 4}
                  fill={`url(#${id})`}
                  className="hatched"
                >
                  <title>{exception}</title>
                </rect>
              )}
            </g>
          )
        })}
        {hours.map((hour) => (
          <text key={hour} x={x(hour * 60)} y={bottom + 14} className={hour === 24 ? 'end' : 'middle'}>
            {`${hour}:00`}
          </text>
        ))}
        {now && (
          <path d={`M${x(now.minute)} ${plotArea.top + now.day * step - 3}v${step + 2}`} className="now">
            <title>{t('chart.now', { time: clock(now.minute) })}</title>
          </path>
        )}
      </svg>
    </ChartFigure>
  )
}

function Block({ interval, x, top }: { interval: WeekInterval; x: (minute: number) => number; top: number }) {
  const { from, to, label, isOn } = interval
  const blockWidth = x(to) - x(from)
  return (
    <g className={isOn ? 'block on' : 'block'}>
      <title>{`${clock(from)}–${clock(to)} ${label}`}</title>
      <rect x={x(from)} y={top} width={blockWidth} height={step - 4} rx={2} />
      {blockWidth > label.length * 6 + 12 && (
        <text x={x(from) + 8} y={top + 13}>
          {label}
        </text>
      )}
    </g>
  )
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
