/** A wrong ancestor in an address leads to the right one, and what belongs elsewhere is not there (design §4). */
import { redirect } from '@remix-run/node'
import type { PathNode } from '#contracts/scalars'
import { type Site, site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import type { Panel, Reader } from '~/backend/reader.server'
import { href, type Place, placeParams } from '~/hrefs'
import { type ParamsFor, type PathName, paths } from '~/paths'

/** What below a customer has a page of its own, outermost first. */
const kinds = ['group', 'site', 'building', 'space', 'device', 'equipment'] as const
type Kind = (typeof kinds)[number]

/** The addresses of such a thing and of everything below it. */
export type PlaceName = {
  [Name in PathName]: (typeof paths)[Name] extends `${typeof paths.group}${string}` ? Name : never
}[PathName]

/** The thing that an address names: the innermost one. */
function kindOf(name: PlaceName): Kind {
  const own = kinds.findLast((kind) => `${paths[name]}/`.startsWith(`${paths[kind]}/`))
  if (!own) throw new Error(`${name} names no place`)
  return own
}

interface Placed {
  id: string
  name: string
  path?: PathNode[] | undefined
}

interface Here<Name extends PlaceName> {
  reader: Reader
  name: Name
  at: ParamsFor<Name> & Place & { siteId?: string }
  request: Request
}

export interface Found<Node> {
  node: Node
  /** The ancestors of the node; empty where a backend tells none. */
  path: PathNode[]
  /** The site it stands in, as a part the page can do without. */
  site: Panel<Site> | null
}

/**
 * The page's own thing once it is known to stand where the address says. Redirects to the right address, query
 * kept; 404 when the customer of the address belongs to another tenant. A form that comes back is shown where it was
 * sent to, though its thing was moved meanwhile: a redirect would lose what it says. Costs no further call in the
 * ordinary case.
 */
export async function atRightAddress<Name extends PlaceName, Node extends Placed>(
  here: Here<Name>,
  loading: Promise<Node>,
): Promise<Found<Node>> {
  const { reader, name, at, request } = here
  const [node, owner, addressed] = await Promise.all([
    loading,
    reader.panel(tenant.getCustomer, { path: { id: at.customerId } }),
    at.siteId ? reader.panel(site.getSite, { path: { id: at.siteId } }) : null,
  ])
  if (owner.ok && owner.value.tenantId !== at.tenantId) throw new Response(null, { status: 404 })
  const path = node.path ?? []
  const customerId = await customerOf(here, node, path)
  if (node.path === undefined && customerId === at.customerId) return { node, path, site: addressed }
  const right = href(name, {
    ...at,
    ...placeParams({ tenantId: at.tenantId, customerId }, [
      ...path,
      { id: node.id, name: node.name, type: kindOf(name) },
    ]),
  } as ParamsFor<Name>)
  const isAnswer = reader.context.isPosted && customerId === at.customerId
  if (right !== href(name, at) && !isAnswer) throw redirect(right + new URL(request.url).search)
  return { node, path, site: addressed }
}

/** The customer a thing belongs to: its own word, or that of its site. */
async function customerOf<Name extends PlaceName>(
  { reader, at }: Here<Name>,
  node: Placed,
  path: readonly PathNode[],
): Promise<string> {
  if ('customerId' in node && typeof node.customerId === 'string') return node.customerId
  const siteId = path.find(({ type }) => type === 'site')?.id
  if (!siteId) return at.customerId
  const owner = await reader.panel(site.getSite, { path: { id: siteId } })
  return (owner.ok && owner.value.customerId) || at.customerId
}
