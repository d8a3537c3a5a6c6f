/** Strips of intervals below the lines, each with its name beside or above it. */
import './charts.css'
import type { ChartSpan } from './buckets'
import { shareAt } from './draw'
import type { TrendStrip } from './model'
import { percent } from './percent'

/** The share of the width that a letter of a mark needs, on any screen or on a wide one. */
const [letterShare, wideLetterShare] = [0.03, 0.016]

export function Strips({
  strips,
  window,
  clock,
}: {
  strips: readonly TrendStrip[]
  window: ChartSpan
  clock: (moment: number) => string
}) {
  return strips.map(({ label: name, spans }) => (
    <div key={name} className="strip">
      <span className="name" title={name}>
        {name}
      </span>
      <svg>
        <rect width="100%" height="12" className="track" />
        {spans
          .map((span) => ({ ...span, from: Math.max(span.from, window.from), to: Math.min(span.to, window.to) }))
          .filter(({ from, to }) => to > from)
          .map(({ from, to, label, tone, mark }) => {
            const [begin, end] = [shareAt(window, from), shareAt(window, to)]
            return (
              <g key={from}>
                <title>{`${label}\n${clock(from)} – ${clock(to)}`}</title>
                <rect x={percent(begin)} width={percent(end - begin)} height="12" className={tone} />
                {mark && end - begin > mark.length * wideLetterShare && (
                  <text
                    x={percent((begin + end) / 2)}
                    y="10"
                    className={end - begin > mark.length * letterShare ? 'middle' : 'middle wide-only'}
                  >
                    {mark}
                  </text>
                )}
              </g>
            )
          })}
      </svg>
    </div>
  ))
}
