/**
 * The map as two drawings of the same shape: the land, which scales with the page, and above it the marks and words,
 * whose positions scale but whose size does not.
 */
import './map.css'
import type { SerializeFrom } from '@remix-run/node'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import type { mapOfSites } from './map-data.server'

type MapDrawing = SerializeFrom<NonNullable<Awaited<ReturnType<typeof mapOfSites>>>>
type MapMark = MapDrawing['marks'][number]

export function MapPicture({
  drawing,
  sitesHref,
}: {
  drawing: MapDrawing | null
  /** The sites, for their coordinates; null without the permission. */
  sitesHref: string | null
}) {
  const t = useT()
  if (!drawing)
    return (
      <EmptyState
        title={t('main:map.nothing')}
        offers={[{ label: t(sitesHref ? 'main:map.toSites' : 'main:change.site.edit'), href: sitesHref }]}
      >
        {t('main:map.nothingHint')}
      </EmptyState>
    )
  const { width, height, land, borders, marks, towns } = drawing
  const across = (x: number) => `${Math.round((x / width) * 1_000) / 10}%`
  const down = (y: number) => `${Math.round((y / height) * 1_000) / 10}%`
  return (
    <nav aria-label={t('main:map.caption')} className="map">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="land">
        <path d={land} />
        <path d={borders} className="borders" />
      </svg>
      <svg className="marks">
        <title>{t('main:map.caption')}</title>
        {towns.map(({ name, x, y, label }) => (
          <svg
            key={name}
            x={across(x)}
            y={down(y)}
            overflow="visible"
            className={label.isOnPhone ? 'town' : 'town off-phone'}
          >
            <circle r={2} />
            <text x={label.x - x} y={label.y - y} dy="0.36em" textAnchor={label.anchor}>
              {name}
            </text>
          </svg>
        ))}
        {marks.map((mark) => (
          <svg key={`${mark.x} ${mark.y}`} x={across(mark.x)} y={down(mark.y)} overflow="visible">
            <Mark mark={mark} />
          </svg>
        ))}
      </svg>
    </nav>
  )
}

/** A ring as wide as its controllers are many, closed as far as they are connected; a filled diamond is trouble. */
function Mark({ mark }: { mark: MapMark }) {
  const { radius, share, isInTrouble, href, title, label, lines, isPlain } = mark
  const reach = radius * 0.55
  return (
    <a href={href} className={isInTrouble ? 'mark trouble' : 'mark'}>
      <title>{title}</title>
      <g className="sign">
        <circle r={radius} className={share === null ? 'unknown' : 'track'} />
        {share !== null && share > 0 && <path d={arc(radius, share)} className="ring" />}
        {isInTrouble && <path d={`M0 ${-reach}L${reach} 0L0 ${reach}L${-reach} 0Z`} className="diamond" />}
      </g>
      {label && (
        <text
          x={label.x - mark.x}
          y={label.y - mark.y}
          dy="0.36em"
          textAnchor={label.anchor}
          className={label.isOnPhone ? 'words' : 'words off-phone'}
        >
          {lines.map((line, index) => (
            <tspan
              key={line}
              x={label.x - mark.x}
              dy={index === 0 ? undefined : 13}
              className={classOfLine({ index, isLast: index === lines.length - 1, isPlain })}
            >
              {line}
            </tspan>
          ))}
        </text>
      )}
    </a>
  )
}

/** The name first; the last line is what is wrong, unless all is well. */
function classOfLine({ index, isLast, isPlain }: { index: number; isLast: boolean; isPlain: boolean }) {
  if (index === 0) return undefined
  return isLast && !isPlain ? 'said' : 'of'
}

/** Returns a part of a circle from its top, clockwise. */
function arc(radius: number, share: number): string {
  if (share > 0.999) return `M0 ${-radius}A${radius} ${radius} 0 1 1 -0.01 ${-radius}`
  const angle = share * 2 * Math.PI
  const [x, y] = [Math.sin(angle) * radius, -Math.cos(angle) * radius].map((value) => Math.round(value * 10) / 10)
  return `M0 ${-radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y}`
}
