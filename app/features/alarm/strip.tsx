/** When an alarm was active, on a time axis. */
import { useT } from '~/i18n/use-t'
import type { ChartSpan } from '~/ui/chart/buckets'
import { useFormat } from '~/ui/use-format'
import type { AlarmSpan } from './occurrences.server'

const width = 960
/** Minimum width of an occurrence, so that one minute in a month stays visible. */
const minWidth = 3

export function AlarmStrip({
  spans,
  window,
  timeZone,
}: {
  spans: readonly AlarmSpan[]
  window: ChartSpan
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const bars = spansWithin(spans, window)
  const at = (moment: number) => ((moment - window.from) / (window.to - window.from)) * width
  const label = (moment: number) => format.minute(new Date(moment).toISOString(), timeZone)
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} 28`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('main:alarm.strip', { count: bars.length, from: label(window.from), to: label(window.to) })}
        className="strip"
      >
        <rect className="ground" width={width} height={28} />
        {bars.map(({ from, to, isOpen }) => {
          const x = Math.min(at(from), width - minWidth)
          return (
            <rect
              key={from}
              className={isOpen ? 'active' : 'over'}
              x={Math.round(x)}
              y={4}
              height={20}
              width={Math.round(Math.max(minWidth, at(to) - x))}
            >
              <title>{[label(from), isOpen ? t('main:alarm.state.active') : label(to)].join(' – ')}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-faint">
        <span>{label(window.from)}</span>
        <span>{label(window.to)}</span>
      </figcaption>
    </figure>
  )
}

/** Returns the part of each span inside a window, oldest first, each start once. */
export function spansWithin(spans: readonly AlarmSpan[], window: ChartSpan): (ChartSpan & { isOpen: boolean })[] {
  const inside = spans
    .map(({ from, to }) => ({
      from: Math.max(from, window.from),
      to: Math.min(to ?? window.to, window.to),
      isOpen: to === null,
    }))
    .filter(({ from, to }) => from <= to)
  return [...new Map(inside.map((span) => [span.from, span])).values()].sort((one, other) => one.from - other.from)
}
