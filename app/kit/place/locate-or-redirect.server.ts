/** Canonical addresses below a customer: a wrong ancestor redirects, and a wrong owner is a 404 (design §4). */
import { redirect } from '@remix-run/node'
import type { PathNode } from '#contracts/scalars'
import { type Site, site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import type { Panel, Reader } from '~/backend/reader.server'
import { href, type Place, placeParams } from '~/hrefs'
import { type ParamsFor, type PathName, paths } from '~/paths'

/** The kinds of nodes with a page of their own, outermost first. */
const kinds = ['group', 'site', 'building', 'space', 'device', 'equipment'] as const
type Kind = (typeof kinds)[number]

/** The names of the pages of such a node, and of everything below it. */
export type PlaceName = {
  [Name in PathName]: (typeof paths)[Name] extends `${typeof paths.group}${string}` ? Name : never
}[PathName]

/** Returns the kind of the innermost node in an address. */
function kindOf(name: PlaceName): Kind {
  const own = kinds.findLast((kind) => `${paths[name]}/`.startsWith(`${paths[kind]}/`))
  if (!own) throw new Error(`${name} is not below a place`)
  return own
}

interface HierarchyNode {
  id: string
  name: string
  path?: PathNode[] | undefined
}

interface AddressedNode<Name extends PlaceName> {
  reader: Reader
  name: Name
  at: ParamsFor<Name> & Place & { siteId?: string }
  request: Request
}

export interface LocatedNode<Node> {
  node: Node
  /** The ancestors of the node; empty where the backend does not report them. */
  path: PathNode[]
  /** The site of the address, as an optional part of the page. */
  site: Panel<Site> | null
}

/**
 * Returns the node of a page if it is where the address says. Redirects to the canonical address with the same query.
 * Throws a 404 if the customer belongs to another tenant. The reply to a post is rendered at the old address even if
 * the node was moved meanwhile: a redirect would lose the form. Needs no further call in the ordinary case.
 */
export async function locateOrRedirect<Name extends PlaceName, Node extends HierarchyNode>(
  target: AddressedNode<Name>,
  loading: Promise<Node>,
): Promise<LocatedNode<Node>> {
  const { reader, name, at, request } = target
  const [node, owner, addressed] = await Promise.all([
    loading,
    reader.panel(tenant.getCustomer, { path: { id: at.customerId } }),
    at.siteId ? reader.panel(site.getSite, { path: { id: at.siteId } }) : null,
  ])
  if (owner.ok && owner.value.tenantId !== at.tenantId) throw new Response(null, { status: 404 })
  const path = node.path ?? []
  const customerId = await customerOf(target, node, path)
  if (node.path === undefined && customerId === at.customerId) return { node, path, site: addressed }
  const canonical = href(name, {
    ...at,
    ...placeParams({ tenantId: at.tenantId, customerId }, [
      ...path,
      { id: node.id, name: node.name, type: kindOf(name) },
    ]),
  } as ParamsFor<Name>)
  const isPostReply = reader.context.isPosted && customerId === at.customerId
  if (canonical !== href(name, at) && !isPostReply) throw redirect(canonical + new URL(request.url).search)
  return { node, path, site: addressed }
}

/** Returns the customer of a node: its own field, or that of its site. */
async function customerOf<Name extends PlaceName>(
  { reader, at }: AddressedNode<Name>,
  node: HierarchyNode,
  path: readonly PathNode[],
): Promise<string> {
  if ('customerId' in node && typeof node.customerId === 'string') return node.customerId
  const siteId = path.find(({ type }) => type === 'site')?.id
  if (!siteId) return at.customerId
  const owner = await reader.panel(site.getSite, { path: { id: siteId } })
  return (owner.ok && owner.value.customerId) || at.customerId
}
