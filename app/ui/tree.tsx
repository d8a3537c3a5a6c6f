import { hrefFrom } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { AsSent } from './as-sent'
import { Icon } from './icons'
import { A } from './link'

export interface PlaceTreeNode {
  id: string
  name: string
  kind: 'group' | 'site' | 'building' | 'space' | 'device' | 'equipment' | 'project' | 'points' | 'more'
  href: string
  isCurrent?: boolean
  /** The nodes below, if loaded; other nodes are links that load them. */
  nodes?: readonly PlaceTreeNode[]
}

/** Classes that draw the icon of a kind before what is in the element. */
export const kindIcons = {
  group: 'kind-group',
  site: 'kind-site',
  building: 'kind-building',
  space: 'kind-space',
  device: 'kind-device',
  equipment: 'kind-equipment',
  project: 'kind-project',
  points: 'kind-points',
} as const satisfies Record<Exclude<PlaceTreeNode['kind'], 'more'>, string>

/** The kinds with a level below that their page opens. */
const isPlace = (kind: PlaceTreeNode['kind']) => ['group', 'site', 'building', 'space'].includes(kind)

/**
 * The tree down to controllers: native disclosures and links, expanded along the path to the current place. Addresses
 * are written from the page at `pathname` on.
 */
export function Tree({ nodes, pathname }: { nodes: readonly PlaceTreeNode[]; pathname: string }) {
  return (
    <AsSent as="ul" shows={JSON.stringify(nodes)} className="flex flex-col">
      {nodes.map((node) => (
        <Branch key={node.id} node={node} pathname={pathname} />
      ))}
    </AsSent>
  )
}

/** Names longer than this may be cut and have a title. */
const maxFullName = 20

function Branch({ node, pathname }: { node: PlaceTreeNode; pathname: string }) {
  const link = (
    <A
      href={hrefFrom(pathname, node.href)}
      aria-current={node.isCurrent ? 'page' : undefined}
      className={node.kind === 'more' ? 'branch' : `branch ${kindIcons[node.kind]}`}
      title={node.name.length > maxFullName ? node.name : undefined}
    >
      <bdi>{node.name}</bdi>
    </A>
  )
  if (!node.nodes?.length) return <li className={node.nodes || !isPlace(node.kind) ? undefined : 'closed'}>{link}</li>
  return (
    <li className="relative">
      {link}
      <details open className="group/branch">
        <summary className="absolute start-0 top-0 grid h-7 w-6 pointer-coarse:h-11 place-items-center rounded text-faint hover:bg-hover hover:text-ink">
          <Below name={node.name} />
          <Icon name="chevron" className="size-3 motion-safe:transition-transform group-open/branch:rotate-90" />
        </summary>
        <div className="ms-2.5 border-s border-line ps-1">
          <Tree nodes={node.nodes} pathname={pathname} />
        </div>
      </details>
    </li>
  )
}

function Below({ name }: { name: string }) {
  const t = useT()
  return <span className="sr-only">{t('main:frame.treeBelow', { name })}</span>
}
