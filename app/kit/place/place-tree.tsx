/** The tree beside a page, joined from the levels that the nested layouts load. */
import { useMatches } from '@remix-run/react'
import type { Panel } from '~/backend/reader.server'
import type { TreeLevel, TreeParent } from '~/backend/tree.server'
import { serviceProblemText } from '~/change/problem-text'
import { href, nodeHref, type Place, placeParams } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { usePathname } from '~/kit/list/use-pathname'
import type { Crumb } from '~/ui/breadcrumb'
import { Unavailable } from '~/ui/panel'
import { type PlaceTreeNode, Tree } from '~/ui/tree'

/** The loader data of a layout: the level below one node. */
export interface LevelData {
  parent: TreeParent
  level: Panel<TreeLevel>
}

interface Levels {
  place: Place
  levels: LevelData[]
  crumbs: Crumb[]
  /** The params of the address, which contain the ids of the ancestors. */
  params: Record<string, string | undefined>
}

/** Returns the loaded levels of the page; null outside a customer. */
export function usePlaceTree(): Levels | null {
  const matches = useMatches()
  const params = matches.at(-1)?.params ?? {}
  const levels = matches.flatMap((match) => {
    const data = match.data as Partial<LevelData> | undefined
    return data?.parent && data.level ? [{ parent: data.parent, level: data.level }] : []
  })
  const crumbs =
    matches.map((match) => (match.data as { crumbs?: Crumb[] } | undefined)?.crumbs).findLast(Boolean) ?? []
  const own = matches
    .map((match) => (match.data as { place?: Place } | undefined)?.place)
    .findLast((at) => at?.customerId)
  const { tenantId, customerId } = own ?? params
  return tenantId && customerId && levels.length > 0
    ? { place: { tenantId, customerId }, levels, crumbs, params }
    : null
}

export function PlaceTree({ tree }: { tree: Levels }) {
  const t = useT()
  const pathname = usePathname()
  const top = tree.levels[0]
  if (!top) return null
  if (!top.level.ok) return <Unavailable detail={serviceProblemText(t, top.level.problem)} />
  const words = { more: t('main:frame.treeMore'), points: t('main:view.points') }
  const nodes = nodesOf(tree, top, 0, words)
  return nodes.length > 0 ? (
    <Tree nodes={nodes} pathname={pathname} />
  ) : (
    <p className="px-1.5 text-sm text-soft">{t('main:frame.treeEmpty')}</p>
  )
}

/** Labels of nodes without a name of their own. */
interface Words {
  more: string
  points: string
}

/**
 * Returns the nodes of one level, with the one on the page's path expanded. `depth` is the number of crumbs already
 * used.
 */
function nodesOf(tree: Levels, { parent, level }: LevelData, depth: number, words: Words): PlaceTreeNode[] {
  if (!level.ok) return []
  const above = pathTo(tree, parent)
  const nodes = level.value.nodes.flatMap((node): PlaceTreeNode[] => {
    const address = nodeHref(tree.place, above, node)
    return address
      ? [
          expand(
            tree,
            { id: node.id, name: node.name, kind: node.type as PlaceTreeNode['kind'], href: address },
            depth,
            words,
          ),
        ]
      : []
  })
  const crumb = tree.crumbs[depth]
  const kind = crumb && kindOf(tree, crumb)
  if (kind && !nodes.some((node) => node.href === crumb.href))
    nodes.push(expand(tree, { id: crumb.href, name: crumb.name, kind, href: crumb.href }, depth, words))
  if (level.value.continuationToken)
    nodes.push({
      id: `${parent.id}-more`,
      name: words.more,
      kind: 'more',
      href: above.length > 0 ? moreHref(tree, parent) : href('customer', tree.place),
    })
  return nodes
}

/** Returns a node, marked as current or expanded if the page is at or below it. */
function expand(tree: Levels, node: PlaceTreeNode, depth: number, words: Words): PlaceTreeNode {
  const crumb = tree.crumbs[depth]
  if (crumb?.href !== node.href) return node
  const isCurrent = depth === tree.crumbs.length - 1
  const below = tree.levels.find((one) => one.parent.id === node.id)
  if (below) return { ...node, isCurrent, nodes: nodesOf(tree, below, depth + 1, words) }
  const points = pointsOf(tree, node, words)
  if (points) return { ...node, isCurrent: !points.isCurrent, nodes: [points] }
  const next = tree.crumbs[depth + 1]
  const kind = next && kindOf(tree, next)
  if (!kind) return { ...node, isCurrent: true }
  const inner: PlaceTreeNode = { id: next.href, name: next.name, kind, href: next.href }
  const deepest = tree.levels.at(-1)
  const hasLevel = deepest && next.href.endsWith(encodeURIComponent(deepest.parent.id))
  return { ...node, nodes: [expand(tree, hasLevel ? { ...inner, id: deepest.parent.id } : inner, depth + 1, words)] }
}

/** Returns the points of the page's controller or equipment; nothing else is below them. */
function pointsOf({ place, params, crumbs }: Levels, { kind }: PlaceTreeNode, words: Words): PlaceTreeNode | null {
  if (kind !== 'device' && kind !== 'equipment') return null
  const { spaceId, [`${kind}Id`]: id } = params
  if (!id || !spaceId) return null
  const path = [...pathTo({ params }, { type: 'space', id: spaceId }), { id, type: kind }]
  const address = nodeHref(place, path, { id, type: 'points' })
  if (!address) return null
  const isCurrent = crumbs.some(({ href }) => href === address)
  return { id: address, name: words.points, kind: 'points', href: address, isCurrent }
}

/** Segments in place of an id: forms about the places there. */
const formSegments = ['new', 'edit', 'moves', 'csv']

const kinds: Readonly<Record<string, PlaceTreeNode['kind']>> = {
  groups: 'group',
  sites: 'site',
  buildings: 'building',
  spaces: 'space',
  devices: 'device',
  equipment: 'equipment',
}

/** Returns the node type of a crumb; undefined for a view of a place, such as its network settings. */
function kindOf(tree: Levels, crumb: Crumb): PlaceTreeNode['kind'] | undefined {
  const [kind = '', id = ''] = crumb.href.split('/').slice(-2)
  const isBelow = !formSegments.includes(id) && crumb.href.startsWith(href('customer', tree.place))
  return isBelow ? kinds[kind] : undefined
}

const order = ['group', 'site', 'building', 'space'] as const

/** Returns the ancestors of a level's nodes, from the params of the address. */
function pathTo(tree: Pick<Levels, 'params'>, parent: TreeParent) {
  if (parent.type === 'customer') return []
  return order.slice(0, order.indexOf(parent.type as (typeof order)[number]) + 1).flatMap((type) => {
    const id = type === parent.type ? parent.id : tree.params[`${type}Id`]
    return id && id !== 'none' ? [{ id, name: '', type }] : []
  })
}

function moreHref(tree: Levels, parent: TreeParent): string {
  const above = pathTo(tree, parent)
  const last = above.at(-1)
  return (last && nodeHref(tree.place, above.slice(0, -1), last)) ?? href('customer', placeParams(tree.place, []))
}
