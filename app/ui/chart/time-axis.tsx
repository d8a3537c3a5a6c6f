/** The times below a chart; every second one only where there is room. */
import type { ChartSpan } from './buckets'
import { shareAt } from './draw'
import { percent } from './percent'

/** A window with the times of its axis. */
export interface TimedWindow extends ChartSpan {
  times: readonly { at: number; text: string }[]
}

export function TimeAxis({ window }: { window: TimedWindow }) {
  return (
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
  )
}
