/** The tree of places to pick points from: each place is a link that opens or closes it, in place with scripts. */
import { Link } from '@remix-run/react'
import { serviceProblemText } from '~/change/problem-text'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Icon } from '~/ui/icons'
import { Unavailable } from '~/ui/panel'
import { kindIcons } from '~/ui/tree'
import { PointBoxes } from './point-boxes'
import type { TrendsPageData } from './trends-page.server'

type Branch = TrendsPageData['tree']

export function PointTree({ data }: { data: TrendsPageData }) {
  const t = useT()
  return (
    <section aria-label={t('main:trend.tree')}>
      <h2>{t('main:trend.tree')}</h2>
      <Level data={data} branch={data.tree} above={[]} name={t('main:trend.tree')} />
    </section>
  )
}

/** `above` are the open places that lead to the level, as in the address; `name` is that of the last one. */
function Level({
  data,
  branch: { nodes, points, hasMore, problem },
  above,
  name,
}: {
  data: TrendsPageData
  branch: Branch
  above: readonly string[]
  name: string
}) {
  const t = useT()
  if (problem) return <Unavailable detail={serviceProblemText(t, problem)} />
  if (nodes.length + points.length === 0) return <p className="text-soft">{t('main:trend.branchNone')}</p>
  return (
    <>
      {nodes.length > 0 && (
        <ul className="point-tree">
          {nodes.map((node) => (
            <TreePlace key={`${node.kind}:${node.id}`} data={data} node={node} above={above} />
          ))}
        </ul>
      )}
      {points.length > 0 && <PointBoxes data={data} legend={t('main:trend.addTo', { name })} rows={points} />}
      {hasMore && <p className="text-soft">{t('main:trend.branchMore')}</p>}
    </>
  )
}

function TreePlace({
  data,
  node: { kind, id, name, below },
  above,
}: {
  data: TrendsPageData
  node: Branch['nodes'][number]
  above: readonly string[]
}) {
  const { at, params, q, pointIds } = data
  const path = [...above, `${kind}:${id}`]
  const search = { ...params, q: q || null, in: below ? above : path, point: pointIds }
  return (
    <li>
      <Link to={href('customerTrends', at, search)} preventScrollReset aria-expanded={below !== null}>
        <Icon name="chevron" className={below ? 'size-3 rotate-90' : 'size-3'} />
        <span className={`flex ${kindIcons[kind]}`} />
        <bdi>{name}</bdi>
      </Link>
      {below && <Level data={data} branch={below} above={path} name={name} />}
    </li>
  )
}
