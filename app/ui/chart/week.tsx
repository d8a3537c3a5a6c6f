/** A weekly schedule: a strip per day, a block per interval, hatched exceptions, and the current time. */
import './charts.css'
import { useId } from 'react'
import { useT } from '~/i18n/use-t'
import { type BlockTone, HourAxis, StripFrame, StripShape } from './day-strip'
import { ChartFigure, Hatch } from './figure'
import { percent } from './percent'

export interface WeekInterval {
  /** Minutes since midnight; `to` may be 1440. */
  from: number
  to: number
  label: string
  tone: BlockTone
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

const minutes = 24 * 60

export function Week({ caption, aside, days, now, csvHref }: WeekProps) {
  const t = useT()
  const id = useId().replaceAll(':', '')
  return (
    <ChartFigure
      name={caption}
      caption={caption}
      aside={aside}
      csvHref={csvHref}
      size="half"
      of={days}
      table={() => ({
        headings: [t('chart.day'), t('chart.intervals'), t('chart.exception')],
        rows: days.map(({ name, intervals, exception = '' }) => [
          name,
          timesOf(intervals) || t('word.none'),
          exception,
        ]),
      })}
    >
      <div className="week-strips">
        {days.map(({ name, intervals, exception }, index) => (
          <div key={name}>
            <span aria-hidden="true">{name}</span>
            <StripFrame role="img" aria-label={`${name}: ${timesOf(intervals) || t('word.none')}`}>
              {exception && <Hatch id={`${id}-${index}`} />}
              {intervals.map(({ from, to, label, tone }) => (
                <StripShape
                  key={from}
                  block={{
                    from: from / minutes,
                    to: to / minutes,
                    label,
                    tone,
                    title: `${timesText(from, to)} ${label}`,
                  }}
                />
              ))}
              {exception && (
                <rect width="100%" height="100%" fill={`url(#${id}-${index})`} className="hatched">
                  <title>{exception}</title>
                </rect>
              )}
              {now?.day === index && (
                <line
                  x1={percent(now.minute / minutes)}
                  x2={percent(now.minute / minutes)}
                  y1="-3"
                  y2="100%"
                  className="now"
                >
                  <title>{t('chart.now', { time: clock(now.minute) })}</title>
                </line>
              )}
            </StripFrame>
          </div>
        ))}
        <div>
          <span />
          <HourAxis />
        </div>
      </div>
    </ChartFigure>
  )
}

const timesOf = (intervals: readonly WeekInterval[]) =>
  intervals.map(({ from, to, label }) => `${timesText(from, to)} ${label}`).join(', ')

const timesText = (from: number, to: number) => `${clock(from)}–${clock(to)}`

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
