/** The sites of a customer on a wall, by trouble. */
import './wall.css'
import './wall-ranking.css'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'
import { type RankedSite, type SiteRanking, troubleKeys } from './site-ranking'
import { shadeOf } from './site-states'

/** As many sites have larger rows, which fill a screen: more do not fit on one. */
const [maxLargest, maxLarge] = [3, 6]

export function WallRanking({ ranking }: { ranking: SiteRanking | null }) {
  const t = useT()
  if (!ranking) return <p className="wall-unknown">{t('main:overview.unknown')}</p>
  const { rows, from, total, isCut } = ranking
  if (total === 0) return <p className="wall-none">{t('main:overview.wall.noSites')}</p>
  const headings = {
    critical: t('severity.critical'),
    offline: t('main:site.places.offline'),
    high: t('severity.high'),
  }
  return (
    <section className="wall-ranking" data-size={sizeOf(rows.length)}>
      <h2>{t('main:overview.wall.ranking', { from, to: from + rows.length - 1, count: total })}</h2>
      {isCut && <p className="wall-unknown">{t('main:overview.wall.someSites')}</p>}
      <table>
        <caption className="sr-only">{t('main:overview.wall.rankingCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('entity.site')}</th>
            {troubleKeys.map((key) => (
              <th key={key} scope="col">
                {headings[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <bdi>{row.name}</bdi>
              </th>
              {troubleKeys.map((key) => (
                <td key={key}>
                  <Count row={row} of={key} all={rows.map(({ [key]: count }) => count)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function sizeOf(count: number): 'largest' | 'large' | undefined {
  if (count <= maxLargest) return 'largest'
  return count <= maxLarge ? 'large' : undefined
}

function Count({
  row,
  of,
  all,
}: {
  row: RankedSite
  of: (typeof troubleKeys)[number]
  all: readonly (number | null)[]
}) {
  const t = useT()
  const format = useFormat()
  const count = row[of]
  const text = count === null ? t('main:overview.heat.unknown') : format.number(count)
  return <span className={`shade${shadeOf(count, all)}`}>{count ? <A href={row.links[of]}>{text}</A> : text}</span>
}
