/** The figures of an overview, each linked to the list it counts, if there is one. */
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'
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

function FigureCard({ figure: { key, counted, href, parts } }: { figure: Figure }) {
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

function PartOf({ part: { key, counted, href, share } }: { part: FigurePart }) {
  const t = useT()
  const format = useFormat()
  const words = { count: counted.count, counted: countText(t, 'plain', counted), share: format.percent(share ?? 0) }
  return <Linked href={href}>{t(`main:overview.part.${key}`, words)}</Linked>
}

function Linked({ href, children }: { href: string | null; children: string }) {
  return href ? <A href={href}>{children}</A> : <>{children}</>
}
