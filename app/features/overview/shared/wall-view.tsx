/** The wall view of a place: one full screen in large letters, without a menu, which turns itself where its address says so. */
import './wall.css'
import type { Severity } from '#contracts/alarms'
import { EquipmentCards } from '~/features/equipment/shared/equipment-cards'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { LiveMarker } from '~/features/point/shared/live-marker'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { SeverityBadge } from '~/ui/states'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { AttentionText, attentionTones } from '../attention-list'
import type { AttentionRow } from './attention'
import { shadeOf } from './site-states'
import type { Wall, WallAlarm } from './wall'
import { WallRanking } from './wall-ranking'

export function WallView({ wall }: { wall: Wall }) {
  const { every } = wall.settings
  const { next } = wall.links
  return (
    <main id="content" tabIndex={-1} className="wall" data-wall={every ? next : ''} data-every={every ?? undefined}>
      {every !== null && (
        <noscript>
          <meta httpEquiv="refresh" content={`${every}; url=${next}`} />
        </noscript>
      )}
      <WallHead wall={wall} />
      <WallFigures wall={wall} />
      {wall.ranking !== undefined && <WallRanking ranking={wall.ranking} />}
      {wall.equipment && <WallDrawings equipment={wall.equipment} />}
      {wall.trends !== undefined && <WallCharts trends={wall.trends} />}
      {!wall.equipment && wall.trends === undefined && wall.ranking === undefined && <WallParts wall={wall} />}
      <WallControls wall={wall} />
    </main>
  )
}

/** The newest alarms, what else needs attention, and the worst sites. */
function WallParts({ wall }: { wall: Wall }) {
  const t = useT()
  return (
    <div className="wall-parts">
      {wall.alarms !== undefined && (
        <section>
          <h2>{t('main:overview.wall.newest')}</h2>
          {wall.alarms ? <Newest alarms={wall.alarms.newest} /> : <Unknown />}
        </section>
      )}
      <section>
        <h2>{t('main:overview.attention.title')}</h2>
        <WallAttention attention={wall.attention} />
      </section>
      {wall.sites && wall.sites.rows.length > 0 && (
        <section>
          <h2>{t('main:overview.wall.worst')}</h2>
          <WorstSites sites={wall.sites.rows} />
          {wall.sites.ofFirst !== null && (
            <p className="wall-none">{t('main:overview.heat.ofSome', { sites: wall.sites.ofFirst })}</p>
          )}
        </section>
      )}
    </div>
  )
}

function WallDrawings({ equipment: { drawings } }: { equipment: NonNullable<Wall['equipment']> }) {
  const t = useT()
  if (!drawings) return <Unknown />
  if (drawings.length === 0) return <p className="wall-none">{t('main:overview.wall.noEquipment')}</p>
  return <EquipmentCards drawings={{ ok: true, value: drawings }} look="wall-drawings" />
}

/** Charts of a set at most, so that each stays large. */
const maxCharts = 2

function WallCharts({ trends }: { trends: NonNullable<Wall['trends']> | null }) {
  const t = useT()
  if (!trends) return <p className="wall-none">{t('main:overview.wall.noTrends')}</p>
  const { name, href, charts } = trends
  return (
    <section className="wall-trends">
      <h2>
        <A href={href}>
          <bdi>{name}</bdi>
        </A>
      </h2>
      {charts ? (
        <RuleTrends charts={{ ...charts, charts: charts.charts.slice(0, maxCharts) }} of={name} />
      ) : (
        <Unknown />
      )}
    </section>
  )
}

function WallHead({ wall: { name, customerName, now, readAt, zone } }: { wall: Wall }) {
  const t = useT()
  const format = useFormat()
  return (
    <header>
      <div>
        {customerName && (
          <p>
            <bdi>{customerName}</bdi>
          </p>
        )}
        <h1>
          <bdi>{name}</bdi>
        </h1>
      </div>
      <div className="wall-time">
        <p className="wall-clock">
          <time dateTime={now} data-clock={zone ?? ''}>
            {format.time(now, zone)}
          </time>
        </p>
        <p>
          <time dateTime={readAt}>{t('main:overview.wall.readAt', { time: format.dateTime(readAt, zone) })}</time>
        </p>
        <p className="wall-lost" hidden>
          {t('main:overview.wall.lost')}
        </p>
      </div>
    </header>
  )
}

function Unknown() {
  const t = useT()
  return <p className="wall-unknown">{t('main:overview.unknown')}</p>
}

/** The severities whose figure has a colour of its own. */
const figureClass: Partial<Record<Severity, string>> = { critical: 'is-critical', high: 'is-high' }

