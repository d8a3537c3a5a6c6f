/** A chart of states alone: a strip for each on one time axis, and its times in the table. */
import './charts.css'
import { useT } from '~/i18n/use-t'
import { useFormat } from '../use-format'
import type { ChartSpan } from './buckets'
import { ChartClock } from './clock'
import { shareAt } from './draw'
import { ChartFigure } from './figure'
import type { TrendStrip } from './model'
import { percent } from './percent'
import { Strips } from './strips'

/** The window of strips without lines, with the times of its axis. */
export interface StripsWindow extends ChartSpan {
  /** The IANA id of the site's time zone. */
  timeZone: string
  times: readonly { at: number; text: string }[]
}

interface StripsChartProps {
  window: StripsWindow
  strips: readonly TrendStrip[]
  caption: string
  /** The accessible name of the chart. */
  name: string
  csvHref?: string | undefined
}

/** Rows of the table; the file has everything. */
const maxRows = 48

export function StripsChart({ window, strips, caption, name, csvHref }: StripsChartProps) {
  const t = useT()
  const format = useFormat()
  const clock = (moment: number) => format.minute(new Date(moment).toISOString(), window.timeZone)
  const rows = strips
    .flatMap(({ label: strip, spans }) => spans.map((span) => ({ ...span, strip })))
    .sort((a, b) => b.from - a.from)
    .slice(0, maxRows)
  return (
    <ChartFigure
      name={name}
      caption={caption}
      aside={<ChartClock window={window} />}
      csvHref={csvHref}
      size="fluid"
      table={{
        headings: [t('chart.stateFrom'), t('chart.stateTo'), t('field.state')],
        rows: rows.map(({ from, to, strip }) => [
          clock(Math.max(from, window.from)),
          clock(Math.min(to, window.to)),
          strip,
        ]),
      }}
    >
      <div className="plot">
        <Strips strips={strips} window={window} clock={clock} />
        <svg className="times" aria-hidden="true">
          {window.times.map(({ at, text }, index) => (
            <text
              key={at}
              x={percent(shareAt(window, at))}
              y="14"
              className={index % 2 === 1 ? 'middle wide-only' : 'middle'}
            >
              {text}
            </text>
          ))}
        </svg>
      </div>
    </ChartFigure>
  )
}
