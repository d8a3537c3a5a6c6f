/** A chart of states alone: a strip for each on one time axis, and its times in the table. */
import './charts.css'
import { useT } from '~/i18n/use-t'
import { useFormat } from '../use-format'
import { ChartClock } from './clock'
import { ChartFigure } from './figure'
import type { TrendStrip } from './model'
import { Strips } from './strips'
import { TimeAxis, type TimedWindow } from './time-axis'

/** The window of strips without lines. */
export interface StripsWindow extends TimedWindow {
  /** The IANA id of the site's time zone. */
  timeZone: string
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
    .flatMap(({ spans }) => spans)
    .sort((a, b) => b.from - a.from)
    .slice(0, maxRows)
  return (
    <ChartFigure
      name={name}
      caption={caption}
      aside={<ChartClock window={window} />}
      csvHref={csvHref}
      size="fluid"
      of={window}
      table={() => ({
        headings: [t('chart.stateFrom'), t('chart.stateTo'), t('field.state')],
        rows: rows.map(({ from, to, label }) => [
          clock(Math.max(from, window.from)),
          clock(Math.min(to, window.to)),
          label,
        ]),
      })}
    >
      <div className="plot">
        <Strips strips={strips} window={window} clock={clock} />
        <TimeAxis window={window} />
      </div>
    </ChartFigure>
  )
}