function WallFigures({ wall: { alarms, connected, faults } }: { wall: Wall }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="wall-figures" aria-label={t('main:overview.glance')}>
      {alarms?.severities.map(({ severity, counted, href }) => (
        <li key={severity} className={counted.count > 0 ? figureClass[severity] : undefined}>
          <p>
            <SeverityBadge severity={severity} />
          </p>
          <b>
            <Linked href={counted.count > 0 ? href : null}>{countText(t, 'plain', counted)}</Linked>
          </b>
        </li>
      ))}
      {alarms === null && (
        <li>
          <p>{t('main:overview.figure.activeAlarms')}</p>
          <Unknown />
        </li>
      )}
      {faults !== undefined && (
        <li>
          <p>{t('main:overview.figure.faults')}</p>
          {faults ? (
            <b>
              <Linked href={faults.counted.count > 0 ? faults.href : null}>
                {countText(t, 'plain', faults.counted)}
              </Linked>
            </b>
          ) : (
            <Unknown />
          )}
        </li>
      )}
      {connected !== undefined && (
        <li>
          <p>{t('main:overview.wall.connected')}</p>
          {connected && connected.devices > 0 ? (
            <>
              <b>{format.percent(connected.count / connected.devices)}</b>{' '}
              <span>
                <Linked href={connected.href}>
                  {t('main:overview.wall.ofDevices', { connected: connected.count, devices: connected.devices })}
                </Linked>
              </span>
            </>
          ) : (
            <Unknown />
          )}
        </li>
      )}
    </ul>
  )
}

function Linked({ href, children }: { href: string | null; children: string }) {
  return href ? <A href={href}>{children}</A> : <>{children}</>
}

function Newest({ alarms }: { alarms: readonly WallAlarm[] }) {
  const t = useT()
  if (alarms.length === 0) return <p className="wall-none">{t('main:overview.wall.noAlarms')}</p>
  return (
    <ul>
      {alarms.map(({ id, href, severity, name, text, where, raisedAt, isAcknowledged }) => (
        <li key={id} className={isAcknowledged ? 'is-acknowledged' : undefined}>
          <p className="wall-row">
            <SeverityBadge severity={severity} />{' '}
            <span className="wall-since">
              <Time at={raisedAt} />
            </span>
          </p>
          <p>
            <A href={href}>
              <bdi>{name}</bdi>
            </A>{' '}
            <bdi className="text-soft">{[text, where].filter(Boolean).join(' · ')}</bdi>
          </p>
        </li>
      ))}
    </ul>
  )
}

function WallAttention({ attention: { rows, missing } }: { attention: Wall['attention'] }) {
  const t = useT()
  const format = useFormat()
  const names = missing.map((question) => t(`main:overview.question.${question}`))
  return (
    <>
      {missing.length > 0 && (
        <p className="wall-unknown">{t('main:overview.attention.missing', { questions: format.list(names) })}</p>
      )}
      {rows.length === 0 && missing.length === 0 && <p className="wall-none">{t('main:overview.wall.nothing')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={`${row.kind} ${row.href} ${row.name}`}>
            <p className="wall-row">
              <Badge tone={attentionTones[row.kind]}>{t(`main:overview.kind.${row.kind}`)}</Badge>{' '}
              {row.since && (
                <span className="wall-since">
                  <Time at={row.since} />
                </span>
              )}
            </p>
            <p>
              <WallAttentionText row={row} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function WallAttentionText({ row }: { row: AttentionRow }) {
  const t = useT()
  const { kind, name, href, text, where } = row
  const about = [text, where].filter(Boolean).join(' · ')
  return (
    <AttentionText name={name} href={href} about={about || (name === null ? t(`main:overview.kind.${kind}`) : '')} />
  )
}

function WorstSites({ sites }: { sites: NonNullable<Wall['sites']>['rows'] }) {
  const t = useT()
  const format = useFormat()
  const keys = sites[0]?.states.map(({ key }) => key) ?? []
  const countsOf = (key: (typeof keys)[number]) =>
    sites.map(({ states }) => states.find((one) => one.key === key)?.count ?? null)
  return (
    <table>
      <caption className="sr-only">{t('main:overview.heat.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('entity.site')}</th>
          {keys.map((key) => (
            <th key={key} scope="col">
              {t(`main:site.places.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sites.map(({ id, name, href, states }) => (
          <tr key={id}>
            <th scope="row">
              <A href={href}>
                <bdi>{name}</bdi>
              </A>
            </th>
            {states.map(({ key, count }) => (
              <td key={key}>
                <span className={`shade${shadeOf(count, countsOf(key))}`}>
                  {count === null ? t('main:overview.heat.unknown') : format.number(count)}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function WallControls({ wall: { settings, turns, links, equipment } }: { wall: Wall }) {
  const t = useT()
  const isPaused = settings.every === null
  return (
    <nav aria-label={t('main:overview.wall.controls')}>
      <A id="wall-pause" href={isPaused ? links.resume : links.pause}>
        {isPaused ? t('main:overview.wall.resume') : t('main:overview.wall.pause', { seconds: settings.every ?? 0 })}
      </A>{' '}
      {turns.map(({ turn, href }) => (
        <A
          key={turn ?? 'same'}
          id={`wall-turn-${turn ?? 'same'}`}
          href={href}
          aria-current={turn === settings.turn ? 'true' : undefined}
        >
          {t(`main:overview.wall.turn.${turn ?? 'same'}`)}
        </A>
      ))}{' '}
      <A id="wall-leave" href={links.leave}>
        {t('main:overview.wall.leave')}
      </A>
      {equipment && <LiveMarker href={equipment.live} />}
    </nav>
  )
}
