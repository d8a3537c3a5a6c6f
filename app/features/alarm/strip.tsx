/** The occurrences of an alarm on one time axis, from the first one shown until now. */
import { useT } from '~/i18n/use-t'
import { useFormat } from '~/ui/use-format'
import type { AlarmOccurrenceRow } from './alarm-page.server'

const width = 960
/** Minimum width of an occurrence, so that one minute in a month stays visible. */
const minWidth = 3

export function OccurrenceStrip({
  rows,
  now,
  timeZone,
}: {
  rows: readonly AlarmOccurrenceRow[]
  now: string
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const bars = rows.flatMap(barOf)
  if (bars.length === 0) return null
  const from = Math.min(...bars.map(({ start }) => start))
  const to = Math.max(Date.parse(now), ...bars.map(({ start, end }) => end ?? start))
  const at = (moment: number) => ((moment - from) / Math.max(1, to - from)) * width
  const label = (moment: number) => format.minute(new Date(moment).toISOString(), timeZone)
  return (
    <figure className="px-4 py-3">
      <svg
        viewBox={`0 0 ${width} 28`}
        role="img"
        aria-label={t('main:alarm.strip', { count: bars.length, from: label(from), to: label(to) })}
        className="strip"
      >
        <rect className="ground" width={width} height={28} rx={3} />
        {bars.map(({ id, start, end }) => {
          const x = Math.min(at(start), width - minWidth)
          return (
            <rect
              key={id}
              className={end === null ? 'active' : 'over'}
              x={x}
              y={4}
              height={20}
              width={Math.max(minWidth, at(end ?? to) - x)}
            >
              <title>{[label(start), end === null ? t('main:alarm.state.active') : label(end)].join(' – ')}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-faint">
        <span>{label(from)}</span>
        <span>{label(to)}</span>
      </figcaption>
    </figure>
  )
}

/** Returns no bar when a time of the occurrence is not a valid date. */
function barOf({ id, raisedAt, normalAt }: AlarmOccurrenceRow): { id: string; start: number; end: number | null }[] {
  const start = Date.parse(raisedAt)
  const end = normalAt ? Date.parse(normalAt) : null
  return Number.isNaN(start) || Number.isNaN(end) ? [] : [{ id, start, end }]
}
