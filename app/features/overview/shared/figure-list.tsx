/** The figures of an overview, each linked to the list it counts, if there is one. */
import './overview.css'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Sparkline } from '~/ui/chart/spark'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'
import type { FigureTrend } from './figure-trend'
import type { Figure, FigureKey, FigurePart } from './figures'

/** The colour of a figure above zero. */
const tones: Record<FigureKey, string> = {
  alarms: 'text-danger',
  activeAlarms: 'text-danger',
  offline: 'text-danger',
  faults: 'text-warn',
  changes: 'text-progress',
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  const t = useT()
  if (figures.length === 0) return null
  return (
    <ul aria-label={t('main:overview.glance')} className="figures">
      {figures.map((figure) => (
        <li key={figure.key} className="panel">
          <FigureCard figure={figure} />
        </li>
      ))}
    </ul>
  )
}

function FigureCard({ figure: { key, counted, href, parts, trend } }: { figure: Figure }) {
  const t = useT()
  const ofAll = parts.find((part) => part.key === 'ofDevices')
  const others = parts.filter((part) => part !== ofAll)
  return (
    <>
      <p className="text-soft">{t(`main:overview.figure.${key}`)}</p>{' '}
      {counted ? (
        <p className="figure">
          <b className={counted.count > 0 ? tones[key] : 'text-faint'}>
            <Linked href={counted.count > 0 ? href : null}>{countText(t, 'plain', counted)}</Linked>
          </b>{' '}
          {ofAll && <PartOf part={ofAll} />}
        </p>
      ) : (
        <p className="text-faint">{t('main:overview.unknown')}</p>
      )}
      {trend && <LastDay trend={trend} />}
      {others.length > 0 && (
        <ul className="parts">
          {others.map((part) => (
            <li key={part.key}>
              <PartOf part={part} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The line of the last 24 hours, and the difference to the count 24 hours ago. */
function LastDay({ trend: { counts, from, to, change } }: { trend: FigureTrend }) {
  const t = useT()
  const words = useChange(change)
  const step = (to - from) / (counts.length - 1)
  return (
    <p className="last-day">
      <Sparkline
        label={t('main:overview.trend.label', { before: counts[0] ?? 0, now: counts.at(-1) ?? 0 })}
        samples={counts.map((value, index) => ({ at: from + index * step, value }))}
        window={{ from, to }}
      />{' '}
      <span>{words}</span>
    </p>
  )
}

/** Returns the change in words: "+9 since yesterday". */
export function useChange(change: number): string {
  const t = useT()
  const format = useFormat()
  if (change === 0) return t('main:overview.trend.same')
  const number = format.number(Math.abs(change))
  return t(change > 0 ? 'main:overview.trend.more' : 'main:overview.trend.fewer', { number })
}

function PartOf({ part: { key, counted, href, share } }: { part: FigurePart }) {
  const t = useT()
  const format = useFormat()
  const words = { count: counted.count, counted: countText(t, 'plain', counted), share: format.percent(share ?? 0) }
  return <Linked href={href}>{t(`main:overview.part.${key}`, words)}</Linked>
}

function Linked({ href, children }: { href: string | null; children: string }) {
  return href ? <A href={href}>{children}</A> : <>{children}</>
}
