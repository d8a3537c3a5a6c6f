/** When an alarm was there, drawn on one line of time from the first occurrence shown until now. */
import { useT } from '~/i18n/use-t'
import { useFormat } from '~/ui/use-format'
import type { OccurrenceRow } from './alarm-page.server'

const width = 960
/** So wide at least, that a minute of a month is seen. */
const narrowest = 3

export function Strip({
  rows,
  now,
  timeZone,
}: {
  rows: readonly OccurrenceRow[]
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
  const said = (moment: number) => format.minute(new Date(moment).toISOString(), timeZone)
  return (
    <figure className="px-4 py-3">
      <svg
        viewBox={`0 0 ${width} 28`}
        role="img"
        aria-label={t('main:alarm.strip', { count: bars.length, from: said(from), to: said(to) })}
        className="strip"
      >
        <rect className="ground" width={width} height={28} rx={3} />
        {bars.map(({ id, start, end }) => {
          const x = Math.min(at(start), width - narrowest)
          return (
            <rect
              key={id}
              className={end === null ? 'active' : 'over'}
              x={x}
              y={4}
              height={20}
              width={Math.max(narrowest, at(end ?? to) - x)}
            >
              <title>{[said(start), end === null ? t('main:alarm.state.active') : said(end)].join(' – ')}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-faint">
        <span>{said(from)}</span>
        <span>{said(to)}</span>
      </figcaption>
    </figure>
  )
}

/** None for one of which a moment is not known: nobody could say where it stands. */
function barOf({ id, raisedAt, normalAt }: OccurrenceRow): { id: string; start: number; end: number | null }[] {
  const start = Date.parse(raisedAt)
  const end = normalAt ? Date.parse(normalAt) : null
  return Number.isNaN(start) || Number.isNaN(end) ? [] : [{ id, start, end }]
}
