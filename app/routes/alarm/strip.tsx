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
  if (rows.length === 0) return null
  const from = Math.min(...rows.map(({ raisedAt }) => Date.parse(raisedAt)))
  const to = Math.max(Date.parse(now), ...rows.map(({ raisedAt, normalAt }) => Date.parse(normalAt ?? raisedAt)))
  const at = (moment: number) => ((moment - from) / Math.max(1, to - from)) * width
  const said = (moment: number) => format.minute(new Date(moment).toISOString(), timeZone)
  return (
    <figure className="px-4 py-3">
      <svg
        viewBox={`0 0 ${width} 28`}
        role="img"
        aria-label={t('main:alarm.strip', { count: rows.length, from: said(from), to: said(to) })}
        className="strip"
      >
        <rect className="ground" width={width} height={28} rx={3} />
        {rows.map(({ id, raisedAt, normalAt }) => {
          const start = Date.parse(raisedAt)
          const end = normalAt ? Date.parse(normalAt) : to
          const x = Math.min(at(start), width - narrowest)
          return (
            <rect
              key={id}
              className={normalAt ? 'over' : 'active'}
              x={x}
              y={4}
              height={20}
              width={Math.max(narrowest, at(end) - x)}
            >
              <title>{[said(start), normalAt ? said(end) : t('main:alarm.state.active')].join(' – ')}</title>
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
